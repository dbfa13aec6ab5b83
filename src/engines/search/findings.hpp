// Knows what a family's search hands back: its moves with their worth, and how chance chooses among near-equals.
// Refuses to know how they were found.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/search/budget.hpp"
#include "engines/search/net/network.hpp"
#include "engines/search/skill.hpp"
#include "engines/tablebase/probe.hpp"

namespace crownstar::search {

class Memory;  // that of draughts

// Far from anything an evaluation says; a win in n plies is that much less.
inline constexpr int won = 1'000'000;
inline constexpr int surely_won = won - 10'000;

struct Candidate {
  std::vector<std::string> moves;  // the move and what is expected to follow
  int score = 0;
  std::optional<double> expected_place{};  // where the family thinks in places

  bool operator==(const Candidate&) const = default;
};

struct Findings {
  std::vector<Candidate> candidates;  // every legal move, the best first
  int depth = 0;                      // reached whole
  std::uint64_t nodes_beside = 0;     // of other threads than that of the budget
  int noise = 0;                      // how far the level's judgement of a move may be off
};

// What the family's search has to work with.
struct Task {
  const SearchRequest& request;
  const game::Game& game;
  const Skill& skill;
  bool is_free;  // no level was named: the limits of the request alone hold
  Budget& budget;
  const OnProgress& progress;
  // How the pieces of the seat to move stood before each of its earlier turns, as sums of `stand_of_piece`.
  std::vector<std::uint64_t> earlier_stands;
  // The positions before each turn, as texts, and in draughts what the search may use.
  const std::vector<std::string>& earlier_positions;
  Memory& memory;
  const tablebase::Tables* tables;  // of this game; null where there are none
  int threads;
  const net::Network* network = nullptr;  // that judges this game; null where it is judged by hand
};

// A number for a piece of a set at a point, well mixed so that sums tell stands apart.
std::uint64_t stand_of_piece(int set, game::Point point);

// The best score first, equals as they were. There are some hundred at most, and they come nearly sorted.
template <class Scored>
void sort_by_score(std::vector<Scored>& items) {
  for (auto next = items.begin(); next != items.end(); ++next) {
    const auto place = std::upper_bound(items.begin(), next, next->score,
                                        [](int score, const Scored& item) { return score > item.score; });
    std::rotate(place, next, next + 1);
  }
}

// The score as the level sees it: off by up to `noise`, the same for the same seed and position. Wins and losses that
// are seen are seen.
void misjudge(std::vector<Candidate>& candidates, int noise, std::uint64_t seed);

SearchProgress progress_of(const Task& task, const Findings& findings);

}  // namespace crownstar::search
