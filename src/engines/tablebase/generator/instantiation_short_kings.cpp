#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct TableOperations<draughts::American>;
template struct TableOperations<draughts::FlyingKing>;
template struct TableOperations<draughts::Italian>;

}  // namespace crownstar::tablebase
