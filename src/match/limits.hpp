// Knows every bound of a match: of its terms, its waiting times, the credit for lag and how often may be offered.
// Refuses to know the bounds of messages, queues and names: those are the protocol's.
#pragma once

#include <chrono>
#include <cstddef>

namespace crownstar::match {

using Milliseconds = std::chrono::milliseconds;
using Instant = std::chrono::sys_time<Milliseconds>;

inline constexpr int most_seats = 6;

// Of the terms.
inline constexpr std::size_t longest_token = 200;
inline constexpr std::size_t longest_position = 4096;  // the largest star with six sets takes under 700
inline constexpr Milliseconds longest_main = std::chrono::hours{10};
inline constexpr Milliseconds longest_step = std::chrono::minutes{30};
inline constexpr Milliseconds shortest_time = std::chrono::seconds{1};  // a turn can never be shorter at its beginning
inline constexpr int most_periods = 25;
inline constexpr Milliseconds shortest_days = std::chrono::days{1};
inline constexpr Milliseconds longest_days = std::chrono::days{30};

// Of words that people bring in.
inline constexpr std::size_t longest_move = 400;  // a star's chain through most of the board
inline constexpr std::size_t longest_player_text = 64;
inline constexpr std::size_t longest_reason = 200;

// A seat's first move is not timed. In a timed game it is waited for no longer than this, with a clock of days no
// longer than the days of one move.
inline constexpr Milliseconds first_move_wait = std::chrono::seconds{60};

// Lag is credited on moves: no more than measured, no more than this for one move, and no more than the seat has saved.
// It starts with the most that can be saved and saves some with every move; so over n moves it gets at most
// `most_saved_lag + n * lag_saved_by_move`.
inline constexpr Milliseconds most_lag_credit{1000};
inline constexpr Milliseconds most_saved_lag{3000};
inline constexpr Milliseconds lag_saved_by_move{200};

// After the game. While it is played a seat offers one draw and one takeback between two of its own moves.
inline constexpr int most_rematch_offers = 3;

}  // namespace crownstar::match
