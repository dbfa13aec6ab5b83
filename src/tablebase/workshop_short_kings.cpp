#include "draughts/variants.hpp"
#include "tablebase/workshop_of.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::American>;
template struct Workshop<draughts::FlyingKing>;
template struct Workshop<draughts::Italian>;

}  // namespace crownstar::tablebase
