// The other searches on boards of 8x8.
#include "engines/search/draughts/root_worker_of.hpp"

namespace crownstar::search::draughts {

template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Spanish>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Portuguese>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Russian>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Brazilian>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Pool>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Czech>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Thai>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Turkish>(const SearchContext& context);

}  // namespace crownstar::search::draughts
