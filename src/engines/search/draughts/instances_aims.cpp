// The searches of the games with another aim.
#include "engines/search/draughts/root_worker_of.hpp"

namespace crownstar::search::draughts {

template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Spantsiretti>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Antidraughts>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Breakthrough>(const SearchContext& context);
template Checked<std::unique_ptr<RootWorker>> make_worker<draughts::Killer>(const SearchContext& context);

}  // namespace crownstar::search::draughts
