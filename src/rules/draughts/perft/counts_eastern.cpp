#include "rules/draughts/perft/counts_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template PerftCount count_moves(const Position<Thai>&, int);
template PerftCount count_paths(const Position<Thai>&, int);
template PerftCount count_moves(const Position<Turkish>&, int);
template PerftCount count_paths(const Position<Turkish>&, int);

}  // namespace crownstar::draughts
