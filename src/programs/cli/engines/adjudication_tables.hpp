// Reads the folder of endgame tables that adjudicates games from the command line.
#pragma once

#include <string>
#include <string_view>

#include "base/refusal.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"

namespace crownstar::cli {

// Says on standard error that another program's database is used.
void name_foreign_tables(const std::string& name);

// Nobody where no folder is named; refused where it has no tables of the game.
base::Checked<search::FindTables> read_adjudication_tables(const std::string& folder, std::string_view token);

}  // namespace crownstar::cli
