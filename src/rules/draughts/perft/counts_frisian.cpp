#include "rules/draughts/perft/counts_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template PerftCount count_moves(const Position<Frisian>&, int);
template PerftCount count_paths(const Position<Frisian>&, int);
template PerftCount count_moves(const Position<Frysk>&, int);
template PerftCount count_paths(const Position<Frysk>&, int);

}  // namespace crownstar::draughts
