#include "draughts/variants.hpp"
#include "tablebase/workshop_of.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::Thai>;
template struct Workshop<draughts::Turkish>;

}  // namespace crownstar::tablebase
