// Starts a game from a game token, a position and moves on the command line, or from each position of a file.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/json.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {

struct PositionRequest {
  std::string token;
  std::string position;  // empty for the start of the game
  bool has_position = false;
  std::string moves;  // played from there, separated by spaces
  std::string file;   // of positions, one a line; empty for the one above
};

// As somebody typed it. What was taken for granted is said on standard error.
base::Checked<void> set_typed_position(game::Game& game, std::string_view text);

// A game as the request has it, and how it came there.
struct BegunGame {
  std::unique_ptr<game::Game> game;
  std::string start;               // the position before the moves
  std::vector<std::string> moves;  // their texts
};

base::Checked<BegunGame> begin_with_moves(const PositionRequest& request);

inline base::Checked<std::unique_ptr<game::Game>> begin(const PositionRequest& request) {
  auto begun = begin_with_moves(request);
  if (!begun) return std::unexpected(begun.error());
  return std::move(begun->game);
}

// The members with which the object of a position begins: the game, the position, whose move it is, whether it is over.
void write_position(base::JsonWriter& json, const game::Game& game);

// Calls for the position on the command line, or for each of the file. What cannot be read is complained of, by its
// line, and the others are gone through. Gives the status of the command: the worst of all calls.
int for_each_position(const PositionRequest& request, const std::function<int(const BegunGame& begun)>& use);

// The same, where `begin` reads what the request has.
int for_each_position(const PositionRequest& request,
                      const std::function<base::Checked<BegunGame>(const PositionRequest& request)>& begin,
                      const std::function<int(const BegunGame& begun)>& use);

}  // namespace crownstar::cli
