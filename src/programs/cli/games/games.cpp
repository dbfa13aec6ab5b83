#include "programs/cli/games/games.hpp"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "programs/cli/console/console.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/token.hpp"

namespace crownstar::cli {

using base::JsonWriter;

namespace {

using game::CatalogEntry;
using game::Family;
using game::GameOption;

void write_option(JsonWriter& json, const GameOption& option) {
  json.begin_object();
  json.member("key", option.key);
  json.member("default", option.fallback);
  json.key("values");
  json.begin_array();
  for (const std::string& value : option.values) json.value(value);
  json.end_array();
  json.member("explanation", option.explanation);
  json.member("rule", option.rule);
  json.end_object();
}

void write_entry(JsonWriter& json, const CatalogEntry& entry) {
  json.begin_object();
  json.member("id", entry.id);
  json.member("name", entry.name);
  json.member("summary", entry.summary);
  json.member("family", entry.family == Family::draughts ? "draughts" : "star");
  json.member("board", entry.board);
  json.member("seats", entry.seats);
  json.member("game_type", entry.game_type);
  json.key("options");
  json.begin_array();
  for (const GameOption& option : entry.options) write_option(json, option);
  json.end_array();
  json.end_object();
}

std::size_t widest(const auto& rows, auto member) {
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, (row.*member).size());
  return width;
}

void say_catalog() {
  const std::size_t id_width = widest(game::catalog(), &CatalogEntry::id);
  const std::size_t name_width = widest(game::catalog(), &CatalogEntry::name);
  for (const CatalogEntry& entry : game::catalog()) {
    const std::string options = entry.options.empty() ? "" : fmt::format("; {} options", entry.options.size());
    say(fmt::format("{:<{}}  {:<{}}  {}{}\n", entry.id, id_width, entry.name, name_width, entry.summary, options));
  }
}

std::string values_of(const GameOption& option) {
  if (option.values.empty()) return option.form;
  return fmt::format("{}", fmt::join(option.values, ", "));
}

void say_entry(const CatalogEntry& entry) {
  say(fmt::format("{} ({}): {}\n", entry.name, entry.id, entry.summary));
  const std::string type = entry.game_type.empty() ? "" : "; PDN GameType " + entry.game_type;
  say(fmt::format("board: {}; players: {}{}\n", entry.board, entry.seats, type));
  if (entry.options.empty()) {
    say(fmt::format("It has no options: its token is {}.\n", entry.id));
    return;
  }
  say(fmt::format("\nOptions follow the id, in any order: {}:key=value,key=value\n\n", entry.id));
  const std::size_t width = widest(entry.options, &GameOption::key);
  for (const GameOption& option : entry.options) {
    say(fmt::format("{:<{}}  {}\n", option.key, width, values_of(option)));
    say(fmt::format("{:<{}}  {} ({}); default: {}\n", "", width, option.explanation, option.rule, option.fallback));
  }
  const GameOption& first = entry.options.front();
  if (first.values.empty()) return;
  say(fmt::format("\nFor example: crownstar play {}:{}={}\n", entry.id, first.key, first.values.back()));
}

}  // namespace

int run_games(const GamesRequest& request) {
  JsonWriter json;
  if (!request.id.empty()) {
    // `start` says best what is wrong with an id, and takes a whole token too.
    if (const auto started = game::start(request.id); !started) return complain_of_usage(started.error());
    const std::string_view id = game::id_of(request.id);
    const CatalogEntry& entry = *std::ranges::find(game::catalog(), id, &CatalogEntry::id);
    if (!request.is_json) {
      say_entry(entry);
      return success;
    }
    write_entry(json, entry);
  } else if (!request.is_json) {
    say_catalog();
    return success;
  } else {
    json.begin_object();
    json.key("games");
    json.begin_array();
    for (const CatalogEntry& entry : game::catalog()) write_entry(json, entry);
    json.end_array();
    json.end_object();
  }
  say(json.take() + "\n");
  return success;
}

}  // namespace crownstar::cli
