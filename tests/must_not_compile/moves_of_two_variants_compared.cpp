// expect: invalid operands to binary expression
// The squares of two variants are bits of different boards: that they are equal says nothing.
#include "rules/draughts/position.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {

bool is_same(const Move<American>& one, const Move<American>& other) { return one == other; }
#ifdef OFFENCE
bool is_alike(const Move<American>& one, const Move<Russian>& other) { return one == other; }
#endif

}  // namespace crownstar::draughts
