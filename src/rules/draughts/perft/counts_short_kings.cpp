#include "rules/draughts/perft/counts_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template PerftCount count_moves(const Position<American>&, int);
template PerftCount count_paths(const Position<American>&, int);
template PerftCount count_moves(const Position<FlyingKing>&, int);
template PerftCount count_paths(const Position<FlyingKing>&, int);

}  // namespace crownstar::draughts
