// The searches on boards of 10x10 and more.
#include "engines/search/draughts/root_worker_of.hpp"

namespace crownstar::search::draughts {

template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::International>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Canadian>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Frisian>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Frysk>(const SearchContext& context);

}  // namespace crownstar::search::draughts
