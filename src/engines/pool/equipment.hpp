// What our own engine works with, each part set by its name: threads, memory, endgame tables, a network.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engines/pool/search_names.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/tablebase/library.hpp"

namespace crownstar::engine {

// The size of the transposition table in bytes, if the system has so much memory.
base::Checked<std::size_t> choose_memory(const std::string& mebibytes);

class Equipment {
 public:
  // `on_refused` is called for damaged tables and for a network of another game, `on_foreign` where another program's
  // database is used, on the thread of a search.
  explicit Equipment(tablebase::Library::OnRefused on_refused = {}, tablebase::Library::OnForeign on_foreign = {});

  // `threads`, `memory` in mebibytes, `tables` and `net` as choose_tables and choose_network take them; an empty `net`
  // is the built-in one.
  base::Checked<void> set(std::string_view name, const std::string& value);
  // As they were set, by name.
  const std::map<std::string, std::string, std::less<>>& values() const { return values_; }

  std::unique_ptr<Searcher> make_searcher() const { return search::make_searcher(settings_); }

 private:
  tablebase::Library::OnRefused on_refused_;
  tablebase::Library::OnForeign on_foreign_;
  search::SearcherSettings settings_;
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace crownstar::engine
