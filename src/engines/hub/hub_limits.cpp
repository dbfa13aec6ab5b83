#include "engines/hub/hub_limits.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>

#include "base/text/parse_finite.hpp"
#include "base/text/quote.hpp"

namespace crownstar::hub {
namespace {

using std::chrono::milliseconds;

// If a clock has no number of moves, the game is taken to last for so many more.
constexpr long long usual_moves_to_go = 30;
// Seconds of a day are far more than anyone thinks.
constexpr double longest = 86'400;

constexpr std::array known_limits{"depth", "nodes", "move-time", "time", "inc", "moves", "infinite"};

std::unexpected<base::Refusal> not_a(std::string_view what, std::string_view name, std::string_view text) {
  return base::refuse(std::string(name) + ": " + std::string(what) + " is expected, not " + base::quoted(text));
}

// A number too large for the type becomes its largest.
template <class Number>
Checked<Number> whole(const HubLine& line, std::string_view name) {
  const std::string_view text = line.value(name);
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = !text.empty() && end == text.data() + text.size() && text.front() != '-';
  if (is_whole && error == std::errc::result_out_of_range) return std::numeric_limits<Number>::max();
  if (!is_whole || error != std::errc{}) return not_a("a whole number", name, text);
  return number;
}

Checked<milliseconds> seconds(const HubLine& line, std::string_view name) {
  const std::string_view text = line.value(name);
  const auto number = base::parse_finite(text);
  if (!number || *number < 0) return not_a("a number of seconds, 0 or more,", name, text);
  return milliseconds(static_cast<long long>(std::min(*number, longest) * 1000));
}

Checked<milliseconds> share_of_clock(const HubLine& line) {
  const auto clock = seconds(line, "time");
  if (!clock) return clock;
  const auto increment = line.has("inc") ? seconds(line, "inc") : milliseconds{0};
  if (!increment) return increment;
  const auto moves = line.has("moves") ? whole<long long>(line, "moves") : usual_moves_to_go;
  if (!moves) return std::unexpected(moves.error());
  const milliseconds fair = *clock / std::max(*moves, 1LL) + *increment * 4 / 5;
  return std::min(fair, milliseconds(*clock * 9 / 10));
}

Checked<void> check_names(const HubLine& line) {
  if (line.arguments.empty())
    return base::refuse("level: a limit is expected: depth, nodes, move-time, time or infinite");
  for (const auto& [name, value] : line.arguments) {
    if (std::ranges::find(known_limits, name) == known_limits.end()) {
      return base::refuse("level: there is no limit " + base::quoted(name) +
                          "; there are depth, nodes, move-time, time with inc and moves, and infinite");
    }
  }
  const bool shares = line.has("inc") || line.has("moves");
  if (shares && !line.has("time")) return base::refuse("level: inc and moves go with time, the seconds on the clock");
  if (line.has("infinite") && line.arguments.size() > 1)
    return base::refuse("level: infinite goes with no other limit");
  return {};
}

}  // namespace

Checked<HubLimits> with_level(const HubLimits& before, const HubLine& line) {
  if (const auto names = check_names(line); !names) return std::unexpected(names.error());
  if (line.has("infinite")) return HubLimits{.limits = {}, .is_infinite = true};
  HubLimits after{.limits = before.limits, .is_infinite = false};
  if (line.has("depth")) {
    const auto depth = whole<int>(line, "depth");
    if (!depth) return std::unexpected(depth.error());
    after.limits.depth = std::clamp(*depth, 1, hub_deepest);
  }
  if (line.has("nodes")) {
    const auto nodes = whole<std::uint64_t>(line, "nodes");
    if (!nodes) return std::unexpected(nodes.error());
    after.limits.nodes = *nodes;
  }
  if (line.has("move-time")) {
    const auto time = seconds(line, "move-time");
    if (!time) return std::unexpected(time.error());
    after.limits.time = *time;
  }
  if (line.has("time")) {
    const auto time = share_of_clock(line);
    if (!time) return std::unexpected(time.error());
    after.limits.time = *time;
  }
  return after;
}

Checked<HubTask> read_go(const HubLine& line) {
  if (line.arguments.empty()) return HubTask::think;
  const std::string& word = line.arguments.front().first;
  const bool is_alone = line.arguments.size() == 1 && line.arguments.front().second.empty();
  if (is_alone && word == "think") return HubTask::think;
  if (is_alone && word == "ponder") return HubTask::ponder;
  if (is_alone && (word == "analyze" || word == "analyse")) return HubTask::analyze;
  return base::refuse("go: think, ponder or analyze is expected");
}

}  // namespace crownstar::hub
