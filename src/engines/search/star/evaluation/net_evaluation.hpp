// Network evaluation of a race of two sides with a set each: a correction that is added to the plain count of turns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "engines/search/net/layers.hpp"
#include "engines/search/star/evaluation/tuned.hpp"
#include "rules/sternhalma/turn.hpp"

namespace crownstar::search::star {

// The first layer's sums from both sides' views, the side that moves first before the other.
struct Accumulators {
  std::array<net::Sums, 2> of;
};

// The name of the network for a game of these rules; empty where there can be none. One serves three to six seats.
inline std::string net_name(const sternhalma::Rules& rules) {
  if (rules.sets != 1 || rules.board != 121 || sternhalma::has_handicap(rules)) return {};
  const bool has_several = rules.players > 2;
  if (has_several && rules.teams != sternhalma::Teams::none) return {};
  constexpr std::array<const char*, 4> hops{"standard", "super", "symmetric", "catapult"};
  return "star-" + std::to_string(rules.pieces) + "-" + hops[static_cast<std::size_t>(rules.hop)] +
         (has_several ? "-several" : "");
}

inline bool is_net_name(std::string_view name) {
  sternhalma::Rules rules;
  for (const int pieces : {10, 15}) {
    for (const auto hop :
         {sternhalma::Hop::standard, sternhalma::Hop::super, sternhalma::Hop::symmetric, sternhalma::Hop::catapult}) {
      for (const int players : {2, 3}) {
        rules.players = players;
        rules.pieces = pieces;
        rules.hop = hop;
        if (net_name(rules) == name) return true;
      }
    }
  }
  return false;
}

// What a network says of two views, in hundredths of a turn.
inline int correction(const net::Network& network, int phase, const net::Sums& own, const net::Sums& theirs) {
  const int output = net::fast::pass<net::narrow>(network.parts[static_cast<std::size_t>(phase)], own, theirs);
  constexpr std::int64_t one = std::int64_t{net::one_hidden} * net::one_last;
  return std::clamp(static_cast<int>(output * std::int64_t{network.scale} / one), -tuned::most_net_correction,
                    tuned::most_net_correction);
}

// The features: a piece on a hole, one's own or the other side's, with one's own start at the bottom.
template <int Side>
class NetEvaluation {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;

 public:
  static constexpr int holes = board::star<Side>.holes();
  static constexpr int squares =
      (2 * holes + net::kinds - 1) / net::kinds;  // rounded up, so that there are enough rows

  // Without effect where the network is null or has other features, or the race has other than two sides. The network
  // must outlive this.
  NetEvaluation(const Course& course, const net::Network* network) : course_(course) {
    const bool fits = network != nullptr && network->shape == net::narrow && network->squares == squares &&
                      squares <= net::most_squares && course.seating.seats == 2 && course.seating.sets_each == 1;
    if (!fits) return;
    network_ = network;
    for (int seat = 0; seat < 2; ++seat) {
      const int set = course.seating.sets[seat][0];
      seat_of_set_[static_cast<std::size_t>(set)] = seat;
      for (int slot = 0; slot < sternhalma::Lattice<Side>::slots; ++slot) {
        const int hole = seen(set, slot);
        if (hole == board::Star::none) continue;
        for (int owner = 0; owner < 2; ++owner) {
          rows_[static_cast<std::size_t>(seat)][static_cast<std::size_t>(owner)][static_cast<std::size_t>(slot)] =
              static_cast<std::uint16_t>((owner == seat ? 0 : holes) + hole);
        }
      }
    }
  }

  bool is_used() const { return network_ != nullptr; }

  // The number of a hole from the view of the side that the set belongs to.
  static int seen(int set, int slot) {
    int hole = sternhalma::lattice<Side>.hole_of_slot[slot];
    if (hole == board::Star::none) return hole;
    for (int turn = set; turn % sternhalma::most_sets != 0; ++turn) hole = board::star<Side>.turned(hole);
    return hole;
  }

  void reset(Accumulators& views, const Position& position) const {
    for (int viewer = 0; viewer < 2; ++viewer) {
      net::Sums& sums = views.of[static_cast<std::size_t>(viewer)];
      sums.numbers = network_->first_bias;
      for (int owner = 0; owner < 2; ++owner) {
        position.sets[course_.seating.sets[owner][0]].for_each(
            [&](int slot) { net::fast::change<net::narrow>(sums, sums, {&row(viewer, owner, slot), {}}); });
      }
    }
  }

  void change(const Accumulators& from, Accumulators& to, int set, sternhalma::Move move) const {
    const int owner = seat_of_set_[static_cast<std::size_t>(set)];
    for (int viewer = 0; viewer < 2; ++viewer) {
      const net::Row* left = &row(viewer, owner, move.from);
      const auto seen_by = static_cast<std::size_t>(viewer);
      net::fast::change<net::narrow>(from.of[seen_by], to.of[seen_by], {&row(viewer, owner, move.to), {&left, 1}});
    }
  }

  // In hundredths of a turn, for the seat to move. `phase`: see StarOutlook.
  int value(const Accumulators& views, int seat, int phase) const {
    return correction(*network_, phase, views.of[static_cast<std::size_t>(seat)],
                      views.of[static_cast<std::size_t>(1 - seat)]);
  }

 private:
  const net::Row& row(int viewer, int owner, int slot) const {
    return network_->first[rows_[static_cast<std::size_t>(viewer)][static_cast<std::size_t>(owner)]
                                [static_cast<std::size_t>(slot)]];
  }

  const Course& course_;
  const net::Network* network_ = nullptr;
  std::array<int, sternhalma::most_sets> seat_of_set_{};
  std::array<std::array<std::array<std::uint16_t, sternhalma::Lattice<Side>::slots>, 2>, 2> rows_{};
};

}  // namespace crownstar::search::star
