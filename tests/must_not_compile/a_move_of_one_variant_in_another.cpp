// expect: no matching function for call to 'after'
// A move is of its variant, even of one with the same board.
#include "rules/draughts/position.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

auto own = after(start_position<American>(), Move<American>{});
#ifdef OFFENCE
auto alien = after(start_position<International>(), Move<American>{});
#endif

}  // namespace crownstar::draughts
