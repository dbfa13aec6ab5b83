// The axes along which draughts variants differ, each named by its behaviour.
// It does not know the name of any game: rows of values are in variants_eight.hpp and variants_large.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules/board/checkered.hpp"

namespace crownstar::draughts {

using board::Direction;
using board::Playing;

enum class Side : std::uint8_t { white, black };

constexpr Side other(Side side) { return side == Side::white ? Side::black : Side::white; }
constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }

// Along which lines a piece moves or takes.
enum class Lines {
  forward_diagonals,
  diagonals,
  forward_and_sideways,  // along rows and columns, never back
  rows_and_columns,
  every_direction  // diagonals; and rows and columns over squares of the playing colour, two cells a step
};

enum class KingMove { one_step, any_distance };

enum class KingCapture {
  adjacent,                 // jumps a neighbour, lands directly behind it
  distant_landing_behind,   // jumps from afar, lands directly behind
  distant_landing_anywhere  // jumps from afar, lands on any empty square behind
};

enum class Crowning {
  ends_the_move,
  only_where_the_move_ends,  // a man that passes the far row while capturing stays a man
  at_once_and_goes_on_as_king
};

enum class Removal { after_the_move, at_once };

// By what captures are compared, the most important criterion first; unused places hold `none`.
enum class Criterion : std::uint8_t {
  none,
  most_pieces,
  with_a_king,
  most_kings_taken,
  king_taken_earliest,
  highest_value  // a king is worth less than two men, and n kings more than 2n - 1 men
};
using Precedence = std::array<Criterion, 4>;

enum class Ending {
  no_move_loses,
  no_move_wins,
  first_king_wins  // and no move loses
};

// Where square 1 lies and which way the numbers run, as White sees the board.
enum class NumberedFrom { top_left, bottom_right, bottom_left };
enum class Notation { numbers, letters };

// How a count of moves in one kind of ending may end the game.
struct Between {
  int least = 0;
  int most = 0;
  constexpr bool holds(int count) const { return least <= count && count <= most; }
};
inline constexpr Between any_number{0, 255};

enum class CountedMoves { of_both_sides, of_the_stronger, of_the_weaker };
enum class CountRestarts { when_the_class_breaks, when_material_changes, when_material_changes_or_a_man_moves };
enum class LongDiagonal { does_not_matter, held_by_the_weaker_alone, once_reached_by_the_stronger };

// `stronger` and `weaker` name the two sides of the class, whichever colour they are.
struct MaterialDraw {
  std::string_view when{};  // for people: `three kings against one`
  Between stronger_men = any_number;
  Between stronger_kings = any_number;
  Between stronger_pieces = any_number;
  Between weaker_men = any_number;
  Between weaker_kings = any_number;
  Between weaker_pieces = any_number;
  Between all_pieces = any_number;
  CountedMoves counted = CountedMoves::of_both_sides;
  int limit = 0;  // of the moves counted; where both sides' count, half-moves
  CountRestarts restarts = CountRestarts::when_the_class_breaks;
  LongDiagonal road = LongDiagonal::does_not_matter;

  constexpr bool is_used() const { return limit > 0; }
};

struct DrawRules {
  int occurrences = 0;       // of one position, same side to move; 0 for no such rule
  int quiet_half_moves = 0;  // without a capture or a man's move; 0 for no such rule
  bool sideways_man_is_quiet = false;
  std::array<MaterialDraw, 6> material{};
};

// The numbers that a game's rules page gives to each rule, for reasons such as `AM-7: you must capture`.
struct RuleNumbers {
  std::string_view prefix{};
  int board = 1;
  int pieces = 2;
  int turns = 3;
  int man_move = 4;
  int king_move = 5;
  int man_capture = 6;
  int king_capture = 7;
  int must_capture = 8;
  int whole_capture = 8;  // a capture must be completed
  int precedence = 9;
  int removal = 10;
  int crowning = 11;
  int no_move = 12;
  int repetition = 13;
  int quiet = 14;
  int material = 15;
  int special = 17;
};

struct Rules {
  // The board and the men on it.
  int rows = 8;
  int columns = 8;
  Playing playing = Playing::with_corner;
  int first_men_row = 0;  // counted from the player
  int men_rows = 3;
  Side begins = Side::white;

  // How men and kings move and take.
  Lines man_moves = Lines::forward_diagonals;
  Lines man_captures = Lines::forward_diagonals;
  bool man_may_take_king = true;
  Lines king_lines = Lines::diagonals;
  Lines king_captures = Lines::diagonals;
  KingMove king_move = KingMove::one_step;
  KingCapture king_capture = KingCapture::adjacent;
  bool stops_behind_a_king_taken_last = false;
  int king_moves_in_a_row = 0;  // without a capture, by one king, while its side has a man; 0 for no limit

  // What happens in and after a capture.
  Crowning crowning = Crowning::ends_the_move;
  Removal removal = Removal::after_the_move;
  bool may_turn_back = true;  // take in the direction opposite to the jump before
  Precedence precedence{};
  bool king_takes_before_man = false;  // if a king can take, a man may not

  // How it ends.
  Ending ending = Ending::no_move_loses;
  DrawRules draws{};

  // How it is written.
  Notation notation = Notation::numbers;
  NumberedFrom numbered_from = NumberedFrom::top_left;
  char capture_sign = 'x';
  std::string_view game_type{};  // the PDN tag
  bool two_points_a_win = false;
  RuleNumbers ids{};

  constexpr bool has_precedence() const { return precedence[0] != Criterion::none; }
  constexpr bool orders_by(Criterion criterion) const {
    for (const Criterion used : precedence) {
      if (used == criterion) return true;
    }
    return false;
  }
  // Among captures by men of men alone, where no other criterion can tell them apart.
  constexpr bool prefers_more_pieces() const {
    return orders_by(Criterion::most_pieces) || orders_by(Criterion::highest_value);
  }
  constexpr bool king_flies() const { return king_move == KingMove::any_distance; }
  constexpr bool king_takes_from_afar() const { return king_capture != KingCapture::adjacent; }
};

// The steps along `lines` for a side. At most eight; `count` says how many are used.
struct Directions {
  std::array<Direction, 8> step{};
  std::size_t count = 0;

  constexpr void add(Direction direction) { step[count++] = direction; }
};

constexpr Directions directions(Lines lines, Side side) {
  const int forward = side == Side::white ? 1 : -1;
  Directions all;
  if (lines == Lines::forward_diagonals || lines == Lines::diagonals || lines == Lines::every_direction) {
    all.add({forward, -1});
    all.add({forward, 1});
  }
  if (lines == Lines::diagonals || lines == Lines::every_direction) {
    all.add({-forward, -1});
    all.add({-forward, 1});
  }
  if (lines == Lines::forward_and_sideways || lines == Lines::rows_and_columns) {
    all.add({forward, 0});
    all.add({0, -1});
    all.add({0, 1});
  }
  if (lines == Lines::rows_and_columns) all.add({-forward, 0});
  if (lines == Lines::every_direction) {
    for (const Direction straight : {Direction{2, 0}, Direction{-2, 0}, Direction{0, 2}, Direction{0, -2}}) {
      all.add(straight);
    }
  }
  return all;
}

}  // namespace crownstar::draughts
