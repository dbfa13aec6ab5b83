#include "draughts/variants.hpp"
#include "tablebase/workshop_of.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::Spanish>;
template struct Workshop<draughts::Portuguese>;
template struct Workshop<draughts::Czech>;

}  // namespace crownstar::tablebase
