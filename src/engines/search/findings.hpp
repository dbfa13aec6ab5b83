// What a family's search found: its moves ranked by score, and how they become a result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/search/budget.hpp"
#include "engines/search/request.hpp"

namespace crownstar::search {

// Far from any evaluation; a win in n plies is n less.
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
  int depth = 0;                      // searched to the end
  std::uint64_t parallel_nodes = 0;   // of other threads than that of the budget
  int noise = 0;                      // how far the level's judgement of a move may be off
};

// Highest score first, equals in their order. An insertion sort: there are few moves, and they come nearly sorted.
template <class Scored>
void sort_by_score(std::vector<Scored>& items) {
  for (auto next = items.begin(); next != items.end(); ++next) {
    const auto place = std::upper_bound(items.begin(), next, next->score,
                                        [](int score, const Scored& item) { return score > item.score; });
    std::rotate(place, next, next + 1);
  }
}

// Moves each score by up to `noise`, the same for the same seed, and sorts. Decided scores stay.
void add_noise(std::vector<Candidate>& candidates, int noise, std::uint64_t seed);

SearchProgress progress_of(const SearchRequest& request, const Budget& budget, const Findings& findings);

// The move that a level plays, with its noise.
SearchResult result_of(const SearchRequest& request, const Budget& budget, Findings findings, std::uint64_t seed);

}  // namespace crownstar::search
