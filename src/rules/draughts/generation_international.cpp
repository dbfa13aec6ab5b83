#include "rules/draughts/generation_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template void generate(const Position<International>&, MoveList<International>&, Counted);
template void generate_captures<International, Side::white>(const Position<International>&, MoveList<International>&,
                                                            Counted);
template void generate_captures<International, Side::black>(const Position<International>&, MoveList<International>&,
                                                            Counted);
template void generate(const Position<Antidraughts>&, MoveList<Antidraughts>&, Counted);
template void generate_captures<Antidraughts, Side::white>(const Position<Antidraughts>&, MoveList<Antidraughts>&,
                                                           Counted);
template void generate_captures<Antidraughts, Side::black>(const Position<Antidraughts>&, MoveList<Antidraughts>&,
                                                           Counted);
template void generate(const Position<Breakthrough>&, MoveList<Breakthrough>&, Counted);
template void generate_captures<Breakthrough, Side::white>(const Position<Breakthrough>&, MoveList<Breakthrough>&,
                                                           Counted);
template void generate_captures<Breakthrough, Side::black>(const Position<Breakthrough>&, MoveList<Breakthrough>&,
                                                           Counted);
template void generate(const Position<Killer>&, MoveList<Killer>&, Counted);
template void generate_captures<Killer, Side::white>(const Position<Killer>&, MoveList<Killer>&, Counted);
template void generate_captures<Killer, Side::black>(const Position<Killer>&, MoveList<Killer>&, Counted);

}  // namespace crownstar::draughts
