// One game from its first position: turns, captures, takebacks and the record.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/search/request.hpp"
#include "rules/game/game.hpp"

namespace crownstar::cli {

class PlayedGame {
 public:
  explicit PlayedGame(std::unique_ptr<game::Game> start);

  const game::Game& game() const { return *game_; }
  // What each seat has captured, in its order.
  const std::vector<std::vector<game::PieceView>>& captured() const { return captured_; }
  std::size_t turns() const { return turns_.size(); }
  search::SearchRequest so_far() const;  // what a search has to know of the game; without limits

  base::Checked<void> play(const game::MoveView& move);
  base::Checked<void> resign();  // the seat to move
  // Takes back turns up to and with the last one of such a seat. False, and nothing changed, where there is none.
  bool take_back(const std::function<bool(int seat)>& is_wanted);

  // In PDN, `players` one a seat. Refused where somebody resigned and the others played on: no record can say that.
  base::Checked<std::string> record(const std::vector<std::string>& players, const std::string& date) const;

 private:
  struct Turn {
    int seat = 0;
    std::optional<game::MoveView> move;  // none: the seat resigned
  };

  base::Checked<void> make(const Turn& turn);
  void begin();

  std::unique_ptr<game::Game> start_;
  std::unique_ptr<game::Game> game_;
  std::vector<Turn> turns_;
  std::vector<std::vector<game::PieceView>> captured_;
};

}  // namespace crownstar::cli
