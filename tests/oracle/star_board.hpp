// The star board as coordinates and the options of the game; it does not know pieces, moves and turns.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace crownstar::oracle::star {

// A hole as it is written: row 0 is `a`; columns slant, so that going up and to the left keeps the number.
// The order of holes is the order in which a position lists them: row by row, left to right.
struct Hole {
  int row = 0;
  int column = 0;
  auto operator<=>(const Hole&) const = default;
};

enum class Teams { none, opposite };
enum class Hop { standard, super, symmetric, catapult };
enum class Rest { home, anywhere };
enum class Goal { open, closed };
enum class Win { filled, own };
enum class Places { all, first };
enum class Leave { removed, stay };

// The option table of docs/rules/sternhalma.md; each field holds its default.
struct Options {
  int players = 2;                // CC-4
  int sets = 1;                   // CC-5
  int board = 121;                // CC-1
  int pieces = 0;                 // CC-3; 0 stands for what the other options make usual
  Teams teams = Teams::none;      // CC-6
  Hop hop = Hop::standard;        // CC-9, CC-12, CC-13, CC-13b
  Rest rest = Rest::home;         // CC-14
  Goal goal = Goal::open;         // CC-18
  Win win = Win::filled;          // CC-17
  Places places = Places::all;    // CC-15
  std::uint32_t rounds = 300;     // CC-19
  std::uint32_t evacuate = 0;     // CC-20
  Leave leave = Leave::removed;   // CC-22
  bool plays_last_round = false;  // CC-24
  std::map<int, int> handicap;    // CC-25: the pieces fewer of a set, where there are any
  bool operator==(const Options&) const = default;
};

// CC-3: the pieces of one set when nothing else is asked for.
int usual_pieces(const Options& options);
// CC-3, CC-25: the pieces with which a set begins.
int pieces_of(const Options& options, int set);

// Why the options cannot be played, or nothing.
std::optional<std::string> objection(const Options& options);

// `sternhalma:players=3,hop=super`, and back with the defaults left out.
std::expected<Options, std::string> read_token(std::string_view token);
std::string write_token(const Options& options);

// The board of one game, answered from coordinates each time: nothing is stored but two numbers.
class Board {
 public:
  explicit Board(const Options& options);

  bool has(Hole hole) const;
  std::vector<Hole> holes() const;
  // CC-1: the tip in which the hole lies, 1 to 6 clockwise from the bottom; 0 is the hexagon.
  int point_of(Hole hole) const;
  // CC-3: the holes in which a set stands at the beginning; with 15 pieces on 121 holes the row in front belongs to it.
  bool is_in_start(int set, Hole hole) const;
  // CC-5: the same shape at the opposite end.
  bool is_in_goal(int set, Hole hole) const;

  // How far a hole lies from the centre towards a point, counted in rows parallel to that point's base.
  int distance_towards(int point, Hole hole) const;
  // CC-25: where a set of so many pieces begins. The back row is emptied first, each row from its player's left.
  std::set<Hole> first_holes(int set, int pieces) const;
  // CC-17, CC-25: whether so many holes of the set's goal are filled, none of them before one that is farther.
  bool is_goal_filled(int set, int pieces, const std::set<Hole>& filled) const;

 private:
  int side_;
  bool front_row_is_start_;
};

// The six neighbours' offsets, clockwise from up and to the left.
inline constexpr std::array<Hole, 6> directions{{{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}}};

inline Hole next(Hole hole, Hole direction) { return {hole.row + direction.row, hole.column + direction.column}; }

// 1 and 4, 2 and 5, 3 and 6.
inline int opposite(int point) { return point > 3 ? point - 3 : point + 3; }

std::string write_hole(Hole hole);
std::optional<Hole> read_hole(std::string_view text);

// CC-4, CC-5: the sets of each seat in the order of turns, lowest set first.
std::vector<std::vector<int>> seats_of(const Options& options);

}  // namespace crownstar::oracle::star
