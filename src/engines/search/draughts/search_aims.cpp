#include "engines/search/draughts/root_search.hpp"

namespace crownstar::search::draughts {

template <>
Checked<Findings> search_variant<draughts::Spantsiretti>(const SearchContext& context) {
  return search_tree<draughts::Spantsiretti>(context);
}
template <>
Checked<Findings> search_variant<draughts::Antidraughts>(const SearchContext& context) {
  return search_tree<draughts::Antidraughts>(context);
}
template <>
Checked<Findings> search_variant<draughts::Breakthrough>(const SearchContext& context) {
  return search_tree<draughts::Breakthrough>(context);
}
template <>
Checked<Findings> search_variant<draughts::Killer>(const SearchContext& context) {
  return search_tree<draughts::Killer>(context);
}

}  // namespace crownstar::search::draughts
