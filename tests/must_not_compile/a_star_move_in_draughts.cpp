// expect: no matching function for call to 'after'
// The two families share no move.
#include "rules/draughts/position.hpp"
#include "rules/draughts/variants/variants.hpp"
#include "rules/sternhalma/position.hpp"

namespace crownstar::draughts {

auto own = after(start_position<American>(), Move<American>{});
#ifdef OFFENCE
auto alien = after(start_position<American>(), sternhalma::Move{});
#endif

}  // namespace crownstar::draughts
