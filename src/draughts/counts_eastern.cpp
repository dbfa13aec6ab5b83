#include "draughts/counts_kernel.hpp"
#include "draughts/variants.hpp"

namespace crownstar::draughts {

template PerftCount count_moves(const Position<Thai>&, int);
template PerftCount count_paths(const Position<Thai>&, int);
template PerftCount count_moves(const Position<Turkish>&, int);
template PerftCount count_paths(const Position<Turkish>&, int);

}  // namespace crownstar::draughts
