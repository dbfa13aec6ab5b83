// The endgame tables of a long-running program: those on the disk, and small ones built in the background on request.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/tablebase/library.hpp"

namespace crownstar::engine {

enum class TablesEvent : std::uint8_t {
  none_found,  // nowhere, and none are to be built
  begun,
  finished,
  refused  // one file, or the building of a game's
};

// Called on the thread where it happened, with the game or the folder, and the number of positions or the reason.
using OnTablesEvent = std::function<void(TablesEvent event, const std::string& where, const std::string& detail)>;

struct BackgroundTablesSettings {
  std::string folder;              // empty: where they usually lie
  int pieces = 0;                  // up to so many are built; 0: none
  std::vector<std::string> games;  // whose; empty: of every game that has tables
  std::uint64_t memory_bytes = std::uint64_t{512} << 20U;
};

class BackgroundTables {
 public:
  BackgroundTables(BackgroundTablesSettings terms, OnTablesEvent on_event);
  // Stops building soon; finished slices are kept, and the next build continues from them.
  ~BackgroundTables();
  BackgroundTables(const BackgroundTables&) = delete;
  BackgroundTables& operator=(const BackgroundTables&) = delete;

  // Stays valid after this object is gone.
  search::FindTables find() const;

 private:
  void build(const std::stop_token& stop);
  void build_game(const std::string& game, const std::stop_token& stop);

  const BackgroundTablesSettings terms_;
  const OnTablesEvent on_event_;
  const std::shared_ptr<tablebase::Library> library_;
  std::jthread builder_;  // the last member: it ends before the others go
};

}  // namespace crownstar::engine
