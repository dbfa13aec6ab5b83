// A refused command: a code for programs, the rule it rests on and a reason for people. Other folders add codes of
// their own.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace crownstar::match {

struct Refused {
  std::string code;    // one of refusal_code::
  std::string rule;    // `AM-7`, empty where no rule of a game is broken
  std::string reason;  // one line a person can act on

  bool operator==(const Refused&) const = default;
};

inline std::unexpected<Refused> refused(std::string_view code, std::string reason, std::string rule = {}) {
  return std::unexpected(Refused{std::string(code), std::move(rule), std::move(reason)});
}

namespace refusal_code {
inline constexpr std::string_view bad_terms = "bad_terms";              // a game or a clock that cannot be
inline constexpr std::string_view no_such_seat = "no_such_seat";        // also: a command that only the server may give
inline constexpr std::string_view seat_taken = "seat_taken";            // or not taken by who leaves it
inline constexpr std::string_view already_seated = "already_seated";    // a person sits once
inline constexpr std::string_view not_ratable = "not_ratable";          // such a game cannot be rated
inline constexpr std::string_view accounts_only = "accounts_only";      // a rated game's players have accounts
inline constexpr std::string_view not_started = "not_started";          // somebody is still missing
inline constexpr std::string_view already_started = "already_started";  // sitting down and getting up are over
inline constexpr std::string_view over = "over";                        // the game has ended
inline constexpr std::string_view not_over = "not_over";                // a rematch comes after the game
inline constexpr std::string_view out_of_play = "out_of_play";          // the seat has its place, or left
inline constexpr std::string_view not_your_turn = "not_your_turn";
inline constexpr std::string_view illegal_move = "illegal_move";
inline constexpr std::string_view stale = "stale";                // the board has changed since what the sender saw
inline constexpr std::string_view time_is_up = "time_is_up";      // tick first: the clock has decided
inline constexpr std::string_view not_due = "not_due";            // a tick with nothing to do
inline constexpr std::string_view too_late = "too_late";          // to abort
inline constexpr std::string_view too_early = "too_early";        // to offer
inline constexpr std::string_view no_offer = "no_offer";          // nothing to answer
inline constexpr std::string_view already_done = "already_done";  // offered or answered before
inline constexpr std::string_view no_claim = "no_claim";          // this game gives its draws by itself
inline constexpr std::string_view no_takeback = "no_takeback";    // nothing that could be taken back
inline constexpr std::string_view bad_event = "bad_event";  // a stored event that does not follow from those before
}  // namespace refusal_code

}  // namespace crownstar::match
