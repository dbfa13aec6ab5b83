#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct TableOperations<draughts::Spanish>;
template struct TableOperations<draughts::Portuguese>;
template struct TableOperations<draughts::Czech>;

}  // namespace crownstar::tablebase
