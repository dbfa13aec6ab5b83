// The one runtime interface of every game: what a table, a page or a command line may ask of it.
// It does not know the time, the players behind the seats, resigning and anything about searching.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "rules/game/layout.hpp"

namespace crownstar::game {

using base::Checked;
using base::Refusal;

// A legal move as it is shown and recorded. `text` is unique among the legal moves of its position.
struct MoveView {
  std::string text;             // `11x18`, `e5-f6`, `c5-e7-g7`
  std::vector<Point> path;      // from, every landing, to
  std::vector<Point> captured;  // in the order in which `path` jumps them
  bool crowns = false;
  std::uint64_t handle = 0;  // the game's own name for the move in this position; means nothing elsewhere

  Point from() const { return path.front(); }
  Point to() const { return path.back(); }
};

struct PieceView {
  Point point = 0;
  int seat = 0;  // whose it is, counted from 0 in the order of turns
  int set = 0;   // which of the seat's colours: the star's set (1 to 6); in draughts seat + 1
  bool is_king = false;

  bool operator==(const PieceView&) const = default;
};

// How a seat stands. A draw is a shared place: in a drawn game of two both have place 1.
struct Standing {
  int place = 0;       // 0 while the seat plays on
  std::string rule;    // the rule by which the place was given, `AM-10`
  std::string reason;  // one line for people

  bool operator==(const Standing&) const = default;
};

struct Outcome {
  bool is_over = false;
  bool is_draw = false;  // over, and the best place is shared by rivals
  std::string rule;      // by which rule the game ended
  std::string reason;
  std::vector<Standing> standings;  // one a seat

  bool operator==(const Outcome&) const = default;
};

// The two ways in which the field counts captures.
enum class Counting {
  moves,  // distinct from, to and captured set: what a move is here
  paths   // every way to make a capture counts
};

// How far a count has run that ends the game as a draw when it is full; `evacuate` ends it for the player to move
// alone.
struct DrawCount {
  std::string rule;   // by which it ends, `IN-14`
  std::string topic;  // as in rule_topics.hpp: `quiet`, `material`, `repetition`; of the star also `rounds`, `evacuate`
  int made = 0;       // moves, of each side where both are counted; times that the position has occurred
  int limit = 0;

  bool operator==(const DrawCount&) const = default;
};

// A position on its own, for counting the tree below it: no history, no draw rules.
class PerftNode {
 public:
  struct Branch;
  virtual ~PerftNode() = default;
  virtual Checked<std::uint64_t> count(int depth, Counting counting) const = 0;
  virtual Checked<std::vector<Branch>> branches(Counting counting) const = 0;
};

struct PerftNode::Branch {
  std::string move;
  std::unique_ptr<PerftNode> node;
};

// One game being played: the position and as much history as the draw rules need.
class Game {
 public:
  virtual ~Game() = default;
  virtual std::unique_ptr<Game> clone() const = 0;

  virtual std::string token() const = 0;  // canonical: defaults left out
  virtual int seats() const = 0;
  virtual std::string seat_name(int seat) const = 0;  // `Red`, `White`, `Seat 3`
  virtual const Layout& layout() const = 0;

  virtual std::string position() const = 0;  // FEN, or the star's text
  // Begins afresh from a position; a refusal changes nothing.
  virtual Checked<void> set_position(std::string_view text) = 0;
  virtual std::vector<PieceView> pieces() const = 0;
  virtual std::uint64_t key() const = 0;  // equal for positions with the same legal moves for the same seat
  virtual int seat_to_move() const = 0;

  // Empty once the game is over. Refused as too complex where the enumeration would explode.
  virtual Checked<std::vector<MoveView>> legal_moves() const = 0;
  // Every way to make one move, shortest first; bounded.
  virtual Checked<std::vector<std::vector<Point>>> paths(const MoveView& move) const = 0;
  // Full or short form. An ambiguous text is refused and lists its meanings; an illegal one names the rule.
  virtual Checked<MoveView> parse(std::string_view text) const = 0;
  virtual Checked<void> play(const MoveView& move) = 0;

  virtual const Outcome& outcome() const = 0;
  // Those that run at this position; none once the game is over.
  virtual std::vector<DrawCount> draw_counts() const { return {}; }
  // The seat plays no more and has the last open place; a star may take its pieces off (CC-22). The others play on.
  virtual Checked<void> withdraw(int seat, std::string reason) = 0;

  virtual std::unique_ptr<PerftNode> perft() const = 0;
};

}  // namespace crownstar::game
