#include "engines/search/draughts/root_search.hpp"

namespace crownstar::search::draughts {

template <>
Checked<Findings> search_variant<draughts::International>(const SearchContext& context) {
  return search_tree<draughts::International>(context);
}
template <>
Checked<Findings> search_variant<draughts::Canadian>(const SearchContext& context) {
  return search_tree<draughts::Canadian>(context);
}
template <>
Checked<Findings> search_variant<draughts::Frisian>(const SearchContext& context) {
  return search_tree<draughts::Frisian>(context);
}
template <>
Checked<Findings> search_variant<draughts::Frysk>(const SearchContext& context) {
  return search_tree<draughts::Frysk>(context);
}

}  // namespace crownstar::search::draughts
