#include "engines/search/draughts/search.hpp"

#include "engines/search/draughts/root_search.hpp"

namespace crownstar::search::draughts {

Checked<Findings> search_game(const SearchContext& context) {
  const std::string token = context.task.game->token();
  Checked<std::unique_ptr<RootWorker>> worker = base::refuse("there is no engine for " + token);
  crownstar::draughts::AllVariants::for_each([&]<class Variant>() {
    if (Variant::id == token) worker = make_worker<Variant>(context);
  });
  if (!worker) return std::unexpected(worker.error());
  return search_root(context, **worker);
}

}  // namespace crownstar::search::draughts
