#include "engines/search/draughts/search.hpp"

namespace crownstar::search {

Checked<Findings> search_draughts(const Task& task) {
  const std::string token = task.game.token();
  Checked<Findings> found = board::refuse("there is no engine for " + token);
  draughts::AllVariants::for_each([&]<class Variant>() {
    if (Variant::id == token) found = search_variant<Variant>(task);
  });
  return found;
}

}  // namespace crownstar::search
