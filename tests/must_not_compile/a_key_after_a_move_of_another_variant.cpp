// expect: no matching function for call to 'key_after'
// A key is kept up to date with moves of the variant that it is a key of.
#include "rules/draughts/key.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

const Position<American> before = start_position<American>();
const std::uint64_t own = key_after(key_of(before), before, Move<American>{}, before);
#ifdef OFFENCE
const std::uint64_t alien = key_after(key_of(before), before, Move<Italian>{}, before);
#endif

}  // namespace crownstar::draughts
