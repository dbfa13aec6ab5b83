#include "engines/tablebase/generator/instantiation_of.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::American>;
template struct Workshop<draughts::FlyingKing>;
template struct Workshop<draughts::Italian>;

}  // namespace crownstar::tablebase
