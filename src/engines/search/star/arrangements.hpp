// How often a seat's pieces have stood in the same way before its turns, so that it does not shuffle for ever.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/mixing.hpp"
#include "rules/sternhalma/notation.hpp"
#include "rules/sternhalma/setup.hpp"
#include "rules/sternhalma/turn.hpp"

namespace crownstar::search::star {

// By the key of an arrangement, which is the sum of the keys of its pieces.
using ArrangementCounts = std::unordered_map<std::uint64_t, int>;

constexpr std::uint64_t piece_key(int set, int hole) {
  const int point = sternhalma::point_of_set(set);
  return base::splitmix64(0, static_cast<std::uint64_t>(point) << 32U | static_cast<std::uint64_t>(hole));
}

template <int Side>
std::uint64_t piece_key_at(int set, int slot) {
  return piece_key(set, sternhalma::lattice<Side>.hole_of_slot[slot]);
}

template <int Side>
std::uint64_t arrangement_key(const sternhalma::Course<Side>& course, const sternhalma::Position<Side>& position,
                              int seat) {
  std::uint64_t key = 0;
  for (int nth = 0; nth < course.seating.sets_each; ++nth) {
    const int set = course.seating.sets[seat][nth];
    position.sets[set].for_each([&](int slot) { key += piece_key_at<Side>(set, slot); });
  }
  return key;
}

// Of a seat, before each of its turns among the positions, which are texts. A text that is no position is left out.
template <int Side>
ArrangementCounts count_arrangements(const sternhalma::Course<Side>& course, const std::vector<std::string>& positions,
                                     int seat) {
  ArrangementCounts counts;
  for (const std::string& text : positions) {
    const auto setup = sternhalma::read_setup(board::star<Side>, text);
    if (!setup || course.seating.seat_of_set[setup->turn] != seat) continue;
    std::uint64_t key = 0;
    for (const sternhalma::SetHoles& set : setup->sets) {
      if (course.seating.seat_of_set[set.set] != seat) continue;
      for (const int hole : set.holes) key += piece_key(set.set, hole);
    }
    ++counts[key];
  }
  return counts;
}

}  // namespace crownstar::search::star
