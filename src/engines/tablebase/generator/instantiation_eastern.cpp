#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct TableOperations<draughts::Thai>;
template struct TableOperations<draughts::Turkish>;

}  // namespace crownstar::tablebase
