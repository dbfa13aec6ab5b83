#include "engines/search/draughts/root.hpp"

namespace crownstar::search {

template <>
Checked<Findings> search_variant<draughts::Spanish>(const Task& task) {
  return search_tree<draughts::Spanish>(task);
}
template <>
Checked<Findings> search_variant<draughts::Portuguese>(const Task& task) {
  return search_tree<draughts::Portuguese>(task);
}
template <>
Checked<Findings> search_variant<draughts::Russian>(const Task& task) {
  return search_tree<draughts::Russian>(task);
}
template <>
Checked<Findings> search_variant<draughts::Brazilian>(const Task& task) {
  return search_tree<draughts::Brazilian>(task);
}
template <>
Checked<Findings> search_variant<draughts::Pool>(const Task& task) {
  return search_tree<draughts::Pool>(task);
}
template <>
Checked<Findings> search_variant<draughts::Czech>(const Task& task) {
  return search_tree<draughts::Czech>(task);
}
template <>
Checked<Findings> search_variant<draughts::Thai>(const Task& task) {
  return search_tree<draughts::Thai>(task);
}
template <>
Checked<Findings> search_variant<draughts::Turkish>(const Task& task) {
  return search_tree<draughts::Turkish>(task);
}

}  // namespace crownstar::search
