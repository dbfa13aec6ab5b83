// A board as somebody has set it up, possible or not, and the check that makes a position of it or says what is wrong.
// It does not know how it was written.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/refusal.hpp"
#include "rules/draughts/notation/squares.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::draughts {

using base::Checked;
using base::refuse;

struct SetupPiece {
  Side side = Side::white;
  bool is_king = false;
  int square = 0;  // the bit of the board

  bool operator==(const SetupPiece&) const = default;
};

struct Setup {
  std::vector<SetupPiece> pieces;
  Side turn = Side::white;
  std::array<KingRun, 2> king_runs{};  // where the variant counts a king's moves in a row

  bool operator==(const Setup&) const = default;
};

inline std::string rule_id(const RuleNumbers& ids, int number) {
  return std::string(ids.prefix) + "-" + std::to_string(number);
}

// What check() needs to know of the variant, so that it is written once for all of them.
struct SetupLimits {
  const SquareNames* names = nullptr;
  std::array<std::string_view, 2> sides{};
  int pieces_a_side = 0;
  int most_king_moves = 0;
  RuleNumbers ids;
};

Checked<void> check_pieces(const Setup& setup, const SetupLimits& limits);
Checked<void> check_king_runs(const Setup& setup, const SetupLimits& limits);

// As many as fit on a side's half of the board with the row at the middle left free. Most games begin with so many;
// makhos and Frysk! begin with fewer, and positions with more of their men are set up all the same: the published
// counts of the Thai rules are from twelve.
template <class Variant>
constexpr int most_pieces_a_side() {
  constexpr const Rules& rules = Variant::rules;
  int squares = 0;
  for (int row = rules.first_men_row; row < rules.rows / 2 - 1; ++row) {
    squares += board::count_bits(BoardOf<Variant>::row_set(row));
  }
  return squares;
}

template <class Variant>
SetupLimits setup_limits() {
  static_assert(most_pieces_a_side<Variant>() >= board::count_bits(start_position<Variant>().of(Side::white)));
  return {&SquareNames::of<Variant>(), Variant::sides, most_pieces_a_side<Variant>(),
          Variant::rules.king_moves_in_a_row, Variant::rules.ids};
}

template <class Variant>
Checked<Position<Variant>> check(const Setup& setup) {
  using Board = BoardOf<Variant>;
  const SetupLimits limits = setup_limits<Variant>();
  if (auto checked = check_pieces(setup, limits); !checked) return std::unexpected(checked.error());
  if (auto checked = check_king_runs(setup, limits); !checked) return std::unexpected(checked.error());
  Position<Variant> position;
  position.turn = setup.turn;
  for (const SetupPiece& piece : setup.pieces) {
    const auto square = Board::word(piece.square);
    const auto crown = piece.side == Side::white ? crown_row<Variant, Side::white> : crown_row<Variant, Side::black>;
    if (!piece.is_king && (square & crown) != 0) {
      return refuse(rule_id(limits.ids, limits.ids.crowning),
                    "a man of " + std::string(limits.sides[index(piece.side)]) + " cannot stand on " +
                        limits.names->name(piece.square) + ", where it would have been crowned; put a king there");
    }
    position.pieces[index(piece.side)] |= square;
    if (piece.is_king) position.kings |= square;
  }
  if constexpr (Position<Variant>::limits_kings) position.king_runs = setup.king_runs;
  return position;
}

template <class Variant>
Setup to_setup(const Position<Variant>& position) {
  Setup setup;
  setup.turn = position.turn;
  for (const Side side : {Side::white, Side::black}) {
    for (const int square : SquareNames::of<Variant>().in_order()) {
      const auto word = BoardOf<Variant>::word(square);
      if ((position.of(side) & word) != 0) setup.pieces.push_back({side, (position.kings & word) != 0, square});
    }
  }
  if constexpr (Position<Variant>::limits_kings) setup.king_runs = position.king_runs;
  return setup;
}

}  // namespace crownstar::draughts
