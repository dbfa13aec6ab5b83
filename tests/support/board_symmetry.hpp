// How a position and its moves look after the board is turned, mirrored or transposed.
// It does not know which of these leaves a variant's rules as they are: the tests say so.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "rules/draughts/generation.hpp"

namespace crownstar::support {

// Half a turn, with the colours exchanged: what White saw, Black sees.
struct HalfTurn {
  static constexpr bool exchanges_sides = true;
  template <class Board>
  static constexpr board::Cell cell(board::Cell from) {
    return {Board::rows - 1 - from.row, Board::columns - 1 - from.column};
  }
};

struct LeftRightMirror {
  static constexpr bool exchanges_sides = false;
  template <class Board>
  static constexpr board::Cell cell(board::Cell from) {
    return {from.row, Board::columns - 1 - from.column};
  }
};

// Rows become columns: only for pieces that know no forward.
struct Transposition {
  static constexpr bool exchanges_sides = false;
  template <class Board>
  static constexpr board::Cell cell(board::Cell from) {
    return {from.column, from.row};
  }
};

template <class Variant, class Symmetry>
struct Seen {
  using Board = draughts::BoardOf<Variant>;
  using Word = typename Board::Word;
  using Position = draughts::Position<Variant>;
  using Move = draughts::Move<Variant>;

  static constexpr bool stays_on_the_board() {
    for (int row = 0; row < Board::rows; ++row) {
      for (int column = 0; column < Board::columns; ++column) {
        const board::Cell cell{row, column};
        if (Board::is_playing(cell) != Board::is_playing(Symmetry::template cell<Board>(cell))) return false;
      }
    }
    return true;
  }

  static std::uint8_t square(std::uint8_t bit) {
    return static_cast<std::uint8_t>(Board::bit(Symmetry::template cell<Board>(Board::cells[bit])));
  }

  static Word squares(Word set) {
    Word result = 0;
    for (; set != 0; set = board::without_lowest(set)) {
      result |= Board::word(square(static_cast<std::uint8_t>(board::lowest_bit(set))));
    }
    return result;
  }

  static draughts::Side side(draughts::Side side) { return Symmetry::exchanges_sides ? draughts::other(side) : side; }

  static Position position(const Position& position) {
    Position result;
    result.turn = side(position.turn);
    result.kings = squares(position.kings);
    for (const draughts::Side each : {draughts::Side::white, draughts::Side::black}) {
      result.pieces[draughts::index(side(each))] = squares(position.of(each));
      if constexpr (Position::limits_kings) {
        const draughts::KingRun& run = position.king_runs[draughts::index(each)];
        if (run.length > 0) result.king_runs[draughts::index(side(each))] = {square(run.square), run.length};
      }
    }
    return result;
  }

  static Move move(const Move& move) {
    return {squares(move.captured), square(move.from), square(move.to), move.crowns};
  }
};

template <class Variant>
std::vector<draughts::Move<Variant>> sorted(std::vector<draughts::Move<Variant>> moves) {
  std::ranges::sort(moves, {},
                    [](const auto& move) { return std::tuple(move.from, move.to, move.captured, move.crowns); });
  return moves;
}

}  // namespace crownstar::support
