// What our own engine works with, each set by a word: threads, memory, endgame tables, a network.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engines/pool/requests.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/tablebase/library.hpp"

namespace crownstar::engine {

// So many bytes for what was searched before, if the system has them.
base::Checked<std::size_t> choose_memory(const std::string& mebibytes);

class Equipment {
 public:
  // `on_refused` gets tables that are damaged and of a network of another game, on the thread of a search.
  explicit Equipment(tablebase::Library::OnRefused on_refused = {});

  // `threads`, `memory` in mebibytes, `tables` and `net` as choose_tables and choose_network have them; a net by no
  // word is what the program has in it.
  base::Checked<void> set(std::string_view name, const std::string& value);
  // As they were set, by name.
  const std::map<std::string, std::string, std::less<>>& values() const { return values_; }

  std::unique_ptr<Searcher> make_searcher() const { return search::make_searcher(settings_); }

 private:
  tablebase::Library::OnRefused on_refused_;
  search::SearcherSettings settings_;
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace crownstar::engine
