// What tables know of a game as it stands: its position, and each of its moves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/json.hpp"
#include "engines/tablebase/probe.hpp"
#include "rules/game/game.hpp"

namespace crownstar::tablebase {

struct ProbedMove {
  std::string text;
  std::optional<Value> value;   // for the side that makes it; none where a table is missing
  std::optional<int> distance;  // from before the move
};

struct ProbedGame {
  Answer answer;
  std::vector<ProbedMove> moves;  // the best first
};

// The position may have no value: `answer.value` says so, and moves may have one even then. Refused where the moves
// are too many, or the tables are of another game.
base::Checked<ProbedGame> probe_game(const game::Game& game, const Tables& tables);

// Those that keep the value of the position; where its distance is known, the quickest wins or the slowest losses.
std::vector<std::string> best_moves(const ProbedGame& probed);

// `"value": "win", "distance": 9, "moves": […]` in an object that is open.
void write_probed(base::JsonWriter& json, const ProbedGame& probed);

}  // namespace crownstar::tablebase
