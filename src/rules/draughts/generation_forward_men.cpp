#include "rules/draughts/generation_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template void generate(const Position<Italian>&, MoveList<Italian>&, Counted);
template void generate_captures<Italian, Side::white>(const Position<Italian>&, MoveList<Italian>&, Counted);
template void generate_captures<Italian, Side::black>(const Position<Italian>&, MoveList<Italian>&, Counted);
template void generate(const Position<Spanish>&, MoveList<Spanish>&, Counted);
template void generate_captures<Spanish, Side::white>(const Position<Spanish>&, MoveList<Spanish>&, Counted);
template void generate_captures<Spanish, Side::black>(const Position<Spanish>&, MoveList<Spanish>&, Counted);
template void generate(const Position<Portuguese>&, MoveList<Portuguese>&, Counted);
template void generate_captures<Portuguese, Side::white>(const Position<Portuguese>&, MoveList<Portuguese>&, Counted);
template void generate_captures<Portuguese, Side::black>(const Position<Portuguese>&, MoveList<Portuguese>&, Counted);
template void generate(const Position<Czech>&, MoveList<Czech>&, Counted);
template void generate_captures<Czech, Side::white>(const Position<Czech>&, MoveList<Czech>&, Counted);
template void generate_captures<Czech, Side::black>(const Position<Czech>&, MoveList<Czech>&, Counted);
template void generate(const Position<Thai>&, MoveList<Thai>&, Counted);
template void generate_captures<Thai, Side::white>(const Position<Thai>&, MoveList<Thai>&, Counted);
template void generate_captures<Thai, Side::black>(const Position<Thai>&, MoveList<Thai>&, Counted);
template void generate(const Position<Turkish>&, MoveList<Turkish>&, Counted);
template void generate_captures<Turkish, Side::white>(const Position<Turkish>&, MoveList<Turkish>&, Counted);
template void generate_captures<Turkish, Side::black>(const Position<Turkish>&, MoveList<Turkish>&, Counted);

}  // namespace crownstar::draughts
