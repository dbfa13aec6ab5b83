// expect: no matching function for call to 'generate'
// Moves are generated into a list of the same variant.
#include "rules/draughts/generation.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

void fill(MoveList<American>& own, [[maybe_unused]] MoveList<Pool>& alien) {
  generate<American>(start_position<American>(), own);
#ifdef OFFENCE
  generate<American>(start_position<American>(), alien);
#endif
}

}  // namespace crownstar::draughts
