#include "rules/draughts/generation_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template void generate(const Position<Canadian>&, MoveList<Canadian>&, Counted);
template void generate_captures<Canadian, Side::white>(const Position<Canadian>&, MoveList<Canadian>&, Counted);
template void generate_captures<Canadian, Side::black>(const Position<Canadian>&, MoveList<Canadian>&, Counted);
template void generate(const Position<Frisian>&, MoveList<Frisian>&, Counted);
template void generate_captures<Frisian, Side::white>(const Position<Frisian>&, MoveList<Frisian>&, Counted);
template void generate_captures<Frisian, Side::black>(const Position<Frisian>&, MoveList<Frisian>&, Counted);
template void generate(const Position<Frysk>&, MoveList<Frysk>&, Counted);
template void generate_captures<Frysk, Side::white>(const Position<Frysk>&, MoveList<Frysk>&, Counted);
template void generate_captures<Frysk, Side::black>(const Position<Frysk>&, MoveList<Frysk>&, Counted);

}  // namespace crownstar::draughts
