// What a comment holds: words, and the clocks that its commands tell ([%clk 0:12:34]).
// It does not know what the clocks mean for the game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownstar::game {

// The five commands of PDN 3.0 that tell a time.
enum class ClockKind : std::uint8_t {
  remaining,   // clk
  elapsed,     // mct
  game_time,   // egt
  move_time,   // emt
  both_clocks  // clock
};

enum class ClockSide : std::uint8_t { mover, white, black };

struct ClockTime {
  std::int64_t milliseconds = 0;
  ClockSide side = ClockSide::mover;
  bool is_running = false;  // its letter is a capital: `W0:10:00`

  bool operator==(const ClockTime&) const = default;
};

struct ClockReading {
  ClockKind kind = ClockKind::remaining;
  std::vector<ClockTime> times;  // one, or one a side

  bool operator==(const ClockReading&) const = default;
};

// `[%clk 0:12:34]`, with as many decimals as there are thousandths to tell.
std::string to_text(const ClockReading& reading);

struct CommentParts {
  std::string words;  // without the commands that became clocks; other commands stay where they are
  std::vector<ClockReading> clocks;

  bool operator==(const CommentParts&) const = default;
};

CommentParts take_apart(std::string_view comment);

// In UTF-8, on one line, every run of blanks one blank, and without the brace that would close it.
std::string tidy_comment(std::string_view comment);

// UTF-8 stays what it is; anything else is taken for ISO 8859-1, which old collections are written in. Its no-break
// space becomes a blank.
std::string to_utf8(std::string_view text);

}  // namespace crownstar::game
