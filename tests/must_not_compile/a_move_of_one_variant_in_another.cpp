// expect: no matching function for call to 'after'
// A move is of its variant, even of one with the same board.
#include "draughts/position.hpp"
#include "draughts/variants.hpp"

namespace crownstar::draughts {

auto own = after(start_position<American>(), Move<American>{});
#ifdef OFFENCE
auto alien = after(start_position<International>(), Move<American>{});
#endif

}  // namespace crownstar::draughts
