#include "engines/tablebase/probing/probed_game.hpp"

#include <algorithm>
#include <utility>

namespace crownstar::tablebase {
namespace {

using base::JsonWriter;

// A quick win before a slow one, any win before a draw, a slow loss before a quick one; last what is not known.
int worth(const ProbedMove& move) {
  constexpr int far = 1 << 20;
  if (!move.value) return -2 * far;
  if (move.value == Value::draw) return 0;
  const int hurry = far - move.distance.value_or(0);
  return move.value == Value::win ? hurry : -hurry;
}

void write_value(JsonWriter& json, std::optional<Value> value, std::optional<int> distance) {
  json.key("value");
  if (value) {
    json.value(name_of(*value));
  } else {
    json.null();
  }
  json.key("distance");
  if (distance) {
    json.value(*distance);
  } else {
    json.null();
  }
}

}  // namespace

base::Checked<ProbedGame> probe_game(const game::Game& game, const Tables& tables) {
  if (game.token() != tables.game()) {
    return base::refuse("these are tables of " + std::string(tables.game()) + ", and the game is " + game.token());
  }
  ProbedGame probed;
  const auto answer = tables.ask(game.position());
  if (!answer) return std::unexpected(answer.error());
  probed.answer = *answer;
  const auto moves = game.legal_moves();
  if (!moves) return std::unexpected(moves.error());
  for (const game::MoveView& move : *moves) {
    const auto next = game.clone();
    if (auto played = next->play(move); !played) return std::unexpected(played.error());
    const auto reply = tables.ask(next->position());
    if (!reply) return std::unexpected(reply.error());
    ProbedMove each{move.text, std::nullopt, std::nullopt};
    if (reply->value) each.value = seen_by_other(*reply->value);
    if (reply->distance) each.distance = *reply->distance + 1;
    probed.moves.push_back(std::move(each));
  }
  std::ranges::sort(probed.moves, [](const auto& a, const auto& b) {
    return worth(a) != worth(b) ? worth(a) > worth(b) : a.text < b.text;
  });
  return probed;
}

std::vector<std::string> best_moves(const ProbedGame& probed) {
  std::vector<std::string> best;
  const Answer& answer = probed.answer;
  if (!answer.value) return best;
  for (const ProbedMove& move : probed.moves) {
    if (move.value == answer.value && (!answer.distance || move.distance == answer.distance)) best.push_back(move.text);
  }
  return best;
}

void write_probed(JsonWriter& json, const ProbedGame& probed) {
  write_value(json, probed.answer.value, probed.answer.distance);
  json.key("moves");
  json.begin_array();
  for (const ProbedMove& move : probed.moves) {
    json.begin_object();
    json.member("move", move.text);
    write_value(json, move.value, move.distance);
    json.end_object();
  }
  json.end_array();
}

}  // namespace crownstar::tablebase
