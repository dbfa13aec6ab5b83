#include "programs/cli/engines/search.hpp"

#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "engines/contest/players/engine_spec.hpp"
#include "engines/search/levels.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/interruption.hpp"

namespace crownstar::cli {

using base::Checked;
using base::JsonWriter;

namespace {

constexpr double usual_search_seconds = 1;

struct SearchOrder {
  search::SearchRequest request;
  std::unique_ptr<search::Searcher> searcher;
  search::StopSignal stop;
};

Checked<SearchOrder> read_search_order(const SearchCommandRequest& request) {
  if (const auto level = search::level_named(request.level); !level) return std::unexpected(level.error());
  const auto lines = read_number("--lines", request.lines, 1, search::most_lines);
  if (!lines) return std::unexpected(lines.error());
  const auto limits = contest::read_limits({request.time, request.nodes, request.depth}, usual_search_seconds);
  if (!limits) return std::unexpected(limits.error());
  const auto equipment = read_equipment(request.equipment);
  if (!equipment) return std::unexpected(equipment.error());
  SearchOrder order;
  order.searcher = equipment->make_searcher();
  order.request.limits = *limits;
  order.request.level = request.level;
  order.request.lines = static_cast<int>(*lines);
  return order;
}

std::string score_in_words(const search::Score& score) {
  if (score.plies_to_end && *score.plies_to_end > 0) return fmt::format("wins in {}", (*score.plies_to_end + 1) / 2);
  if (score.plies_to_end) return fmt::format("loses in {}", (1 - *score.plies_to_end) / 2);
  return fmt::format("{:+.2f}", score.hundredths / 100.0);
}

std::string json_of(const game::Game& game, const search::SearchResult* result) {
  JsonWriter json;
  json.begin_object();
  write_position(json, game);
  json.key("move");
  result == nullptr ? json.null() : json.value(result->move);
  const search::SearchProgress reached = result == nullptr ? search::SearchProgress{} : result->reached;
  json.member("depth", reached.depth);
  json.member("nodes", reached.nodes);
  json.member("seconds", std::chrono::duration<double>(reached.time).count());
  json.key("lines");
  json.begin_array();
  for (const search::SearchLine& line : reached.lines) {
    json.begin_object();
    json.member("score", line.score.hundredths);
    json.key("plies_to_end");
    line.score.plies_to_end ? json.value(*line.score.plies_to_end) : json.null();
    if (line.score.expected_place) json.member("expected_place", *line.score.expected_place);
    json.key("moves");
    json.begin_array();
    for (const std::string& move : line.moves) json.value(move);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

void say_result(const game::Game& game, const search::SearchResult& result) {
  say(fmt::format("{}: {} to move, depth {}, {} nodes, {:.2f} s\n", game.position(),
                  game.seat_name(game.seat_to_move()), result.reached.depth, result.reached.nodes,
                  std::chrono::duration<double>(result.reached.time).count()));
  for (const search::SearchLine& line : result.reached.lines) {
    say(fmt::format("{:>10}  {}\n", score_in_words(line.score), fmt::join(line.moves, " ")));
  }
}

int search_position(SearchOrder& order, const BegunGame& begun, bool is_json) {
  if (Interruption::is_wanted()) return interrupted;
  const game::Game& game = *begun.game;
  if (game.outcome().is_over) {
    if (is_json) say(json_of(game, nullptr) + "\n");
    if (!is_json) say("The game is over: " + base::to_text({game.outcome().rule, game.outcome().reason}) + "\n");
    return success;
  }
  order.request.token = game.token();
  order.request.position = begun.start;
  order.request.turns.clear();
  for (const std::string& move : begun.moves) order.request.turns.push_back(search::Turn::played(move));
  const auto result = order.searcher->search(order.request, order.stop, {});
  if (!result) return complain(result.error());
  is_json ? say(json_of(game, &*result) + "\n") : say_result(game, *result);
  flush_output();                                            // the next one may take a while
  return Interruption::is_wanted() ? interrupted : success;  // with what was found until then
}

}  // namespace

int run_search(const SearchCommandRequest& request) {
  auto order = read_search_order(request);
  if (!order) return complain_of_usage(order.error());
  const Interruption interruption(order->stop);
  return for_each_position(request.position,
                           [&](const BegunGame& begun) { return search_position(*order, begun, request.is_json); });
}

}  // namespace crownstar::cli
