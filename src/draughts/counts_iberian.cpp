#include "draughts/counts_kernel.hpp"
#include "draughts/variants.hpp"

namespace crownstar::draughts {

template PerftCount count_moves(const Position<Spanish>&, int);
template PerftCount count_paths(const Position<Spanish>&, int);
template PerftCount count_moves(const Position<Portuguese>&, int);
template PerftCount count_paths(const Position<Portuguese>&, int);
template PerftCount count_moves(const Position<Czech>&, int);
template PerftCount count_paths(const Position<Czech>&, int);

}  // namespace crownstar::draughts
