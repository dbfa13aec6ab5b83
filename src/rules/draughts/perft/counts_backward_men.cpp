#include "rules/draughts/perft/counts_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template PerftCount count_moves(const Position<Russian>&, int);
template PerftCount count_paths(const Position<Russian>&, int);
template PerftCount count_moves(const Position<Brazilian>&, int);
template PerftCount count_paths(const Position<Brazilian>&, int);
template PerftCount count_moves(const Position<Pool>&, int);
template PerftCount count_paths(const Position<Pool>&, int);
template PerftCount count_moves(const Position<Spantsiretti>&, int);
template PerftCount count_paths(const Position<Spantsiretti>&, int);

}  // namespace crownstar::draughts
