#include "engines/search/draughts/root.hpp"

namespace crownstar::search {

template <>
Checked<Findings> search_variant<draughts::Spantsiretti>(const Task& task) {
  return search_tree<draughts::Spantsiretti>(task);
}
template <>
Checked<Findings> search_variant<draughts::Antidraughts>(const Task& task) {
  return search_tree<draughts::Antidraughts>(task);
}
template <>
Checked<Findings> search_variant<draughts::Breakthrough>(const Task& task) {
  return search_tree<draughts::Breakthrough>(task);
}
template <>
Checked<Findings> search_variant<draughts::Killer>(const Task& task) {
  return search_tree<draughts::Killer>(task);
}

}  // namespace crownstar::search
