// The stored names of enum values: a name never changes once it has been written.
#include <array>

#include "site/match/event.hpp"
#include "site/match/match.hpp"
#include "site/match/player.hpp"

namespace crownstar::match {

std::string_view name_of(PlayerKind kind) {
  switch (kind) {
    case PlayerKind::guest:
      return "guest";
    case PlayerKind::account:
      return "account";
    case PlayerKind::engine:
      return "engine";
  }
  return "";
}

std::string_view name_of(EndKind kind) {
  switch (kind) {
    case EndKind::rules:
      return "rules";
    case EndKind::agreement:
      return "agreement";
    case EndKind::resignation:
      return "resignation";
    case EndKind::time:
      return "time";
    case EndKind::abort:
      return "abort";
    case EndKind::absence:
      return "absence";
  }
  return "";
}

std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::seating:
      return "seating";
    case Phase::playing:
      return "playing";
    case Phase::over:
      return "over";
  }
  return "";
}

std::string_view name_of(const What& what) {
  // In the order of the alternatives.
  static constexpr std::array<std::string_view, std::variant_size_v<What>> names{
      "created",           "seated",        "unseated",        "started",          "moved",
      "draw_offered",      "draw_accepted", "draw_declined",   "takeback_offered", "takeback_accepted",
      "takeback_declined", "taken_back",    "resigned",        "flagged",          "aborted",
      "resumed",           "ended",         "rematch_offered", "rematch_accepted", "rematch_declined",
      "rematched",         "departed",      "returned",        "removed",          "draw_claimed",
      "substituted",       "missed",        "stood_down"};
  return names[what.index()];
}

}  // namespace crownstar::match
