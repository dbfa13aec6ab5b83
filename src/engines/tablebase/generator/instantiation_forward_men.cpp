#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::Spanish>;
template struct Workshop<draughts::Portuguese>;
template struct Workshop<draughts::Czech>;

}  // namespace crownstar::tablebase
