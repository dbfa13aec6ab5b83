// What is agreed before a match: game, starting position, clocks, and whether it is rated.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "site/match/terms/instant.hpp"
#include "site/match/terms/refused.hpp"

namespace crownstar::match {

// main, step and periods mean:
//   none     nothing; all are zero.
//   fischer  `main` at the beginning, and `step` more after each timed move. With no main time the first step is given
//   at once. delay    `main` at the beginning; in each turn it begins to run after `step` (simple, or US, delay).
//   Nothing is saved up. byoyomi  `main` at the beginning, then `periods` of `step`: a move made within a period keeps
//   it, an overrun one is used up. days     `step` for each move; no main time.
//   turn     `step` for each turn, and nothing is saved up. `periods` is how many turns are missed until the seat is
//   out: with the last of them the flag falls, and in those before the computer moves (decision 43).
enum class ClockKind : std::uint8_t { none, fischer, delay, byoyomi, days, turn };

struct ClockTerms {
  ClockKind kind = ClockKind::none;
  Milliseconds main{0};
  Milliseconds step{0};
  int periods = 0;

  bool operator==(const ClockTerms&) const = default;
};

std::string_view name_of(ClockKind kind);  // `fischer`

struct Terms {
  std::string game;                // a token of the catalogue; checked terms hold the canonical one
  std::string position;            // empty: the game's own start
  std::vector<ClockTerms> clocks;  // one a seat, in the order of turns; one alone stands for all seats
  bool is_rated = false;

  bool operator==(const Terms&) const = default;
};

// The same terms as they will be stored: token canonical, one clock a seat, the position empty where it is the game's
// own. Days are not mixed with hours: either every clock that runs is one of days, or none is. A rated game begins at
// the start with the same clock for everybody.
std::expected<Terms, Refused> checked(const Terms& terms);

// Whether seats that face each other play together (CC-6).
bool is_teamed(const Terms& terms);

}  // namespace crownstar::match
