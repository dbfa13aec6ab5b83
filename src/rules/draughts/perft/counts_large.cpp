#include "rules/draughts/perft/counts_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template PerftCount count_moves(const Position<International>&, int);
template PerftCount count_paths(const Position<International>&, int);
template PerftCount count_moves(const Position<Canadian>&, int);
template PerftCount count_paths(const Position<Canadian>&, int);

}  // namespace crownstar::draughts
