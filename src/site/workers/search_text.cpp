#include "site/workers/search_text.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <variant>

#include "base/text/parse_number.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::workers {
namespace {

using engine::Milliseconds;
using wire::decode_known;
using wire::encode;

// False where there are digits that are no number.
template <typename Number>
bool take_number(const std::optional<std::string>& digits, std::optional<Number>& number) {
  if (digits) number = base::parse_number<Number>(*digits);
  return digits.has_value() == number.has_value();
}

wire::SearchReached reached_view(const engine::SearchProgress& progress) {
  wire::SearchReached view;
  view.depth = progress.depth;
  view.nodes = std::to_string(progress.nodes);
  view.time_ms = progress.time.count();
  for (const engine::SearchLine& line : progress.lines) {
    wire::SearchedLine& shown = view.lines.emplace_back();
    shown.moves = line.moves;
    shown.hundredths = line.score.hundredths;
    shown.plies_to_end = line.score.plies_to_end;
    if (const auto& place = line.score.expected_place)
      shown.place_bits = std::to_string(std::bit_cast<std::uint64_t>(*place));
  }
  return view;
}

std::optional<engine::SearchProgress> reached_of(wire::SearchReached view) {
  engine::SearchProgress progress;
  progress.depth = view.depth;
  const auto nodes = base::parse_number<std::uint64_t>(view.nodes);
  if (!nodes) return std::nullopt;
  progress.nodes = *nodes;
  progress.time = Milliseconds(view.time_ms);
  for (wire::SearchedLine& shown : view.lines) {
    std::optional<std::uint64_t> bits;
    if (!take_number(shown.place_bits, bits)) return std::nullopt;
    engine::SearchLine& line = progress.lines.emplace_back();
    line.moves = std::move(shown.moves);
    line.score.hundredths = shown.hundredths;
    line.score.plies_to_end = shown.plies_to_end;
    if (bits) line.score.expected_place = std::bit_cast<double>(*bits);
  }
  return progress;
}

}  // namespace

std::string write_request(const engine::SearchRequest& request) {
  wire::SearchTask task;
  task.game = request.token;
  task.position = request.position;
  for (const engine::Turn& turn : request.turns) task.turns.push_back({turn.move, turn.withdrawn_seat});
  if (request.limits.time) task.time_ms = std::max<std::int64_t>(request.limits.time->count(), 0);
  if (request.limits.nodes) task.nodes = std::to_string(*request.limits.nodes);
  task.depth = request.limits.depth;
  task.level = request.level;
  task.lines = request.lines;
  task.seed = std::to_string(request.seed);
  return encode(task);
}

std::optional<engine::SearchRequest> read_request(std::string_view text) {
  auto task = decode_known<wire::SearchTask>(text);
  if (!task) return std::nullopt;
  engine::SearchRequest request;
  request.token = std::move(task->game);
  request.position = std::move(task->position);
  for (wire::SearchTurn& turn : task->turns) request.turns.push_back({std::move(turn.move), turn.withdrawn_seat});
  if (task->time_ms) request.limits.time = Milliseconds(*task->time_ms);
  const auto seed = base::parse_number<std::uint64_t>(task->seed);
  if (!seed || !take_number(task->nodes, request.limits.nodes)) return std::nullopt;
  request.limits.depth = task->depth;
  request.level = std::move(task->level);
  request.lines = task->lines;
  request.seed = *seed;
  return request;
}

std::string write_progress(const engine::SearchProgress& progress) { return encode(reached_view(progress)); }

std::optional<engine::SearchProgress> read_progress(std::string_view text) {
  auto reached = decode_known<wire::SearchReached>(text);
  if (!reached) return std::nullopt;
  return reached_of(*std::move(reached));
}

std::string write_answer(const base::Checked<engine::SearchResult>& answer) {
  if (!answer) {
    return encode(wire::SearchAnswer(wire::SearchRefused{answer.error().rule, answer.error().reason}));
  }
  return encode(
      wire::SearchAnswer(wire::SearchMoved{answer->move, answer->was_stopped, reached_view(answer->reached)}));
}

std::optional<base::Checked<engine::SearchResult>> read_answer(std::string_view text) {
  auto answer = decode_known<wire::SearchAnswer>(text);
  if (!answer) return std::nullopt;
  if (auto* const refused = std::get_if<wire::SearchRefused>(&*answer)) {
    return base::refuse(std::move(refused->rule), std::move(refused->reason));
  }
  auto& moved = std::get<wire::SearchMoved>(*answer);
  auto reached = reached_of(std::move(moved.reached));
  if (!reached) return std::nullopt;
  return engine::SearchResult{std::move(moved.move), *std::move(reached), moved.stopped};
}

}  // namespace crownstar::workers
