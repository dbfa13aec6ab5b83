// Every legal move of a draughts position, worked out the slow and plain way; it does not know anything about
// Crownstar's own boards, so that it can check them.
//
// A position as text is the side to move (`W` or `B`), a space, and the rows from the top of the diagram as White sees
// it (White below), joined by `/`: every cell is a character, played on or not, `.` empty, `w` and `b` men, `W` and `B`
// kings. A king that has moved without capturing counts in the Frisian games: ` w=R,C,N` and ` b=R,C,N` at the end say
// that the last N moves of that side were made by its king now in row R and column C, both counted from 0 at the top
// left. Example: `W .b.b.b.b/.../w.w.w.w.`.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/draughts_rules.hpp"

namespace crownstar::oracle {

enum class Cell : char { empty = '.', white_man = 'w', white_king = 'W', black_man = 'b', black_king = 'B' };

// Rows count from the top of the diagram, columns from its left, both from 0.
struct Position {
  int row = 0;
  int column = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};

// How often in a row a side has moved one king without capturing, and where that king stands; 0 for not at all.
struct KingRun {
  int moves = 0;
  Position king;
  friend bool operator==(const KingRun&, const KingRun&) = default;
};

struct Board {
  int rows = 0;
  int columns = 0;
  std::vector<Cell> cells;  // row by row from the top left
  Side side_to_move = Side::white;
  std::array<KingRun, 2> king_runs;  // of White, of Black; kept only where the rules limit them

  Cell at(Position position) const;
  void put(Position position, Cell cell);
  bool holds(Position position) const;
  friend bool operator==(const Board&, const Board&) = default;
};

struct Move {
  Position from;
  Position to;
  std::vector<Position> captured;  // sorted
  bool crowns = false;             // the piece was a man and is a king afterwards
  std::vector<Position> path;      // one way to make the move: where it starts and every landing
};

// How captures are counted: `moves` are distinct in where they start and end and what they capture; `paths` are
// distinct in their landings, where a far king that goes straight on is counted once, whatever square it pauses on.
enum class Convention { moves, paths };

Board start(const Rules& rules);
std::vector<Move> legal_moves(const Rules& rules, const Board& board);
std::vector<Move> legal_paths(const Rules& rules, const Board& board);
Board apply(const Rules& rules, const Board& board, const Move& move);
std::uint64_t perft(const Rules& rules, const Board& board, int depth, Convention convention);

std::string write_board(const Board& board);
std::optional<Board> read_board(const Rules& rules, std::string_view text);

// Squares and positions as PDN writes them: `17`, `c3`; `W:W31,K46:BK1,7`, ranges (`W:W31-50:B1-20`) where squares are
// numbers. `start` is read as the position at the start of the game. The runs of the Frisian kings are not written.
std::optional<Position> read_square(const Rules& rules, std::string_view text);
std::string write_square(const Rules& rules, Position position);
std::optional<Board> read_fen(const Rules& rules, std::string_view text);
std::string write_fen(const Rules& rules, const Board& board);

bool is_played(const Rules& rules, Position position);

}  // namespace crownstar::oracle
