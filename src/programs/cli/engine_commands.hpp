// Subcommands of engines, endgame tables and solved problems: options, help texts, and the request each fills.
#pragma once

#include <string>

#include "programs/cli/bot/bot.hpp"
#include "programs/cli/console/menu.hpp"
#include "programs/cli/engines/analyse.hpp"
#include "programs/cli/engines/bench.hpp"
#include "programs/cli/engines/engine.hpp"
#include "programs/cli/engines/match/match.hpp"
#include "programs/cli/engines/puzzles/puzzles.hpp"
#include "programs/cli/engines/search.hpp"
#include "programs/cli/engines/self_play/sample_table.hpp"
#include "programs/cli/engines/self_play/self_play.hpp"
#include "programs/cli/engines/solve.hpp"
#include "programs/cli/engines/tables/tables.hpp"
#include "programs/cli/engines/tune/tune.hpp"

namespace crownstar::cli {

class EngineCommands {
 public:
  EngineCommands(Menu& menu, const std::string& version);
  EngineCommands(const EngineCommands&) = delete;  // the menu keeps what leads to these requests
  EngineCommands& operator=(const EngineCommands&) = delete;
  ~EngineCommands() = default;

 private:
  void add_engine();
  void add_search();
  void add_match();
  void add_bot();
  void add_analyse();
  void add_puzzles();
  void add_self_play();
  void add_samples();
  void add_tune();
  void add_bench();
  void add_tables();
  CLI::App* add_tables_compare(CLI::App& tables);
  void add_solve();

  Menu& menu_;
  std::string version_;
  SearchCommandRequest search_;
  EngineRequest engine_;
  MatchRequest match_;
  BotRequest bot_;
  AnalyseRequest analyse_;
  PuzzlesMakeRequest puzzles_;
  std::string puzzle_deck_;
  SelfPlayRequest self_play_;
  SampleTableRequest samples_;
  TuneRequest tune_;
  BenchRequest bench_;
  TablesRequest tables_;
  TablesProbeRequest probe_;
  TablesComparisonRequest comparison_;
  SolveTransferRequest transfer_;
  SolveRhombusRequest rhombus_;
};

}  // namespace crownstar::cli
