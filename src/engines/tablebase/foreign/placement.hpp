// The pieces of a position as databases of other programs number them: the mover's side first, squares without gaps.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engines/tablebase/slice.hpp"
#include "engines/tablebase/slices/position_index.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::tablebase {

// Sets of squares: bit 0 is the first square of the mover's first row, and rows follow one another.
struct Placement {
  std::uint64_t own_men = 0;
  std::uint64_t own_kings = 0;
  std::uint64_t their_men = 0;
  std::uint64_t their_kings = 0;

  constexpr bool operator==(const Placement&) const = default;
  constexpr std::uint64_t men() const { return own_men | their_men; }
  constexpr Slice slice() const {
    return {{std::popcount(own_men), std::popcount(own_kings)}, {std::popcount(their_men), std::popcount(their_kings)}};
  }
};

// Which end of a row is numbered first, as the mover sees it.
enum class FirstSquare { left, right };

constexpr std::uint64_t turned(std::uint64_t squares, int board_squares) {
  return reversed(squares) >> (64 - board_squares);
}

// As the other side sees it.
constexpr Placement turned(const Placement& placement, int board_squares) {
  return {turned(placement.their_men, board_squares), turned(placement.their_kings, board_squares),
          turned(placement.own_men, board_squares), turned(placement.own_kings, board_squares)};
}

template <class Board, FirstSquare First>
inline constexpr auto square_of_bit = [] {
  constexpr int row_squares = Board::squares / Board::rows;
  std::array<std::uint8_t, static_cast<std::size_t>(Board::bits)> table{};
  for (int bit = 0; bit < Board::bits; ++bit) {
    const board::Cell cell = Board::cells[static_cast<std::size_t>(bit)];
    if (cell.row < 0) continue;
    const int place = cell.column * row_squares / Board::columns;
    const int in_row = First == FirstSquare::left ? place : row_squares - 1 - place;
    table[static_cast<std::size_t>(bit)] = static_cast<std::uint8_t>(cell.row * row_squares + in_row);
  }
  return table;
}();

template <class Board, FirstSquare First>
constexpr std::uint64_t numbered_squares(typename Board::Word set) {
  std::uint64_t squares = 0;
  for (; set != 0; set = board::without_lowest(set)) {
    squares |= std::uint64_t{1} << square_of_bit<Board, First>[static_cast<std::size_t>(board::lowest_bit(set))];
  }
  return squares;
}

// Of a position seen by its mover.
template <class Variant, FirstSquare First>
constexpr Placement placement_of(const draughts::Position<Variant>& position) {
  using draughts::Side;
  constexpr auto squares = numbered_squares<draughts::BoardOf<Variant>, First>;
  return {squares(position.men_of(Side::white)), squares(position.kings_of(Side::white)),
          squares(position.men_of(Side::black)), squares(position.kings_of(Side::black))};
}

// The row of the man that stands furthest ahead, counted from the side's own first one; 0 where there are no men.
constexpr int leading_row(std::uint64_t men, int row_squares) {
  return men == 0 ? 0 : (63 - std::countl_zero(men)) / row_squares;
}

// Whether such a row may be that of an army's leading man: no man stands on the last row.
constexpr bool can_lead_on(const Army& army, int row, int man_rows) {
  return army.men == 0 ? row == 0 : row < man_rows;
}

// The number of a set of squares among all sets of as many, where `taken` squares are left out of the count. Sets are
// ordered by their greatest square first.
constexpr std::uint64_t number_among(std::uint64_t set, std::uint64_t taken) {
  std::uint64_t number = 0;
  for (int chosen = 1; set != 0; set &= set - 1, ++chosen) {
    const int square = std::countr_zero(set);
    const std::uint64_t below = (std::uint64_t{1} << square) - 1;
    number += ways_to_choose(chosen, square - std::popcount(taken & below));
  }
  return number;
}

}  // namespace crownstar::tablebase
