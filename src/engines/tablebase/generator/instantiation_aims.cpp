#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::Antidraughts>;
template struct Workshop<draughts::Breakthrough>;
template struct Workshop<draughts::Killer>;

}  // namespace crownstar::tablebase
