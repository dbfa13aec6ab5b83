#include "draughts/variants.hpp"
#include "tablebase/workshop_of.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::International>;
template struct Workshop<draughts::Canadian>;
template struct Workshop<draughts::Spantsiretti>;

}  // namespace crownstar::tablebase
