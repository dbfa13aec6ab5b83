// A position in a game that is played from Python, how it came about, and a legal move of it. What costs much (the
// game behind the interface, texts and paths of moves) is worked out when somebody asks for it. It does not know
// Python.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/environment/environment.hpp"
#include "rules/game/game.hpp"

namespace crownstar::python {

using base::Checked;
using environment::Environment;
using environment::MoveMeaning;

// Where games begin. Shared by all that begin so.
struct Beginning {
  std::shared_ptr<const game::Game> game;
  std::shared_ptr<const Environment> numbers;  // null where the game cannot be followed in numbers
  std::string position;                        // empty for the game's own beginning
};

// A turn, and by it all turns before. It says what has been played and holds no position, but for one in so many.
struct PlayedTurn {
  PlayedTurn(std::shared_ptr<PlayedTurn> earlier, MoveMeaning meaning);
  PlayedTurn(const PlayedTurn&) = delete;
  PlayedTurn& operator=(const PlayedTurn&) = delete;
  ~PlayedTurn();

  std::shared_ptr<PlayedTurn> before;  // null for the first turn
  std::size_t turns = 1;               // with this one
  MoveMeaning move;
  int action = -1;          // of a move, where it was followed in numbers
  int withdrawn_seat = -1;  // of a seat that plays no more, which is no move
  std::string reason;
  std::string text;                        // of a move; empty until somebody asks
  std::shared_ptr<const game::Game> kept;  // after the turn
};

class GameNode {
 public:
  // `before` is an earlier node of the same game, if there is one: what was worked out there need not be again.
  GameNode(std::shared_ptr<const Beginning> beginning, std::shared_ptr<PlayedTurn> last_turn,
           std::shared_ptr<const Environment> numbers, const GameNode* before = nullptr);

  const std::shared_ptr<const Beginning>& beginning() const { return beginning_; }
  const std::shared_ptr<PlayedTurn>& last_turn() const { return last_turn_; }  // null at the beginning
  std::size_t turns() const { return last_turn_ ? last_turn_->turns : 0; }
  // Null where a seat has withdrawn, or there are more moves than numbers.
  const Environment* numbers() const { return numbers_.get(); }
  const game::Game& game() const;
  // With texts and paths.
  const Checked<std::vector<game::MoveView>>& moves() const;
  // Null if the move is not legal here.
  const game::MoveView* named(const MoveMeaning& meaning) const;

 private:
  std::shared_ptr<const Beginning> beginning_;
  std::shared_ptr<PlayedTurn> last_turn_;
  std::shared_ptr<const Environment> numbers_;
  // What is worked out when it is asked for; Python asks one thread at a time.
  mutable std::shared_ptr<const game::Game> near_;  // of an earlier node, after so many turns
  mutable std::size_t near_turns_ = 0;
  mutable std::shared_ptr<const game::Game> game_;
  mutable std::optional<Checked<std::vector<game::MoveView>>> moves_;
};

// A legal move at a node.
class Choice {
 public:
  Choice(std::shared_ptr<const GameNode> node, int action) : node_(std::move(node)), action_(action) {}
  Choice(std::shared_ptr<const GameNode> node, game::MoveView view) : node_(std::move(node)), own_(std::move(view)) {}

  const std::shared_ptr<const GameNode>& node() const { return node_; }
  int action() const { return action_; }  // -1 where it was not told by its number
  MoveMeaning meaning() const;
  const game::MoveView& view() const;
  // Its text where that is known already.
  std::string known_text() const;
  bool operator==(const Choice& other) const;

 private:
  std::shared_ptr<const GameNode> node_;
  int action_ = -1;
  std::optional<game::MoveView> own_;
  mutable const game::MoveView* seen_ = nullptr;  // one of the node's
};

MoveMeaning meaning_of(const game::MoveView& view);

}  // namespace crownstar::python
