#include "rules/draughts/perft/counts_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template PerftCount count_moves(const Position<Italian>&, int);
template PerftCount count_paths(const Position<Italian>&, int);
template PerftCount count_moves(const Position<Spanish>&, int);
template PerftCount count_paths(const Position<Spanish>&, int);
template PerftCount count_moves(const Position<Portuguese>&, int);
template PerftCount count_paths(const Position<Portuguese>&, int);
template PerftCount count_moves(const Position<Czech>&, int);
template PerftCount count_paths(const Position<Czech>&, int);

}  // namespace crownstar::draughts
