#include "engines/search/draughts/root.hpp"

namespace crownstar::search {

template <>
Checked<Findings> search_variant<draughts::International>(const Task& task) {
  return search_tree<draughts::International>(task);
}
template <>
Checked<Findings> search_variant<draughts::Canadian>(const Task& task) {
  return search_tree<draughts::Canadian>(task);
}
template <>
Checked<Findings> search_variant<draughts::Frisian>(const Task& task) {
  return search_tree<draughts::Frisian>(task);
}
template <>
Checked<Findings> search_variant<draughts::Frysk>(const Task& task) {
  return search_tree<draughts::Frysk>(task);
}

}  // namespace crownstar::search
