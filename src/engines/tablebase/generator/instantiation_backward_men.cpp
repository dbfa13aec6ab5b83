#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct TableOperations<draughts::Russian>;
template struct TableOperations<draughts::Brazilian>;
template struct TableOperations<draughts::Pool>;

}  // namespace crownstar::tablebase
