// A game that a Python program plays: the position, how it came about, and the way back. Copies are cheap.
// It does not know Python.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/search/request.hpp"
#include "rules/game/game.hpp"

namespace crownstar::python {

using base::Checked;

class PlayedGame {
 public:
  // An empty position is the game's own beginning.
  static Checked<PlayedGame> begin(std::string_view token);

  const game::Game& game() const { return *game_; }
  // Stays as it is whatever is played, so that another thread may look at it.
  std::shared_ptr<const game::Game> shared_game() const { return game_; }
  const std::string& start() const { return start_; }  // empty for the game's own beginning
  std::vector<search::Turn> turns() const;

  Checked<void> set_position(std::string_view text);  // begins afresh
  Checked<game::MoveView> find(std::string_view text) const;
  Checked<void> play(const game::MoveView& move);
  Checked<void> withdraw(int seat, const std::string& reason);
  Checked<search::Turn> undo();

  search::SearchRequest request() const;
  // In their order; refused where a seat withdrew, which is no move.
  Checked<std::vector<game::MoveView>> moves() const;

 private:
  // A turn and the position before it. Not every position is kept: a long game would take much memory, and the way back
  // from a near one is short. Neither steps nor positions ever change, so that copies of a game share them.
  struct Step {
    std::shared_ptr<const game::Game> before;  // null where it was dropped
    game::MoveView move;                       // empty for a withdrawal
    search::Turn turn;
    std::string reason;  // of a withdrawal
  };

  explicit PlayedGame(std::shared_ptr<const game::Game> game) : game_(std::move(game)) {}
  Checked<game::MoveView> named_here(const game::MoveView& kept_move) const;
  void take(std::unique_ptr<game::Game> next, Step step);

  std::shared_ptr<const game::Game> game_;
  std::string start_;
  std::vector<std::shared_ptr<const Step>> steps_;  // one a turn
};

}  // namespace crownstar::python
