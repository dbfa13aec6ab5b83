// The rules of every draughts variant as plain named facts; it does not know how moves are made from them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownstar::oracle {

enum class Side { white, black };

// One step between neighbouring cells of a line, seen by the moving side: `forward` rows towards the opponent and
// `sideways` columns. Every list of steps is symmetric left to right, so the sign of `sideways` needs no mirroring.
struct Step {
  int forward = 0;
  int sideways = 0;
  friend bool operator==(const Step&, const Step&) = default;
};

// What a man becomes when it lands on the far row during a chain of captures.
enum class FarRow {
  ends_the_move,      // it is crowned and the chain is over
  passes_as_man,      // it goes on as a man, and is crowned only if the chain ends there
  continues_as_king,  // it is crowned at once and goes on with a king's powers
};

// The order in which captures are compared; a variant lists the criteria it uses, the strongest first.
enum class Precedence {
  most_pieces,     // the more pieces captured the better
  with_a_king,     // a capture made by a king before one made by a man
  most_kings,      // the more kings captured the better
  kings_earliest,  // of two chains, the one that meets a king where the other still meets a man
  frisian_value,   // n kings weigh more than 2n-1 men and less than 2n men
};

// How the squares of a position are written; every corner is meant as seen by White, with White below.
enum class Numbering { from_top_left, from_bottom_right, algebraic_from_bottom_left };

struct Rules {
  std::string id;

  int rows = 8;
  int columns = 8;
  bool every_cell_is_played = false;
  bool bottom_left_is_played = true;  // where only every other cell is played
  Numbering numbering = Numbering::from_top_left;

  Side first_mover = Side::white;
  int vacant_home_rows = 0;  // rows behind the men that are empty at the start
  int men_rows = 3;

  std::vector<Step> man_moves;
  std::vector<Step> man_captures;
  bool men_capture_kings = true;
  FarRow far_row_in_a_chain = FarRow::ends_the_move;

  std::vector<Step> king_moves;
  std::vector<Step> king_captures;
  bool kings_move_far = false;
  bool kings_capture_far = false;
  bool kings_land_anywhere = false;            // any empty square behind the piece, not only the first
  bool kings_halt_behind_last_king = false;    // a chain whose last captured piece is a king ends directly behind it
  int same_king_moves_in_a_row = 0;            // 0: no limit; it binds a side only while it has a man
  bool captured_pieces_leave_at_once = false;  // otherwise they stay as obstacles until the chain ends
  bool chain_may_turn_straight_back = true;
  std::vector<Precedence> precedence;  // empty: any capture may be chosen

  bool first_king_ends_the_game = false;
  bool having_no_move_wins = false;
};

// The rules of a variant by its id; nullptr where there is no such variant.
const Rules* find_rules(std::string_view id);

// All variants, in the order of their documentation.
const std::vector<Rules>& all_rules();

}  // namespace crownstar::oracle
