#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct TableOperations<draughts::International>;
template struct TableOperations<draughts::Canadian>;
template struct TableOperations<draughts::Spantsiretti>;

}  // namespace crownstar::tablebase
