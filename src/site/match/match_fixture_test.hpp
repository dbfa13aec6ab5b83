// A fixture for tests of matches: a match, a clock that only the test advances, and all events so far.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "site/match/match.hpp"
#include "site/match/seating.hpp"

namespace crownstar::match::testing_match {

using std::chrono::milliseconds;
using std::chrono::seconds;

inline ClockTerms fischer(seconds main, seconds step) { return {ClockKind::fischer, main, step, 0}; }
inline ClockTerms delay(seconds main, seconds step) { return {ClockKind::delay, main, step, 0}; }
inline ClockTerms byoyomi(seconds main, seconds step, int periods) { return {ClockKind::byoyomi, main, step, periods}; }
inline ClockTerms turns(seconds step, int missed = 3) { return {ClockKind::turn, Milliseconds{0}, step, missed}; }
inline ClockTerms days(int number) { return {ClockKind::days, Milliseconds{0}, std::chrono::days{number}, 0}; }

inline const Terms american{"american", {}, {}, false};
inline const Terms three{"sternhalma:players=3,pieces=10", {}, {}, false};

inline std::vector<Player> people(int number) {
  std::vector<Player> players;
  for (int index = 0; index < number; ++index) {
    const std::string letter(1, static_cast<char>('a' + index));
    players.push_back({letter, "Player " + letter, PlayerKind::account, 1500, false});
  }
  return players;
}

struct MatchFixture {
  Instant now{std::chrono::days{20000}};
  std::vector<Event> events;
  Match match;

  explicit MatchFixture(const Terms& terms) : MatchFixture(terms, people(seats_of(terms))) {}
  MatchFixture(const Terms& terms, const std::vector<Player>& players)
      : events(*opening(terms, players, now)), match(*Match::replay(events)) {}

  static int seats_of(const Terms& terms) { return static_cast<int>(checked(terms)->clocks.size()); }

  // The code of the refusal, or empty: then the batch is applied.
  template <typename What>
  std::string tell(int seat, What what, milliseconds lag = milliseconds{0}) {
    return command_after(match.number(), seat, std::move(what), lag);
  }

  template <typename What>
  std::string command_after(int after, int seat, What what, milliseconds lag = milliseconds{0}) {
    auto batch = match.handle({seat, after, std::move(what), lag}, now);
    if (!batch) return batch.error().code;
    const auto applied = match.apply(*batch);
    EXPECT_TRUE(applied) << applied.error().reason;
    events.insert(events.end(), batch->begin(), batch->end());
    return {};
  }

  std::string move(std::string_view text, milliseconds after = milliseconds{0}, milliseconds lag = milliseconds{0}) {
    now += after;
    return tell(match.seat_to_move(), Move{std::string(text)}, lag);
  }

  // Whatever is legal first.
  std::string any_move(milliseconds after = milliseconds{0}, milliseconds lag = milliseconds{0}) {
    return move(match.game().legal_moves()->front().text, after, lag);
  }

  std::string tick() { return tell(server_seat, Tick{}); }

  milliseconds left(int seat) const { return match.clock(seat, now).left; }

  // The names of the last events, `moved ended`.
  std::string last(std::size_t number) const {
    std::string names;
    for (std::size_t index = events.size() - number; index < events.size(); ++index) {
      names += (names.empty() ? "" : " ") + std::string(name_of(events[index].what));
    }
    return names;
  }
};

inline void play(MatchFixture& table, int moves) {
  for (int count = 0; count < moves; ++count) ASSERT_EQ(table.any_move(seconds{1}), "");
}

}  // namespace crownstar::match::testing_match
