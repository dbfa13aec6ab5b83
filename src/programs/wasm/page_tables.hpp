// Endgame tables in the module's memory: the page is asked for a file when a position needs it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/tablebase/probe.hpp"
#include "engines/tablebase/probing/table_source.hpp"

namespace crownstar::wasm {

class PageTables final : public tablebase::TableSource {
 public:
  void use(const tablebase::FetchTerms& terms);

  // The tables of a game; null where it has none, or no tables are used.
  const tablebase::Tables* find(std::string_view game);
  base::Checked<const tablebase::Tables*> open(std::string_view game);

  base::Checked<std::optional<std::vector<std::uint8_t>>> read(const std::string& file) override;
  void on_refused(const base::Refusal& refusal) override;

  // Where the page puts a file, or the reason why it has none. Null where it is larger than anything that is used.
  std::uint8_t* room(std::uint32_t bytes);

  // Why a file was not used since this was last asked.
  std::optional<base::Refusal> take_refusal() { return std::exchange(refusal_, std::nullopt); }

 private:
  std::optional<tablebase::FetchTerms> terms_;
  std::map<std::string, std::unique_ptr<tablebase::Tables>, std::less<>> opened_;
  std::vector<std::uint8_t> room_;
  std::optional<base::Refusal> refusal_;
};

// One page, one thread: they are the module's own.
PageTables& page_tables();

}  // namespace crownstar::wasm
