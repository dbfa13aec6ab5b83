// How one piece may move on a star with given pieces; it does not know whose turn it is and who has won.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "star_board.hpp"

namespace crownstar::oracle::star {

// Which set stands in a hole; empty holes are absent.
using Pieces = std::map<Hole, int>;
using Path = std::vector<Hole>;

// The holes that one single hop from `from` reaches. The moving piece must not be among the pieces (CC-21).
std::vector<Hole> hop_landings(const Board& board, const Pieces& others, Hole from, Hop hop);

// CC-8 to CC-14, CC-18, CC-21: every hole in which a move of the piece in `from` may end.
std::set<Hole> targets(const Board& board, const Options& options, const Pieces& pieces, Hole from);

// Every path of the move: the step, and each chain of hops that visits no hole twice. Nothing when the move is not
// legal; no value when more than `most_hops` hops had to be tried, for their number can explode.
std::optional<std::set<Path>> paths(const Board& board, const Options& options, const Pieces& pieces, Hole from,
                                    Hole to, std::size_t most_hops);

}  // namespace crownstar::oracle::star
