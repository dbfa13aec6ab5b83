#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::Russian>;
template struct Workshop<draughts::Brazilian>;
template struct Workshop<draughts::Pool>;

}  // namespace crownstar::tablebase
