// The games that the page has open, by number, and the operations on one of them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/search/request.hpp"
#include "rules/game/game.hpp"

namespace crownstar::wasm {

// Far above what a page has open: one a ply of a long game, and some to try lines on.
inline constexpr std::size_t most_games = 20000;

// A game, with its start and moves, which an engine needs.
struct OpenGame {
  std::unique_ptr<game::Game> game;
  std::string start;  // empty for the game's own beginning
  std::vector<search::Turn> turns;

  base::Checked<void> play(const game::MoveView& move);
  base::Checked<void> withdraw(int seat, std::string reason);
  base::Checked<void> set_position(std::string_view text);
  search::SearchRequest request() const;
};

class OpenGames {
 public:
  // The answer holds the game's number, its canonical token, its seats and their names. `start` is empty for the game's
  // own beginning, `moves` are separated by line feeds.
  std::string open(std::string_view token, std::string_view start, std::string_view moves);
  std::string clone(int number);
  void close(int number);

  // Null where there is none of that number.
  OpenGame* find(int number);

 private:
  std::string place(OpenGame open_game);

  std::vector<OpenGame> games_;
  std::vector<int> free_numbers_;
};

// What stands before the first separator; `text` is what follows it.
std::string_view take_part(std::string_view& text, char separator);

// The only legal move of that text, or the one that the text can mean.
base::Checked<game::MoveView> find_move(const game::Game& game, std::string_view text);

}  // namespace crownstar::wasm
