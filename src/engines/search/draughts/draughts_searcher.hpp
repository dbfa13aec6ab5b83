// The searcher of all draughts games: it owns their transposition tables and history.
#pragma once

#include <string>

#include "engines/search/draughts/skill.hpp"
#include "engines/search/draughts/state/margins.hpp"
#include "engines/search/draughts/state/move_order.hpp"
#include "engines/search/draughts/state/reductions.hpp"
#include "engines/search/draughts/state/transposition_table.hpp"
#include "engines/search/search_task.hpp"
#include "engines/search/searcher.hpp"
#include "engines/search/searcher_settings.hpp"

namespace crownstar::search::draughts {

class DraughtsSearcher final : public Searcher {
 public:
  explicit DraughtsSearcher(SearcherSettings settings);

  Checked<SearchResult> search(const SearchRequest& request, const StopSignal& stop,
                               const OnProgress& progress) override;
  void forget() override { kept_tables_.clear(); }

 private:
  struct KeptTables {
    TranspositionTable table;
    History history;

    void clear() {
      table.clear();
      history.clear();
    }
  };

  KeptTables& kept_tables_for(const SearchTask& task, const Skill& skill);

  const SearcherSettings settings_;
  const Margins margins_;
  const Reductions reductions_;
  KeptTables kept_tables_;   // kept from search to search of a game
  KeptTables level_tables_;  // of weak levels, cleared before each search
  std::string remembered_game_;
};

}  // namespace crownstar::search::draughts
