#include "rules/draughts/generation_kernel.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

template void generate(const Position<American>&, MoveList<American>&, Counted);
template void generate_captures<American, Side::white>(const Position<American>&, MoveList<American>&, Counted);
template void generate_captures<American, Side::black>(const Position<American>&, MoveList<American>&, Counted);
template void generate(const Position<FlyingKing>&, MoveList<FlyingKing>&, Counted);
template void generate_captures<FlyingKing, Side::white>(const Position<FlyingKing>&, MoveList<FlyingKing>&, Counted);
template void generate_captures<FlyingKing, Side::black>(const Position<FlyingKing>&, MoveList<FlyingKing>&, Counted);

}  // namespace crownstar::draughts
