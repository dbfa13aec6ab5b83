#include "engines/search/draughts/root_search.hpp"

namespace crownstar::search::draughts {

template <>
Checked<Findings> search_variant<draughts::American>(const SearchContext& context) {
  return search_tree<draughts::American>(context);
}
template <>
Checked<Findings> search_variant<draughts::FlyingKing>(const SearchContext& context) {
  return search_tree<draughts::FlyingKing>(context);
}
template <>
Checked<Findings> search_variant<draughts::Italian>(const SearchContext& context) {
  return search_tree<draughts::Italian>(context);
}

}  // namespace crownstar::search::draughts
