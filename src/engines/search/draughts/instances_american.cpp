// The searches of American, flying-king and Italian draughts. Four files, so that they compile side by side.
#include "engines/search/draughts/root_worker_of.hpp"

namespace crownstar::search::draughts {

template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::American>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::FlyingKing>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Italian>(const SearchContext& context);

}  // namespace crownstar::search::draughts
