#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::International>;
template struct Workshop<draughts::Canadian>;
template struct Workshop<draughts::Spantsiretti>;

}  // namespace crownstar::tablebase
