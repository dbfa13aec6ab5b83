// How often moves cut a search off: they are tried sooner elsewhere.
#pragma once

#include <cstddef>
#include <vector>

#include "engines/search/star/evaluation/tuned.hpp"
#include "rules/sternhalma/position.hpp"

namespace crownstar::search::star {

class MoveHistory {
 public:
  int of(int set, sternhalma::Move move) const { return scores_[index_of(set, move)]; }

  // Where one score gets too large, all are halved.
  void note(int set, sternhalma::Move move, int depth) {
    int& score = scores_[index_of(set, move)];
    score += tuned::history_bonus(depth);
    if (score <= tuned::most_history) return;
    for (int& each : scores_) each /= 2;
  }

 private:
  static constexpr std::size_t size = std::size_t{1} << 14U;

  // Some moves share a score: the large boards have more pairs of holes than there is room for.
  static std::size_t index_of(int set, sternhalma::Move move) {
    return (static_cast<std::size_t>(move.from) * 613 + move.to + static_cast<std::size_t>(set) * 4099) % size;
  }

  std::vector<int> scores_ = std::vector<int>(size);
};

}  // namespace crownstar::search::star
