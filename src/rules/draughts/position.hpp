// A position of one variant: exactly what decides the next legal moves, and what a move makes of it.
// It does not know how it came about, and trusts its maker (setup.hpp checks what a person typed).
#pragma once

#include <array>
#include <cstdint>

#include "rules/board/checkered.hpp"
#include "rules/draughts/variants/rules.hpp"

namespace crownstar::draughts {

template <class Variant>
using BoardOf = board::Checkered<Variant::rules.rows, Variant::rules.columns, Variant::rules.playing>;

template <class Variant>
using WordOf = typename BoardOf<Variant>::Word;

// What changes the board. The way there is not part of it: two captures that remove the same pieces from and to the
// same squares are one move.
template <class Variant>
struct Move {
  WordOf<Variant> captured = 0;
  std::uint8_t from = 0;  // bits of the board
  std::uint8_t to = 0;
  bool crowns = false;

  constexpr bool operator==(const Move&) const = default;
};

// Which king a side moved last and how many times in a row without a capture, for the variants that limit it.
struct KingRun {
  std::uint8_t square = 0;
  std::uint8_t length = 0;

  constexpr bool operator==(const KingRun&) const = default;
};

struct NoKingRuns {
  constexpr bool operator==(const NoKingRuns&) const = default;
};

template <class Variant>
struct Position {
  using Board = BoardOf<Variant>;
  using Word = typename Board::Word;
  static constexpr bool limits_kings = Variant::rules.king_moves_in_a_row > 0;
  using KingRuns = std::conditional_t<limits_kings, std::array<KingRun, 2>, NoKingRuns>;

  std::array<Word, 2> pieces{};  // by side, kings among them
  Word kings = 0;                // of both sides
  [[no_unique_address]] KingRuns king_runs{};
  Side turn = Side::white;

  constexpr bool operator==(const Position&) const = default;

  constexpr Word of(Side side) const { return pieces[index(side)]; }
  constexpr Word men_of(Side side) const { return of(side) & ~kings; }
  constexpr Word kings_of(Side side) const { return of(side) & kings; }
  constexpr Word occupied() const { return pieces[0] | pieces[1]; }
  constexpr Word empty() const { return Board::every & ~occupied(); }
};

// The row on which a side's men are crowned.
template <class Variant, Side Mover>
inline constexpr WordOf<Variant> crown_row =
    BoardOf<Variant>::row_set(Mover == Side::white ? Variant::rules.rows - 1 : 0);

template <class Variant, Side Mover>
constexpr void note_king_run(Position<Variant>& next, const Move<Variant>& move, bool was_king) {
  if constexpr (Position<Variant>::limits_kings) {
    KingRun& run = next.king_runs[index(Mover)];
    const bool has_men = (next.of(Mover) & ~next.kings) != 0;
    if (!was_king || move.captured != 0 || !has_men) {
      run = {};
    } else if (run.length != 0 && run.square == move.from) {
      run = {move.to, static_cast<std::uint8_t>(run.length + 1)};
    } else {
      run = {move.to, 1};
    }
    // The other side's count lapses with its last man, and with the king that it is about.
    KingRun& theirs = next.king_runs[index(other(Mover))];
    const auto their_men = next.of(other(Mover)) & ~next.kings;
    const bool was_taken = theirs.length != 0 && (move.captured >> theirs.square & 1) != 0;
    if (their_men == 0 || was_taken) theirs = {};
  }
}

// The position after a move of Mover, who must be the side to move.
template <class Variant, Side Mover>
constexpr Position<Variant> after(const Position<Variant>& position, const Move<Variant>& move) {
  using Word = WordOf<Variant>;
  const Word from = BoardOf<Variant>::word(move.from);
  const Word to = BoardOf<Variant>::word(move.to);
  const bool was_king = (position.kings & from) != 0;
  Position<Variant> next = position;
  next.pieces[index(Mover)] = (position.of(Mover) & ~from) | to;
  next.pieces[index(other(Mover))] &= ~move.captured;
  next.kings = position.kings & ~(from | move.captured);
  if (was_king || move.crowns) next.kings |= to;
  next.turn = other(Mover);
  note_king_run<Variant, Mover>(next, move, was_king);
  return next;
}

// The same from words at hand: a copy that is then changed would pass through memory.
template <class Variant, Side Mover>
constexpr Position<Variant> with_turn_passed(WordOf<Variant> movers, WordOf<Variant> repliers, WordOf<Variant> kings) {
  Position<Variant> next;
  next.pieces[index(Mover)] = movers;
  next.pieces[index(other(Mover))] = repliers;
  next.kings = kings;
  next.turn = other(Mover);
  return next;
}

// The same for a move without capture of a piece known to be a man or a king.
template <class Variant, Side Mover, bool IsKing>
constexpr Position<Variant> after_quiet(const Position<Variant>& position, WordOf<Variant> from, WordOf<Variant> to) {
  const auto kings = IsKing ? position.kings ^ (from | to) : position.kings | (to & crown_row<Variant, Mover>);
  auto next = with_turn_passed<Variant, Mover>(position.of(Mover) ^ (from | to), position.of(other(Mover)), kings);
  if constexpr (Position<Variant>::limits_kings) {
    const auto bit = [](WordOf<Variant> square) { return static_cast<std::uint8_t>(board::lowest_bit(square)); };
    next.king_runs = position.king_runs;
    note_king_run<Variant, Mover>(next, Move<Variant>{0, bit(from), bit(to), false}, IsKing);
  }
  return next;
}

template <class Variant>
constexpr Position<Variant> after(const Position<Variant>& position, const Move<Variant>& move) {
  return position.turn == Side::white ? after<Variant, Side::white>(position, move)
                                      : after<Variant, Side::black>(position, move);
}

template <class Variant>
constexpr Position<Variant> start_position() {
  constexpr const Rules& rules = Variant::rules;
  Position<Variant> position;
  for (int row = rules.first_men_row; row < rules.first_men_row + rules.men_rows; ++row) {
    position.pieces[index(Side::white)] |= BoardOf<Variant>::row_set(row);
    position.pieces[index(Side::black)] |= BoardOf<Variant>::row_set(rules.rows - 1 - row);
  }
  position.turn = rules.begins;
  return position;
}

// Where the first to have a king wins, a position with a king has no moves.
template <class Variant>
constexpr bool is_ended_by_a_king(const Position<Variant>& position) {
  return Variant::rules.ending == Ending::first_king_wins && position.kings != 0;
}

}  // namespace crownstar::draughts
