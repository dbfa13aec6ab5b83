#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct TableOperations<draughts::Antidraughts>;
template struct TableOperations<draughts::Breakthrough>;
template struct TableOperations<draughts::Killer>;

}  // namespace crownstar::tablebase
