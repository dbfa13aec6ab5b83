#include "engines/tablebase/foreign/chinook_numbers.hpp"

#include <bit>

namespace crownstar::tablebase {
namespace {

// How many squares men may stand on that have come no further than this row, the mover's men taken off; -1 for none.
int squares_up_to(int their_row, std::uint64_t own_men) {
  const int squares = (their_row + 1) * chinook_row;
  const int first = chinook_squares - squares;
  return squares - std::popcount(own_men >> first);
}

std::uint64_t placements_behind(int their_men, int their_row, std::uint64_t own_men) {
  return their_men == 0 ? 0 : ways_to_choose(their_men, squares_up_to(their_row - 1, own_men));
}

std::uint64_t placements_at(int their_men, int their_row, std::uint64_t own_men) {
  if (their_men == 0) return 1;
  return ways_to_choose(their_men, squares_up_to(their_row, own_men)) -
         placements_behind(their_men, their_row, own_men);
}

// The first of the sets of men whose leading one is on this row, and the first after them.
std::uint64_t first_on(int row, int men) { return men == 0 ? 0 : ways_to_choose(men, row * chinook_row); }
std::uint64_t first_beyond(int row, int men) { return men == 0 ? 1 : ways_to_choose(men, (row + 1) * chinook_row); }

}  // namespace

ChinookPart chinook_part_of(const Placement& placement) {
  return {placement.slice(), leading_row(placement.own_men, chinook_row),
          leading_row(turned(placement.their_men, chinook_squares), chinook_row)};
}

std::uint64_t ChinookNumbers::size(const ChinookPart& part) {
  const std::vector<std::uint32_t>& table = table_for(part);
  const int men = part.slice.own.men;
  const std::uint64_t of_men = table[first_beyond(part.own_row, men)] - table[first_on(part.own_row, men)];
  const int open = chinook_squares - part.slice.men();
  return of_men * ways_to_choose(part.slice.own.kings, open) *
         ways_to_choose(part.slice.theirs.kings, open - part.slice.own.kings);
}

const std::vector<std::uint32_t>& ChinookNumbers::table_for(const ChinookPart& part) {
  const int own_men = part.slice.own.men;
  const int their_men = part.slice.theirs.men;
  const auto [entry, is_new] = tables_.try_emplace(Key{own_men, their_men, part.their_row});
  std::vector<std::uint32_t>& table = entry->second;
  if (!is_new) return table;
  const std::uint64_t sets = first_beyond(chinook_man_rows - 1, own_men);
  table.reserve(sets + 1);
  std::uint64_t sum = 0;
  std::uint64_t men = (std::uint64_t{1} << own_men) - 1;
  for (std::uint64_t set = 0; set < sets; ++set) {
    table.push_back(static_cast<std::uint32_t>(sum));
    sum += placements_at(their_men, part.their_row, men);
    // The next number with as many bits.
    const std::uint64_t lowest = men & (~men + 1);
    const std::uint64_t ripple = men + lowest;
    men = lowest == 0 ? 0 : ripple | ((men ^ ripple) >> (2 + std::countr_zero(men)));
  }
  table.push_back(static_cast<std::uint32_t>(sum));
  return table;
}

std::uint64_t ChinookNumbers::number(const Placement& placement) const {
  const ChinookPart part = chinook_part_of(placement);
  const int own_men = part.slice.own.men;
  const int their_men = part.slice.theirs.men;
  const std::vector<std::uint32_t>& table = tables_.at(Key{own_men, their_men, part.their_row});
  std::uint64_t number = table[number_among(placement.own_men, 0)] - table[first_on(part.own_row, own_men)];
  number += number_among(turned(placement.their_men, chinook_squares), turned(placement.own_men, chinook_squares)) -
            placements_behind(their_men, part.their_row, placement.own_men);
  const int open = chinook_squares - part.slice.men();
  number = number * ways_to_choose(part.slice.own.kings, open) + number_among(placement.own_kings, placement.men());
  return number * ways_to_choose(part.slice.theirs.kings, open - part.slice.own.kings) +
         number_among(placement.their_kings, placement.men() | placement.own_kings);
}

}  // namespace crownstar::tablebase
