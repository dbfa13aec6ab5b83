#include "site/match/terms/terms.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/limits.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"

namespace crownstar::match {

namespace {

using Checked = std::expected<Terms, Refused>;

std::unexpected<Refused> bad(std::string reason, std::string rule = {}) {
  return refused(refusal_code::bad_terms, std::move(reason), std::move(rule));
}

std::string whole_seconds_of(Milliseconds time) { return std::to_string(time.count() / 1000) + " s"; }

bool is_within(Milliseconds time, Milliseconds least, Milliseconds most) { return time >= least && time <= most; }

std::string fault_of_turns(const ClockTerms& clock) {
  if (clock.main.count() != 0) return "a clock of turns has a time for each turn and no main time";
  if (!is_within(clock.step, limits::turn_time_least, limits::step_time)) {
    return "expected " + whole_seconds_of(limits::turn_time_least) + " to " + whole_seconds_of(limits::step_time) +
           " for each turn";
  }
  const bool fits = clock.periods >= 1 && clock.periods <= limits::byoyomi_periods;
  return fits ? "" : "turns: expected 1 to " + std::to_string(limits::byoyomi_periods) + " missed until one is out";
}

// Why there can be no such clock; empty if there can.
std::string fault_of(const ClockTerms& clock) {
  constexpr Milliseconds nothing{0};
  if (clock.kind == ClockKind::none) {
    return clock == ClockTerms{} ? "" : "no clock was asked for; expected no times with it";
  }
  if (clock.kind == ClockKind::days) {
    if (clock.main != nothing || clock.periods != 0) return "a clock of days has a time for each move and nothing else";
    return is_within(clock.step, limits::move_days_least, limits::move_days) ? ""
                                                                             : "expected 1 to 30 days for each move";
  }
  if (clock.kind == ClockKind::turn) return fault_of_turns(clock);
  if (!is_within(clock.main, nothing, limits::main_time))
    return "main time: expected 0 to " + whole_seconds_of(limits::main_time);
  if (!is_within(clock.step, nothing, limits::step_time))
    return "time a move: expected 0 to " + whole_seconds_of(limits::step_time);
  if (clock.kind == ClockKind::byoyomi) {
    if (clock.step < limits::turn_time_least)
      return "byoyomi: expected periods of at least " + whole_seconds_of(limits::turn_time_least);
    const bool fits = clock.periods >= 1 && clock.periods <= limits::byoyomi_periods;
    return fits ? "" : "byoyomi: expected 1 to " + std::to_string(limits::byoyomi_periods) + " periods";
  }
  if (clock.periods != 0) return "only byoyomi has periods";
  const Milliseconds first =
      clock.kind == ClockKind::delay ? clock.main + clock.step : std::max(clock.main, clock.step);
  return first >= limits::turn_time_least
             ? ""
             : "expected at least " + whole_seconds_of(limits::turn_time_least) + " to begin with";
}

std::expected<void, Refused> check_clocks(const std::vector<ClockTerms>& clocks) {
  bool has_days = false;
  bool has_hours = false;
  for (const ClockTerms& clock : clocks) {
    if (std::string fault = fault_of(clock); !fault.empty()) return bad(std::move(fault));
    has_days = has_days || clock.kind == ClockKind::days;
    has_hours = has_hours || (clock.kind != ClockKind::days && clock.kind != ClockKind::none);
  }
  if (has_days && has_hours)
    return bad("one seat plays with days a move and another against the clock; expected one of both");
  return {};
}

// Empty where it is the game's own beginning.
std::expected<std::string, Refused> check_position(game::Game& game, const std::string& position) {
  if (position.empty()) return std::string();
  if (position.size() > limits::position_bytes) return bad("the position is too long");
  const std::string own = game.position();
  if (auto set = game.set_position(position); !set) return bad(set.error().reason, set.error().rule);
  if (game.outcome().is_over)
    return bad("the game is over in this position: " + game.outcome().reason, game.outcome().rule);
  std::string written = game.position();
  return written == own ? std::string() : written;
}

}  // namespace

std::string_view name_of(ClockKind kind) {
  switch (kind) {
    case ClockKind::none:
      return "none";
    case ClockKind::fischer:
      return "fischer";
    case ClockKind::delay:
      return "delay";
    case ClockKind::byoyomi:
      return "byoyomi";
    case ClockKind::days:
      return "days";
    case ClockKind::turn:
      return "turn";
  }
  return "";
}

Checked checked(const Terms& terms) {
  if (terms.game.size() > limits::token_bytes) return bad("the game's name with its options is too long");
  const auto started = game::start(terms.game);
  if (!started) return bad(started.error().reason, started.error().rule);
  game::Game& game = **started;
  const auto seats = static_cast<std::size_t>(game.seats());
  Terms result{game.token(), {}, terms.clocks, terms.is_rated};
  if (result.clocks.empty()) result.clocks.resize(seats);
  if (result.clocks.size() == 1) result.clocks.resize(seats, result.clocks.front());
  if (result.clocks.size() != seats) {
    return bad(std::to_string(terms.clocks.size()) + " clocks; expected one, or " + std::to_string(seats) +
               ", one a seat");
  }
  if (auto fits = check_clocks(result.clocks); !fits) return std::unexpected(fits.error());
  auto position = check_position(game, terms.position);
  if (!position) return std::unexpected(position.error());
  result.position = *std::move(position);
  if (result.is_rated && !result.position.empty()) return bad("a rated game begins at the game's own start");
  const bool is_even = std::ranges::count(result.clocks, result.clocks.front()) == std::ssize(result.clocks);
  if (result.is_rated && !is_even) return bad("a rated game has the same clock for everybody");
  return result;
}

bool is_teamed(const Terms& terms) { return game::is_teamed(terms.game); }

}  // namespace crownstar::match
