#include "draughts/variants.hpp"
#include "tablebase/workshop_of.hpp"

namespace crownstar::tablebase {

template struct Workshop<draughts::Russian>;
template struct Workshop<draughts::Brazilian>;
template struct Workshop<draughts::Pool>;

}  // namespace crownstar::tablebase
