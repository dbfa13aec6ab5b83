#include "engines/search/search_task.hpp"

#include <utility>

#include "engines/search/levels.hpp"

namespace crownstar::search {

Checked<SearchTask> read_task(const SearchRequest& request) {
  const auto level = level_named(request.level);
  if (!level) return std::unexpected(level.error());
  if (request.lines > most_lines)
    return base::refuse("a search tells of at most " + std::to_string(most_lines) + " moves");
  std::vector<std::string> earlier_positions;
  auto game = game_of(request, [&](const game::Game& before) { earlier_positions.push_back(before.position()); });
  if (!game) return std::unexpected(game.error());
  const game::Outcome& outcome = (*game)->outcome();
  if (outcome.is_over) return base::refuse(outcome.rule, "the game is over: " + outcome.reason);
  const bool is_limited = request.limits.time || request.limits.nodes || request.limits.depth || request.is_analysis;
  const bool is_free = *level == &levels().back() && is_limited;
  const std::uint64_t seed = request.seed ^ (*game)->key();
  return SearchTask{request,
                    *std::move(game),
                    std::move(earlier_positions),
                    static_cast<std::size_t>(*level - levels().data()),
                    is_free,
                    seed};
}

}  // namespace crownstar::search
