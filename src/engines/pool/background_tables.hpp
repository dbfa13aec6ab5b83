// Knows the endgame tables of a program that runs for long: those that lie there are used, and small ones are built
// beside everything else if it is wanted. Refuses to know how tables are made and who asks them.
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

enum class TablesNews : std::uint8_t {
  none_found,  // nowhere, and none are to be built
  begun,
  finished,
  refused  // one file, or the building of a game's
};

// What has happened, on whichever thread it did: the game or the folder, and how many positions or why not.
using OnTablesNews = std::function<void(TablesNews news, const std::string& where, const std::string& detail)>;

struct BackgroundTablesTerms {
  std::string folder;              // empty: where they usually lie
  int pieces = 0;                  // up to so many are built; 0: none
  std::vector<std::string> games;  // whose; empty: of every game that has tables
  std::uint64_t memory_bytes = std::uint64_t{512} << 20U;
};

class BackgroundTables {
 public:
  BackgroundTables(BackgroundTablesTerms terms, OnTablesNews on_news);
  // Stops building soon; what is finished is kept and gone on from the next time.
  ~BackgroundTables();
  BackgroundTables(const BackgroundTables&) = delete;
  BackgroundTables& operator=(const BackgroundTables&) = delete;

  // Good also after this is gone.
  search::FindTables find() const;

 private:
  void build(const std::stop_token& stop);
  void build_game(const std::string& game, const std::stop_token& stop);

  const BackgroundTablesTerms terms_;
  const OnTablesNews on_news_;
  const std::shared_ptr<tablebase::Library> library_;
  std::jthread builder_;  // the last member: it ends before the others go
};

}  // namespace crownstar::engine
