#include "engines/search/findings.hpp"

#include <cstdlib>

#include "base/mixing.hpp"

namespace crownstar::search {
namespace {

Score score_of(const Candidate& candidate) {
  const int score = candidate.score;
  if (std::abs(score) < surely_won) return {score, std::nullopt, candidate.expected_place};
  const int plies = won - std::abs(score);
  return {score, score > 0 ? plies : -plies, candidate.expected_place};
}

}  // namespace

void add_noise(std::vector<Candidate>& candidates, int noise, std::uint64_t seed) {
  for (Candidate& candidate : candidates) {
    if (noise == 0 || std::abs(candidate.score) >= surely_won) continue;
    seed = base::splitmix64(0, seed);
    const auto width = static_cast<std::uint64_t>(2 * noise + 1);
    candidate.score += static_cast<int>(seed % width) - noise;
  }
  sort_by_score(candidates);
}

SearchProgress progress_of(const SearchRequest& request, const Budget& budget, const Findings& findings) {
  SearchProgress progress{findings.depth, budget.nodes() + findings.parallel_nodes, budget.elapsed(), {}};
  const auto lines = static_cast<std::size_t>(std::max(request.lines, 1));
  for (const Candidate& candidate : findings.candidates) {
    if (progress.lines.size() == lines) break;
    progress.lines.push_back({candidate.moves, score_of(candidate)});
  }
  return progress;
}

SearchResult result_of(const SearchRequest& request, const Budget& budget, Findings findings, std::uint64_t seed) {
  add_noise(findings.candidates, findings.noise, seed);
  SearchResult result;
  result.reached = progress_of(request, budget, findings);
  result.move = findings.candidates.front().moves.front();
  result.was_stopped = budget.was_stopped();
  return result;
}

}  // namespace crownstar::search
