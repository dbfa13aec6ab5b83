// Whether a test plays the whole of a long series of games, which shows who is stronger or that every kind of game
// ends. The moves, and so the results, are the same in every build. A sanitizer checks the memory that each move uses
// and takes ten times as long: there a series is only long enough to run all of the code, and results are not counted.
#pragma once

namespace crownstar::search {

#ifdef CROWNSTAR_SHORT_SERIES
inline constexpr bool is_series_whole = false;
#else
inline constexpr bool is_series_whole = true;
#endif

}  // namespace crownstar::search
