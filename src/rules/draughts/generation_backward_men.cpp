#include "rules/draughts/generation_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template void generate(const Position<Russian>&, MoveList<Russian>&, Counted);
template void generate_captures<Russian, Side::white>(const Position<Russian>&, MoveList<Russian>&, Counted);
template void generate_captures<Russian, Side::black>(const Position<Russian>&, MoveList<Russian>&, Counted);
template void generate(const Position<Brazilian>&, MoveList<Brazilian>&, Counted);
template void generate_captures<Brazilian, Side::white>(const Position<Brazilian>&, MoveList<Brazilian>&, Counted);
template void generate_captures<Brazilian, Side::black>(const Position<Brazilian>&, MoveList<Brazilian>&, Counted);
template void generate(const Position<Pool>&, MoveList<Pool>&, Counted);
template void generate_captures<Pool, Side::white>(const Position<Pool>&, MoveList<Pool>&, Counted);
template void generate_captures<Pool, Side::black>(const Position<Pool>&, MoveList<Pool>&, Counted);
template void generate(const Position<Spantsiretti>&, MoveList<Spantsiretti>&, Counted);
template void generate_captures<Spantsiretti, Side::white>(const Position<Spantsiretti>&, MoveList<Spantsiretti>&,
                                                           Counted);
template void generate_captures<Spantsiretti, Side::black>(const Position<Spantsiretti>&, MoveList<Spantsiretti>&,
                                                           Counted);

}  // namespace crownstar::draughts
