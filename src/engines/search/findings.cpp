#include "engines/search/findings.hpp"

#include <cstdlib>

#include "engines/search/chance.hpp"

namespace crownstar::search {
namespace {

Score score_of(const Candidate& candidate) {
  const int score = candidate.score;
  if (std::abs(score) < surely_won) return {score, std::nullopt, candidate.expected_place};
  const int plies = won - std::abs(score);
  return {score, score > 0 ? plies : -plies, candidate.expected_place};
}

}  // namespace

std::uint64_t stand_of_piece(int set, game::Point point) {
  return mixed(static_cast<std::uint64_t>(set) << 32U | static_cast<std::uint64_t>(point));
}

void misjudge(std::vector<Candidate>& candidates, int noise, std::uint64_t seed) {
  for (Candidate& candidate : candidates) {
    if (noise == 0 || std::abs(candidate.score) >= surely_won) continue;
    seed = mixed(seed);
    const auto width = static_cast<std::uint64_t>(2 * noise + 1);
    candidate.score += static_cast<int>(seed % width) - noise;
  }
  sort_by_score(candidates);
}

SearchProgress progress_of(const Task& task, const Findings& findings) {
  SearchProgress told{findings.depth, task.budget.nodes() + findings.nodes_beside, task.budget.elapsed(), {}};
  const auto lines = static_cast<std::size_t>(std::max(task.request.lines, 1));
  for (const Candidate& candidate : findings.candidates) {
    if (told.lines.size() == lines) break;
    told.lines.push_back({candidate.moves, score_of(candidate)});
  }
  return told;
}

}  // namespace crownstar::search
