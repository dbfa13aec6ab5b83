// Plays a game of seats that think, for the tests of how they do it.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "engines/search/star/player.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::search {

struct Ended {
  sternhalma::Ending ending = sternhalma::Ending::none;
  std::array<int, sternhalma::most_seats> places{};  // of each seat, 0 for none

  // The seat with the first place, or -1.
  int first() const {
    const auto found = std::ranges::find(places, 1);
    return found == places.end() ? -1 : static_cast<int>(found - places.begin());
  }
};

// Seat 0 plays by the first orders, the others by the second.
template <int Side>
Ended played_on(sternhalma::Race<Side>& race, std::uint64_t nodes, const StarOrders& one, const StarOrders& others) {
  StarMemory memory(std::size_t{1} << 18U);
  StarPlayer<Side> first(race.course(), one, memory);
  StarPlayer<Side> second(race.course(), others, memory);
  std::vector<StarStands> stands(6);
  while (!race.position().is_over()) {
    const auto& position = race.position();
    auto& own = stands[position.seat];
    ++own[StarPlayer<Side>::stand_of(race.course(), position, position.seat)];
    SearchLimits limits;
    limits.nodes = nodes;
    const StopSignal stop;
    Budget budget(limits, 0, stop);
    const auto thought = (position.seat == 0 ? first : second).think(position, own, budget, {});
    race.play(thought.moves.front().set, thought.moves.front().move);
  }
  Ended ended{race.ledger().ending(), {}};
  for (int seat = 0; seat < race.course().seating.seats; ++seat) {
    ended.places[static_cast<std::size_t>(seat)] = race.position().places[seat];
  }
  return ended;
}

template <int Side = 4>
Ended played(const sternhalma::Rules& rules, std::uint64_t nodes, const StarOrders& one, const StarOrders& others) {
  sternhalma::Race<Side> race(rules);
  return played_on(race, nodes, one, others);
}

}  // namespace crownstar::search
