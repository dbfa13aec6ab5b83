#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/json.hpp"
#include "engines/pool/tables_choice.hpp"
#include "engines/tablebase/open.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/engines/tables.hpp"

namespace crownstar::cli {

using base::JsonWriter;

namespace {

using base::Checked;
using tablebase::Answer;
using tablebase::Value;

struct ProbedMove {
  std::string text;
  std::optional<Value> value;   // for the side that makes it; none where a table is missing
  std::optional<int> distance;  // from before the move
};

struct Probed {
  Answer answer;
  std::vector<ProbedMove> moves;  // the best first
};

std::string_view name_of(Value value) {
  if (value == Value::draw) return "draw";
  return value == Value::win ? "win" : "loss";
}

// A quick win before a slow one, any win before a draw, a slow loss before a quick one; last what is not known.
int worth(const ProbedMove& move) {
  constexpr int far = 1 << 20;
  if (!move.value) return -2 * far;
  if (move.value == Value::draw) return 0;
  const int hurry = far - move.distance.value_or(0);
  return move.value == Value::win ? hurry : -hurry;
}

Checked<Answer> ask(const tablebase::Tables& tables, const std::string& position, std::string_view game) {
  auto answer = tables.ask(position);
  if (!answer || answer->value) return answer;
  const int known = tables.most_pieces();
  const std::string what = known == 0 ? "there are no tables of " + std::string(game) + " here"
                           : answer->pieces > known
                               ? fmt::format("the tables cover up to {} pieces", known)
                               : "and a table that it needs is missing among those here or was refused";
  return base::refuse(
      fmt::format("the position has {} pieces, {}; build more with crownstar tables build {} --pieces N",
                  answer->pieces, what, game));
}

Checked<Probed> probe(const game::Game& game, const tablebase::Tables& tables) {
  Probed probed;
  const auto answer = ask(tables, game.position(), game.token());
  if (!answer) return std::unexpected(answer.error());
  probed.answer = *answer;
  const auto moves = game.legal_moves();
  if (!moves) return std::unexpected(moves.error());
  for (const game::MoveView& move : *moves) {
    const auto next = game.clone();
    if (auto played = next->play(move); !played) return std::unexpected(played.error());
    const auto reply = tables.ask(next->position());
    if (!reply) return std::unexpected(reply.error());
    ProbedMove each{move.text, reply->value, std::nullopt};
    if (reply->value && reply->value != Value::draw) {
      each.value = reply->value == Value::win ? Value::loss : Value::win;
      if (reply->distance) each.distance = *reply->distance + 1;
    }
    probed.moves.push_back(std::move(each));
  }
  std::ranges::sort(probed.moves, [](const auto& a, const auto& b) {
    return worth(a) != worth(b) ? worth(a) > worth(b) : a.text < b.text;
  });
  return probed;
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

std::string json_of(const game::Game& game, const Probed& probed) {
  JsonWriter json;
  json.begin_object();
  json.member("game", game.token());
  json.member("position", game.position());
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
  json.end_object();
  return json.take();
}

std::string in_words(std::optional<Value> value, std::optional<int> distance) {
  if (!value) return "not known: a table is missing";
  std::string words(name_of(*value));
  if (distance) words += fmt::format(" in {} {}", *distance, *distance == 1 ? "half-move" : "half-moves");
  return words;
}

int say_probed(const game::Game& game, const tablebase::Tables& tables, bool is_json) {
  const auto probed = probe(game, tables);
  if (!probed) return complain(probed.error());
  if (is_json) {
    say(json_of(game, *probed) + "\n");
    return success;
  }
  say(fmt::format("{}  {}\n{} to move: {}\n", game.token(), game.position(), game.seat_name(game.seat_to_move()),
                  in_words(probed->answer.value, probed->answer.distance)));
  for (const ProbedMove& move : probed->moves) {
    say(fmt::format("  {:<12} {}\n", move.text, in_words(move.value, move.distance)));
  }
  return success;
}

}  // namespace

int run_tables_probe(const TablesProbeRequest& request) {
  const auto first = game::start(request.position.token);
  if (!first) return complain_of_usage(first.error());
  if (!request.position.has_position && request.position.file.empty()) {
    return complain_of_usage("expected a POSITION, or --positions with a file of them");
  }
  // A wrong position on the command line is told before the tables are looked for, and tables that cannot be opened are
  // told once, however many positions there are.
  std::optional<Checked<tablebase::OpenedTables>> opened;
  bool is_refused = false;
  return for_each_position(request.position, [&](const BegunGame& begun) {
    if (is_refused) return failure;
    if (!opened) {
      opened = tablebase::open_tables(begun.game->token(), engine::tables_folder(request.folder));
      is_refused = !*opened;
      if (is_refused) return complain(opened->error());
      for (const base::Refusal& refusal : (*opened)->refused) complain(refusal);
    }
    return say_probed(*begun.game, *(*opened)->tables, request.is_json);
  });
}

}  // namespace crownstar::cli
