#include "engines/search/draughts/root.hpp"

namespace crownstar::search {

template <>
Checked<Findings> search_variant<draughts::American>(const Task& task) {
  return search_tree<draughts::American>(task);
}
template <>
Checked<Findings> search_variant<draughts::FlyingKing>(const Task& task) {
  return search_tree<draughts::FlyingKing>(task);
}
template <>
Checked<Findings> search_variant<draughts::Italian>(const Task& task) {
  return search_tree<draughts::Italian>(task);
}

}  // namespace crownstar::search
