// A search request, its progress reports and its result: plain data, the same for every engine.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/refusal.hpp"
#include "rules/game/game.hpp"

namespace crownstar::search {

using base::Checked;
using Milliseconds = std::chrono::milliseconds;

// A turn before the search: a move by its text, or a seat that withdrew (resigned, ran out of time) while others play.
struct Turn {
  std::string move;         // empty where a seat withdrew
  int withdrawn_seat = -1;  // -1 where a move was played

  static Turn played(std::string text) { return {std::move(text), -1}; }
  static Turn withdrawn(int seat) { return {{}, seat}; }
  bool operator==(const Turn&) const = default;
};

// The first that is reached ends the search. Without any the level's own limit holds.
struct SearchLimits {
  std::optional<Milliseconds> time;  // for this move; 0 or less: a first look at each
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;

  bool operator==(const SearchLimits&) const = default;
};

// More lines are refused.
inline constexpr int most_lines = 64;

struct SearchRequest {
  std::string token;     // the game: `american`, `sternhalma:players=3`
  std::string position;  // where it began; empty for the game's own start
  std::vector<Turn> turns;
  SearchLimits limits;
  std::string level;          // empty: the strongest
  int lines = 1;              // how many of the best moves are reported
  std::uint64_t seed = 0;     // of what a level leaves to chance: the same seed, the same move
  bool is_analysis = false;   // the score is wanted, not a move: no limit is needed
  bool is_pondering = false;  // the limits begin to count at StopSignal::begin_limits

  bool operator==(const SearchRequest&) const = default;
};

// From the view of the seat that moves.
struct Score {
  int hundredths = 0;                    // of a man in draughts, of a turn on the star
  std::optional<int> plies_to_end;       // a win in so many plies; negative: a loss
  std::optional<double> expected_place;  // 1 to the number of seats, where the engine thinks in places

  bool operator==(const Score&) const = default;
};

struct SearchLine {
  std::vector<std::string> moves;  // the first is the move itself, then what is expected to follow
  Score score;

  bool operator==(const SearchLine&) const = default;
};

struct SearchProgress {
  int depth = 0;
  std::uint64_t nodes = 0;
  Milliseconds time{};
  std::vector<SearchLine> lines;  // the best first
};

struct SearchResult {
  std::string move;  // the text of a legal move
  SearchProgress reached;
  bool was_stopped = false;  // told to stop before its limits; the move is the best until then

  std::string expected_reply() const {
    return reached.lines.empty() || reached.lines.front().moves.size() < 2 ? "" : reached.lines.front().moves[1];
  }
};

// The game as the request has it, with the history that its draw rules need. `visit`, if any, is called with the game
// before each turn.
using VisitGame = std::function<void(const game::Game& before)>;
Checked<std::unique_ptr<game::Game>> game_of(const SearchRequest& request, const VisitGame& visit = {});

}  // namespace crownstar::search
