// Chooses the endgame tables of an engine by a word: a folder, none, or the usual folder.
#pragma once

#include <string>

#include "base/refusal.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/tablebase/library.hpp"

namespace crownstar::engine {

// `named`, or `$XDG_DATA_HOME/crownstar/tables`, or `~/.local/share/crownstar/tables`.
std::string tables_folder(const std::string& named);

// `none`, a folder, or an empty word for the usual folder. A folder that was named must be there; the usual one need
// not. Nothing is opened before a game's are asked for; a damaged one is reported then, by name, and the rest is used.
base::Checked<search::FindTables> choose_tables(const std::string& word, tablebase::Library::OnRefused on_refused = {},
                                                tablebase::Library::OnForeign on_foreign = {});

}  // namespace crownstar::engine
