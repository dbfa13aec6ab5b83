// Knows how often rivals made the move that gains most at first sight, and so whether they can be foreseen.
// Refuses to know what is made of that.
#pragma once

#include <algorithm>
#include <array>

#include "engines/search/star/outlook.hpp"

namespace crownstar::search {

template <int Side>
class StarForesight {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Move = sternhalma::Move;

 public:
  explicit StarForesight(const Course& course) : course_(course), outlook_(course, {}) { hits_.fill(before_any); }

  // A seat made this move; what it did lately counts most.
  void note(const Position& position, int set, Move move) {
    int most = -infinite;
    sternhalma::with_hop(course_.rules.hop, [&]<sternhalma::Hop hop>() {
      sternhalma::visit_moves<hop>(course_, position, [&](int each, int from, const auto& targets) {
        targets.for_each([&](int to) {
          most =
              std::max(most, outlook_.gain(each, {static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)}));
        });
      });
    });
    int& hits = hits_[position.seat];
    hits += ((outlook_.gain(set, move) == most ? 100 : 0) - hits) / inertia;
  }

  // How often those who still play against a seat did so of late, in percent.
  int of_rivals(const Position& position) const {
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
  static constexpr int before_any = 75;
  static constexpr int inertia = 5;

  const Course& course_;
  const StarOutlook<Side> outlook_;
  std::array<int, sternhalma::most_seats> hits_{};
};

}  // namespace crownstar::search
