// Our side of a DamExchange session: games, moves, ends, and how the clock is shared out. It knows no sockets.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engines/dxp/dxp_text.hpp"
#include "engines/pool/search_names.hpp"
#include "rules/game/game.hpp"

namespace crownstar::dxp {

struct DxpTerms {
  std::string name = "Crownstar";
  std::string token = "international";  // any game of 50 squares
  std::string level;
  search::SearchLimits limits;  // for each move; none: by the clock of the game
  int minutes = 5;              // of the games that we ask for
  int moves = 75;
  int games = 1;  // that we ask for, with White and Black in turn
};

struct DxpScore {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  int unknown = 0;

  int all() const { return wins + draws + losses + unknown; }
};

class DxpSession {
 public:
  DxpSession(search::Searcher& searcher, DxpTerms terms);

  // If we ask for the game: the first message.
  std::vector<DxpMessage> begin();
  // Our immediate answer: a program that asked for a game need not wait for our first move.
  std::vector<DxpMessage> hear(const DxpMessage& message);
  // What follows: our move after a search, if it is our turn, and the end if the game is over.
  std::vector<DxpMessage> proceed();

  bool is_over() const { return is_over_; }
  const DxpScore& score() const { return score_; }

 private:
  std::vector<DxpMessage> on(const DxpRequest& request);
  std::vector<DxpMessage> on(const DxpAnswer& answer);
  std::vector<DxpMessage> on(const DxpMove& move);
  std::vector<DxpMessage> on(const DxpEnd& end);
  std::vector<DxpMessage> on(const DxpChat& chat);
  std::vector<DxpMessage> on(const DxpBack& back);
  std::vector<DxpMessage> on(const DxpBackAnswer& answer);

  Checked<void> start(const std::string& hub_position, int minutes, int moves);
  DxpRequest next_request() const;
  Checked<DxpMove> think();
  search::Milliseconds time_for_move() const;
  std::vector<DxpMessage> end(DxpResult result);
  void note(DxpResult result);

  search::Searcher& searcher_;
  const DxpTerms terms_;
  bool is_asking_ = false;
  bool is_over_ = false;
  bool are_we_white_ = true;
  std::unique_ptr<game::Game> game_;  // null between games
  search::SearchRequest request_;
  search::Milliseconds left_{};  // of our clock
  int moves_left_ = 0;
  DxpScore score_;
};

}  // namespace crownstar::dxp
