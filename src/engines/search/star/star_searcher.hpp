// The searcher of Chinese checkers: it reads the rules and the position, lets the seat to move search, and writes
// moves.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engines/search/searcher.hpp"
#include "engines/search/searcher_settings.hpp"
#include "engines/search/star/transposition_table.hpp"

namespace crownstar::search::star {

inline constexpr std::string_view game_id = "sternhalma";

// Keeps its transposition table from move to move only where time is the limit: with a limit of nodes the same request
// always gets the same answer.
class StarSearcher final : public Searcher {
 public:
  explicit StarSearcher(SearcherSettings settings);

  Checked<SearchResult> search(const SearchRequest& request, const StopSignal& stop,
                               const OnProgress& progress) override;
  void forget() override { table_.reset(); }

 private:
  const SearcherSettings settings_;
  std::unique_ptr<TranspositionTable> table_;
  std::string remembered_game_;  // under other rules the same position has another score
};

// The name of the network for such a game; empty where there can be none.
std::string network_name(const game::Game& game);

}  // namespace crownstar::search::star
