// Whether a test plays the whole of a long series of games, which says who is stronger, or that every kind of game
// comes to its end. The moves are the same in every build, and so are the results. A sanitizer asks of every move
// whether it uses memory well, and takes ten times as long for it: there a series is as long as going every way of the
// code takes, and its results are not counted.
#pragma once

namespace crownstar::search {

#ifdef CROWNSTAR_SHORT_SERIES
inline constexpr bool is_series_whole = false;
#else
inline constexpr bool is_series_whole = true;
#endif

}  // namespace crownstar::search
