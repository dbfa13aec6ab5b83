// The search of every draughts variant, each compiled for its variant in one of the files beside this.
#pragma once

#include <memory>

#include "engines/search/draughts/skill.hpp"
#include "engines/search/draughts/state/margins.hpp"
#include "engines/search/draughts/state/move_order.hpp"
#include "engines/search/draughts/state/reductions.hpp"
#include "engines/search/draughts/state/transposition_table.hpp"
#include "engines/search/findings.hpp"
#include "engines/search/net/network.hpp"
#include "engines/search/search_task.hpp"
#include "engines/search/searcher.hpp"
#include "engines/tablebase/probe.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::search::draughts {

// What the search of one position works with.
struct SearchContext {
  const SearchTask& task;
  const Skill& skill;
  Budget& budget;
  const OnProgress& progress;
  TranspositionTable& table;
  History& history;
  const tablebase::Tables* tables;  // of this game; null for none
  const net::Network* network;      // of this game; null for the handcrafted evaluation
  int threads;
  const Margins& margins;
  const Reductions& reductions;
};

class RootWorker;

Checked<Findings> search_game(const SearchContext& context);

template <class Variant>
Checked<std::unique_ptr<RootWorker>> make_worker(const SearchContext& context);

}  // namespace crownstar::search::draughts
