// An engine described in one word: a level of ours with its limits, a simple player, or another program.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "engines/contest/players/simple_player.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/search/request.hpp"
#include "engines/search/searcher.hpp"
#include "engines/tablebase/library.hpp"

namespace crownstar::contest {

using base::Checked;

struct EngineSpec {
  std::string text;                                   // as it was written
  std::string name;                                   // in records and tables; empty: the text
  std::string level;                                  // of ours; empty: the strongest
  int threads = 1;                                    // of ours, for one search
  std::size_t memory_bytes = 0;                       // of ours; 0: as usual
  search::FindNetwork find_network{};                 // of ours; empty: what the program has in it
  std::string network_game;                           // that it judges; empty where no file was named
  search::FindTables find_tables{};                   // of ours; empty: none, unless the contest has some
  search::SearchLimits limits;                        // its own; where it has none the contest's hold
  std::optional<SimplePlayer> simple_player;          // instead of a level
  std::vector<std::string> command;                   // another program that speaks Hub; empty: ours
  std::map<std::string, std::string> parameters;      // `set-param` for each, of another program
  std::map<std::string, int, std::less<>> margins{};  // of our search, by name; it has the rest as usual
};

// Parts with commas between them: a level's id or `level=ID`, `time=SECONDS`, `nodes=N`, `depth=N`, `threads=N`,
// `memory=MB`, `net=FILE` or `net=none`, `tables=FOLDER` or `tables=none`, `set.NAME=VALUE` for a number of our search
// or a parameter of another program, and at the end `hub:PROGRAM ARGUMENT…`, which takes in all that follows.
// `player=NAME`, a simple player, stands alone. `name=NAME` goes with all of them. `on_refused` is told of its tables
// that are damaged, on the thread of a search.
Checked<EngineSpec> read_engine_spec(std::string_view text, const tablebase::Library::OnRefused& on_refused = {});

// Limits as options have them, each by its own word and empty where it was not given; with none of them, seconds a
// move.
struct WrittenLimits {
  std::string time{};
  std::string nodes{};
  std::string depth{};
};
Checked<search::SearchLimits> read_limits(const WrittenLimits& written, double usual_seconds);

// The limits that hold for it: its own where it has any.
search::SearchLimits limits_of(const EngineSpec& spec, const search::SearchLimits& usual);

std::unique_ptr<search::Searcher> make_searcher(const EngineSpec& spec);

}  // namespace crownstar::contest
