#include "engines/search/draughts/root_search.hpp"

namespace crownstar::search::draughts {

template <>
Checked<Findings> search_variant<draughts::Spanish>(const SearchContext& context) {
  return search_tree<draughts::Spanish>(context);
}
template <>
Checked<Findings> search_variant<draughts::Portuguese>(const SearchContext& context) {
  return search_tree<draughts::Portuguese>(context);
}
template <>
Checked<Findings> search_variant<draughts::Russian>(const SearchContext& context) {
  return search_tree<draughts::Russian>(context);
}
template <>
Checked<Findings> search_variant<draughts::Brazilian>(const SearchContext& context) {
  return search_tree<draughts::Brazilian>(context);
}
template <>
Checked<Findings> search_variant<draughts::Pool>(const SearchContext& context) {
  return search_tree<draughts::Pool>(context);
}
template <>
Checked<Findings> search_variant<draughts::Czech>(const SearchContext& context) {
  return search_tree<draughts::Czech>(context);
}
template <>
Checked<Findings> search_variant<draughts::Thai>(const SearchContext& context) {
  return search_tree<draughts::Thai>(context);
}
template <>
Checked<Findings> search_variant<draughts::Turkish>(const SearchContext& context) {
  return search_tree<draughts::Turkish>(context);
}

}  // namespace crownstar::search::draughts
