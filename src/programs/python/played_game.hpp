// A game that a Python program plays: the position, how it came about, and the way back. Copies are cheap.
// It does not know Python.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/search/request.hpp"
#include "programs/python/game_node.hpp"

namespace crownstar::python {

class PlayedGame {
 public:
  // An empty position is the game's own beginning.
  static Checked<PlayedGame> begin(std::string_view token);

  // Stays as it is whatever is played, so that a move of it, or another thread, may go on looking at it.
  const std::shared_ptr<const GameNode>& current() const { return current_; }
  const game::Game& game() const { return current_->game(); }
  // The same in all of its positions: its token, seats and layout.
  const game::Game& any_game() const { return *current_->beginning()->game; }
  const std::string& start() const { return current_->beginning()->position; }  // empty for the game's own beginning
  bool is_over() const;
  int seat_to_move() const;
  std::string position() const;
  std::vector<search::Turn> turns() const;

  Checked<void> set_position(std::string_view text);  // begins afresh
  Checked<Choice> find(std::string_view text) const;
  Checked<void> play(const Choice& choice);
  Checked<void> withdraw(int seat, const std::string& reason);
  Checked<search::Turn> undo();

  search::SearchRequest request() const;
  // As it stands, with its past; refused where a seat withdrew, which is no move.
  Checked<std::unique_ptr<Environment>> numbers() const;

 private:
  explicit PlayedGame(std::shared_ptr<const Beginning> beginning);
  base::Refusal not_legal() const;
  void take(MoveMeaning meaning, int action, std::string text);
  void go_to(std::shared_ptr<const GameNode> next);
  std::shared_ptr<const GameNode> node_again(std::size_t turns) const;

  std::shared_ptr<const GameNode> current_;
  // One a turn. Not every node is kept: a long game would take much memory, and the way from a near one is short.
  std::vector<std::shared_ptr<const GameNode>> earlier_;
};

}  // namespace crownstar::python
