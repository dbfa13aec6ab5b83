#include "programs/cli/engines/adjudication_tables.hpp"

#include "base/text/quote.hpp"
#include "engines/pool/tables_choice.hpp"
#include "programs/cli/console/console.hpp"
#include "rules/game/token.hpp"

namespace crownstar::cli {

void name_foreign_tables(const std::string& name) {
  complain("note: endgames are looked up in " + name + ", which have no distances");
}

base::Checked<search::FindTables> read_adjudication_tables(const std::string& folder, std::string_view token) {
  if (folder.empty()) return search::FindTables{};
  auto referee =
      engine::choose_tables(folder, [](const base::Refusal& refusal) { complain(refusal); }, name_foreign_tables);
  if (!referee) return base::refuse("--referee: " + referee.error().reason);
  const std::string game(game::id_of(token));
  if ((*referee)(game) == nullptr) {
    return base::refuse("--referee: there are no endgame tables of " + game + " in " + base::quoted(folder) +
                        "; crownstar tables build makes those of draughts");
  }
  return referee;
}

}  // namespace crownstar::cli
