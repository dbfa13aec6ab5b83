#include "engines/search/draughts/draughts_searcher.hpp"

#include <algorithm>
#include <utility>

#include "engines/search/draughts/evaluation/tuned.hpp"
#include "engines/search/draughts/search.hpp"
#include "rules/game/token.hpp"

namespace crownstar::search::draughts {
namespace {

Margins margins_of(const SearcherSettings& settings) {
  Margins margins;
  for (const auto& [name, value] : settings.margins) {
    const auto named = std::ranges::find(named_margins, name, &NamedMargin::name);
    if (named != named_margins.end()) margins.*named->number = value;
  }
  return margins;
}

}  // namespace

DraughtsSearcher::DraughtsSearcher(SearcherSettings settings)
    : settings_(std::move(settings)), margins_(margins_of(settings_)), reductions_(margins_) {}

Checked<SearchResult> DraughtsSearcher::search(const SearchRequest& request, const StopSignal& stop,
                                               const OnProgress& progress) {
  const auto task = read_task(request);
  if (!task) return std::unexpected(task.error());
  const std::string_view game = game::id_of(request.token);
  const Skill skill = skill_at_turn(skill_of(task->level, board_kind_of(game)), task->seed);
  Budget budget(request.limits, task->is_free ? 0 : skill.nodes, stop, request.is_pondering);
  KeptTables& kept = kept_tables_for(*task, skill);
  const tablebase::Tables* tables = settings_.find_tables ? settings_.find_tables(game) : nullptr;
  auto found = search_game({*task, skill, budget, progress, kept.table, kept.history, tables,
                            network_of(settings_, game), usable_threads(settings_), margins_, reductions_});
  if (!found) return std::unexpected(found.error());
  return result_of(request, budget, *std::move(found), task->seed);
}

// A level remembers nothing, so that the same seed gives the same move. It visits few positions, so clearing is cheap.
DraughtsSearcher::KeptTables& DraughtsSearcher::kept_tables_for(const SearchTask& task, const Skill& skill) {
  constexpr std::size_t bytes_for_a_node = 24;
  if (!task.is_free && skill.depth < tuned::least_depth_to_remember) {
    level_tables_.table.reserve(
        std::min(settings_.memory_bytes, static_cast<std::size_t>(skill.nodes) * bytes_for_a_node));
    level_tables_.clear();
    return level_tables_;
  }
  if (task.request.token != remembered_game_) kept_tables_.clear();
  remembered_game_ = task.request.token;
  kept_tables_.table.reserve(settings_.memory_bytes);
  kept_tables_.table.begin_search();
  kept_tables_.history.age();
  return kept_tables_;
}

}  // namespace crownstar::search::draughts
