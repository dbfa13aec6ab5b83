#include "programs/cli/games/moves.hpp"

#include <vector>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/games/move_json.hpp"

namespace crownstar::cli {

using base::JsonWriter;

namespace {

using game::Game;
using game::MoveView;

std::string json_of(const Game& game, const std::vector<MoveView>& moves) {
  JsonWriter json;
  json.begin_object();
  write_position(json, game);
  json.key("moves");
  json.begin_array();
  for (const MoveView& move : moves) {
    json.begin_object();
    write_move(json, move.text, labels_of(game, move.path), labels_of(game, move.captured), move.crowns);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

void say_moves(const Game& game, const std::vector<MoveView>& moves) {
  if (game.outcome().is_over) {
    say("The game is over: " + base::to_text({game.outcome().rule, game.outcome().reason}) + "\n");
    return;
  }
  say(fmt::format("{} to move, {}\n", game.seat_name(game.seat_to_move()), counted(moves.size(), "move")));
  for (const MoveView& move : moves) {
    std::string line = move.text;
    const std::vector<std::string> captured = labels_of(game, move.captured);
    if (!captured.empty()) line += fmt::format("  captures {}", fmt::join(captured, ", "));
    if (move.crowns) line += "  crowns";
    say(line + "\n");
  }
}

}  // namespace

int run_moves(const MovesRequest& request) {
  return for_each_position(request.position, [&](const BegunGame& begun) {
    const auto moves = begun.game->legal_moves();
    if (!moves) return complain(moves.error());
    if (request.is_json) {
      say(json_of(*begun.game, *moves) + "\n");
    } else {
      say_moves(*begun.game, *moves);
    }
    return success;
  });
}

int run_position(const MovesRequest& request) {
  return for_each_position(request.position, [&](const BegunGame& begun) {
    const Game& game = *begun.game;
    if (!request.is_json) {
      say(game.position() + "\n");
      return success;
    }
    JsonWriter json;
    json.begin_object();
    write_position(json, game);
    json.member("rule", game.outcome().rule);
    json.member("reason", game.outcome().reason);
    json.end_object();
    say(json.take() + "\n");
    return success;
  });
}

}  // namespace crownstar::cli
