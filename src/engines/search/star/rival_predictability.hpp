// How often rivals made the move that gains most at first sight, and so whether their moves can be predicted.
#pragma once

#include <algorithm>
#include <array>

#include "engines/search/star/evaluation/evaluation.hpp"

namespace crownstar::search::star {

template <int Side>
class RivalPredictability {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Move = sternhalma::Move;

 public:
  explicit RivalPredictability(const Course& course) : course_(course), evaluation_(course, {}) {
    hits_.fill(tuned::predictable_at_first);
  }

  // Notes a move of the seat to move; later moves weigh more.
  void note(const Position& position, int set, Move move) {
    int most = -infinite;
    sternhalma::with_hop(course_.rules.hop, [&]<sternhalma::Hop hop>() {
      sternhalma::visit_moves<hop>(course_, position, [&](int each, int from, const auto& targets) {
        targets.for_each([&](int to) {
          most = std::max(most,
                          evaluation_.gain(each, {static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)}));
        });
      });
    });
    int& hits = hits_[position.seat];
    hits += ((evaluation_.gain(set, move) == most ? 100 : 0) - hits) / tuned::predictability_inertia;
  }

  // How often the rivals of the seat to move did so lately, in percent.
  int percent(const Position& position) const {
    int sum = 0;
    int rivals = 0;
    for (int seat = 0; seat < course_.seating.seats; ++seat) {
      if (!position.is_playing(seat) ||
          course_.seating.unit_of_seat[seat] == course_.seating.unit_of_seat[position.seat]) {
        continue;
      }
      sum += hits_[static_cast<std::size_t>(seat)];
      ++rivals;
    }
    return rivals == 0 ? 0 : sum / rivals;
  }

 private:
  static constexpr int infinite = 1'000'000;

  const Course& course_;
  const Evaluation<Side> evaluation_;
  std::array<int, sternhalma::most_seats> hits_{};
};

}  // namespace crownstar::search::star
