#include "engines/search/draughts/search.hpp"

namespace crownstar::search::draughts {

Checked<Findings> search_game(const SearchContext& context) {
  const std::string token = context.task.game->token();
  Checked<Findings> found = board::refuse("there is no engine for " + token);
  crownstar::draughts::AllVariants::for_each([&]<class Variant>() {
    if (Variant::id == token) found = search_variant<Variant>(context);
  });
  return found;
}

}  // namespace crownstar::search::draughts
