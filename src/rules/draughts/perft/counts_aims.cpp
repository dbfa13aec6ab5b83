#include "rules/draughts/perft/counts_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template PerftCount count_moves(const Position<Antidraughts>&, int);
template PerftCount count_paths(const Position<Antidraughts>&, int);
template PerftCount count_moves(const Position<Breakthrough>&, int);
template PerftCount count_paths(const Position<Breakthrough>&, int);
template PerftCount count_moves(const Position<Killer>&, int);
template PerftCount count_paths(const Position<Killer>&, int);

}  // namespace crownstar::draughts
