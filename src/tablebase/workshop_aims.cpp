#include "draughts/variants.hpp"
#include "tablebase/workshop_of.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::Antidraughts>;
template struct Workshop<draughts::Breakthrough>;
template struct Workshop<draughts::Killer>;

}  // namespace crownstar::tablebase
