#include "site/workers/search_text.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>

#include "base/limits.hpp"

namespace crownstar::workers {
namespace {

using engine::Milliseconds;

class Writer {
 public:
  void text(std::string_view value) {
    text_ += std::to_string(value.size()) + ":";
    text_ += value;
  }
  template <typename Number>
  void number(Number value) {
    text(std::to_string(value));
  }
  template <typename Number>
  void number(const std::optional<Number>& value) {
    text(value ? std::to_string(*value) : "");
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// Once something is wrong, everything after it is empty.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::string text() {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
    const auto head = static_cast<std::size_t>(end - rest_.data());
    if (error != std::errc() || head >= rest_.size() || rest_[head] != ':' || size > rest_.size() - head - 1) {
      return fail();
    }
    std::string value(rest_.substr(head + 1, size));
    rest_.remove_prefix(head + 1 + size);
    return value;
  }

  template <typename Number>
  std::optional<Number> number_if_any() {
    const std::string value = text();
    if (value.empty()) return std::nullopt;
    Number number{};
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size()) fail();
    return number;
  }

  template <typename Number>
  Number number() {
    const auto value = number_if_any<Number>();
    if (!value) fail();
    return value.value_or(Number{});
  }

  std::size_t count(std::size_t most) {
    const auto value = number<std::size_t>();
    if (value > most) fail();
    return is_good_ ? value : 0;
  }

  bool is_good() const { return is_good_; }
  bool is_at_end() const { return is_good_ && rest_.empty(); }

 private:
  std::string fail() {
    is_good_ = false;
    rest_ = {};
    return {};
  }

  std::string_view rest_;
  bool is_good_ = true;
};

std::optional<std::int64_t> count_of(const std::optional<Milliseconds>& time) {
  return time ? std::optional(std::int64_t{time->count()}) : std::nullopt;
}

// A place between the first and the last is written by its bits: nothing is rounded.
std::optional<std::uint64_t> bits_of(const std::optional<double>& value) {
  return value ? std::optional(std::bit_cast<std::uint64_t>(*value)) : std::nullopt;
}

void write(Writer& out, const engine::SearchProgress& progress) {
  out.number(progress.depth);
  out.number(progress.nodes);
  out.number(progress.time.count());
  out.number(progress.lines.size());
  for (const engine::SearchLine& line : progress.lines) {
    out.number(line.score.hundredths);
    out.number(line.score.plies_to_end);
    out.number(bits_of(line.score.expected_place));
    out.number(line.moves.size());
    for (const std::string& move : line.moves) out.text(move);
  }
}

engine::SearchProgress read_reached(Reader& in) {
  engine::SearchProgress progress;
  progress.depth = in.number<int>();
  progress.nodes = in.number<std::uint64_t>();
  progress.time = Milliseconds(in.number<std::int64_t>());
  const std::size_t lines = in.count(limits::task_lines);
  for (std::size_t number = 0; number < lines && in.is_good(); ++number) {
    engine::SearchLine& line = progress.lines.emplace_back();
    line.score.hundredths = in.number<int>();
    line.score.plies_to_end = in.number_if_any<int>();
    if (const auto bits = in.number_if_any<std::uint64_t>()) line.score.expected_place = std::bit_cast<double>(*bits);
    const std::size_t moves = in.count(limits::task_line_moves);
    for (std::size_t move = 0; move < moves && in.is_good(); ++move) line.moves.push_back(in.text());
  }
  return progress;
}

}  // namespace

std::string write_request(const engine::SearchRequest& request) {
  Writer out;
  out.text(request.token);
  out.text(request.position);
  out.number(request.turns.size());
  for (const engine::Turn& turn : request.turns) {
    out.text(turn.move);
    out.number(turn.withdrawn_seat);
  }
  out.number(count_of(request.limits.time));
  out.number(request.limits.nodes);
  out.number(request.limits.depth);
  out.text(request.level);
  out.number(request.lines);
  out.number(request.seed);
  return out.take();
}

std::optional<engine::SearchRequest> read_request(std::string_view text) {
  Reader in(text);
  engine::SearchRequest request;
  request.token = in.text();
  request.position = in.text();
  const std::size_t turns = in.count(limits::task_turns);
  for (std::size_t number = 0; number < turns && in.is_good(); ++number) {
    engine::Turn& turn = request.turns.emplace_back();
    turn.move = in.text();
    turn.withdrawn_seat = in.number<int>();
  }
  if (const auto time = in.number_if_any<std::int64_t>()) request.limits.time = Milliseconds(*time);
  request.limits.nodes = in.number_if_any<std::uint64_t>();
  request.limits.depth = in.number_if_any<int>();
  request.level = in.text();
  request.lines = in.number<int>();
  request.seed = in.number<std::uint64_t>();
  if (!in.is_at_end()) return std::nullopt;
  return request;
}

std::string write_progress(const engine::SearchProgress& progress) {
  Writer out;
  write(out, progress);
  return out.take();
}

std::optional<engine::SearchProgress> read_progress(std::string_view text) {
  Reader in(text);
  engine::SearchProgress progress = read_reached(in);
  if (!in.is_at_end()) return std::nullopt;
  return progress;
}

std::string write_answer(const board::Checked<engine::SearchResult>& answer) {
  Writer out;
  if (!answer) {
    out.text("refused");
    out.text(answer.error().rule);
    out.text(answer.error().reason);
    return out.take();
  }
  out.text("move");
  out.text(answer->move);
  out.number(answer->was_stopped ? 1 : 0);
  write(out, answer->reached);
  return out.take();
}

std::optional<board::Checked<engine::SearchResult>> read_answer(std::string_view text) {
  Reader in(text);
  const std::string kind = in.text();
  if (kind == "refused") {
    std::string rule = in.text();
    std::string reason = in.text();
    if (!in.is_at_end()) return std::nullopt;
    return board::refuse(std::move(rule), std::move(reason));
  }
  engine::SearchResult result;
  result.move = in.text();
  result.was_stopped = in.number<int>() != 0;
  result.reached = read_reached(in);
  if (!in.is_at_end() || kind != "move") return std::nullopt;
  return result;
}

}  // namespace crownstar::workers
