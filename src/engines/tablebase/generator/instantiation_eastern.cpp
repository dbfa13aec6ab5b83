#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::Thai>;
template struct Workshop<draughts::Turkish>;

}  // namespace crownstar::tablebase
