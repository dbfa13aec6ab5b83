#include "search/findings.hpp"

#include <cstdlib>

namespace crownstar::search {
namespace {

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t mixed(std::uint64_t number) {
  std::uint64_t value = number + 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

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

Skill skill_at_turn(Skill skill, std::uint64_t seed) {
  constexpr std::uint64_t apart = 0x1A95E5;  // from what `misjudge` draws of the same seed
  const auto drawn = static_cast<int>(mixed(mixed(seed) ^ apart) % 100);
  if (drawn < skill.draughts.lapses) {
    skill.draughts.depth = skill.draughts.lapsed_depth;
    skill.draughts.sees_answers = skill.draughts.lapsed_sees_answers;
  }
  if (drawn < skill.star.lapses) skill.star.depth = skill.star.lapsed_depth;
  return skill;
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
