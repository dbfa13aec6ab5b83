// Plays a game of seats that think, for the tests of how they do it.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "engines/search/star/root_search.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::search::star {

struct GameEnd {
  sternhalma::Ending ending = sternhalma::Ending::none;
  std::array<int, sternhalma::most_seats> places{};  // of each seat, 0 for none

  // The seat with the first place, or -1.
  int first() const {
    const auto found = std::ranges::find(places, 1);
    return found == places.end() ? -1 : static_cast<int>(found - places.begin());
  }
};

// Seat 0 plays by the first options, the others by the second.
template <int Side>
GameEnd play_race(sternhalma::Race<Side>& race, std::uint64_t nodes, const SearchOptions& one,
                  const SearchOptions& others) {
  TranspositionTable table(std::size_t{1} << 18U);
  RootSearch<Side> first(race.course(), one, table);
  RootSearch<Side> second(race.course(), others, table);
  std::vector<ArrangementCounts> arrangements(6);
  while (!race.position().is_over()) {
    const auto& position = race.position();
    auto& own = arrangements[position.seat];
    ++own[arrangement_key(race.course(), position, position.seat)];
    SearchLimits limits;
    limits.nodes = nodes;
    const StopSignal stop;
    Budget budget(limits, 0, stop);
    const auto result = (position.seat == 0 ? first : second).search(position, own, budget, {});
    race.play(result.moves.front().set, result.moves.front().move);
  }
  GameEnd ended{race.ledger().ending(), {}};
  for (int seat = 0; seat < race.course().seating.seats; ++seat) {
    ended.places[static_cast<std::size_t>(seat)] = race.position().places[seat];
  }
  return ended;
}

template <int Side = 4>
GameEnd play_game(const sternhalma::Rules& rules, std::uint64_t nodes, const SearchOptions& one,
                  const SearchOptions& others) {
  sternhalma::Race<Side> race(rules);
  return play_race(race, nodes, one, others);
}

}  // namespace crownstar::search::star
