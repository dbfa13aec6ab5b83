// Moves as bot authors know them: in draughts two squares of two digits each, and a capture of several pieces as
// several such steps, which may also come one by one. A star's moves are written as in its record.
//
// A match knows whole moves only. What has come of a capture so far is kept beside it (begun_captures.hpp).
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game/game.hpp"
#include "site/match/match.hpp"

namespace crownstar::server {

// The squares' numbers: the game's own or, where its squares have letters, row by row from the top left.
class SquareNumbers {
 public:
  explicit SquareNumbers(const game::Game& game);

  std::string text_of(game::Point point) const;
  // -1 where no square has this number.
  game::Point point_of(int number) const;
  // `3228`, `2819 1914`.
  std::string steps_of(const game::MoveView& move) const;

 private:
  std::vector<int> numbers_;  // by point, 0 where no piece can stand
  std::vector<game::Point> points_;
};

// `W:W31,32,K45:B1,2`: FEN without ranges, with numbers in every variant; of a star its own text.
std::string numbered_position(const game::Game& game);

// All moves of a match as one text. It remembers what it has read, so that a stream reads each move once.
class MovesText {
 public:
  // `is_own`: one word a move, as the match has it.
  explicit MovesText(bool is_own = false) : is_own_(is_own) {}

  const std::string& of(const match::Match& match);
  // The last move alone, as the text has it: of a capture all steps.
  std::string last() const { return ends_.empty() ? std::string() : text_.substr(begin_of_last()); }

 private:
  struct Read {
    int event = 0;  // by which the match knows the move
    std::size_t end = 0;
  };
  std::size_t begin_of_last() const;
  bool is_begun_by(const match::Match& match) const;
  void begin(const match::Match& match);

  bool is_own_;
  std::unique_ptr<game::Game> game_;  // none where words are as the match has them
  std::vector<Read> ends_;
  std::string text_;
};

// A capture of which some steps have come.
struct BegunCapture {
  int last_move = -1;  // before it, by its event
  std::vector<game::Point> squares;

  bool operator==(const BegunCapture&) const = default;
};

struct TakenSteps {
  std::string move;                   // as the match reads it; empty while a capture is not complete
  std::optional<BegunCapture> begun;  // what has come of it then
};

// Whether it may be a step of a capture, so that what came before it matters.
bool is_jump(const game::Game& game, std::string_view text);
// Puts a move together from the steps that have come and those that come now.
std::expected<TakenSteps, match::Refused> take_steps(const match::Match& match,
                                                     const std::optional<BegunCapture>& before, std::string_view text);

}  // namespace crownstar::server
