// A position from the view of its mover: as White, with the board turned and the colours changed where Black moves.
#pragma once

#include <cstdint>

#include "engines/tablebase/slice.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::tablebase {

constexpr std::uint64_t reversed(std::uint64_t bits) {
  bits = (bits >> 1 & 0x5555555555555555U) | (bits & 0x5555555555555555U) << 1;
  bits = (bits >> 2 & 0x3333333333333333U) | (bits & 0x3333333333333333U) << 2;
  bits = (bits >> 4 & 0x0F0F0F0F0F0F0F0FU) | (bits & 0x0F0F0F0F0F0F0F0FU) << 4;
  return __builtin_bswap64(bits);
}

constexpr board::Word128 reversed(board::Word128 bits) {
  const auto low = static_cast<std::uint64_t>(bits);
  const auto high = static_cast<std::uint64_t>(bits >> 64);
  return board::Word128{reversed(low)} << 64 | reversed(high);
}

// A square and the one opposite it have bits of the same sum, for bits are linear in rows and columns.
template <class Board>
inline constexpr int sum_of_opposite_bits = [] {
  const int column = Board::is_playing({0, 0}) ? 0 : 1;
  return Board::bit({0, column}) + Board::bit({Board::rows - 1, Board::columns - 1 - column});
}();

template <class Variant>
constexpr draughts::WordOf<Variant> turned_squares(draughts::WordOf<Variant> squares) {
  using Board = draughts::BoardOf<Variant>;
  constexpr int top = static_cast<int>(sizeof(squares)) * 8 - 1;
  return reversed(squares) >> (top - sum_of_opposite_bits<Board>);
}

template <class Variant>
constexpr draughts::Position<Variant> turned(const draughts::Position<Variant>& position) {
  draughts::Position<Variant> result;
  result.pieces[0] = turned_squares<Variant>(position.pieces[1]);
  result.pieces[1] = turned_squares<Variant>(position.pieces[0]);
  result.kings = turned_squares<Variant>(position.kings);
  result.turn = draughts::other(position.turn);
  return result;
}

template <class Variant>
constexpr draughts::Position<Variant> seen_by_mover(const draughts::Position<Variant>& position) {
  return position.turn == draughts::Side::white ? position : turned(position);
}

// Of a position seen by its mover.
template <class Variant>
constexpr Slice slice_of(const draughts::Position<Variant>& position) {
  using draughts::Side;
  const auto army = [&](Side side) {
    return Army{board::count_bits(position.men_of(side)), board::count_bits(position.kings_of(side))};
  };
  return {army(Side::white), army(Side::black)};
}

}  // namespace crownstar::tablebase
