// expect: no viable conversion
// A position is of its variant: the same squares and pieces mean something else under other rules.
#include "rules/draughts/position.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

Position<American> american = start_position<American>();
#ifdef OFFENCE
Position<FlyingKing> flying_king = american;
#endif

}  // namespace crownstar::draughts
