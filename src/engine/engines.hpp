// Knows every engine that can sit at a table: the levels of our own, and external ones that were configured.
// Refuses to know tables, clocks and players.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine_port.hpp"
#include "search/own_searcher.hpp"

namespace crownstar::engine {

// A program that speaks Hub 2 on its standard input and output (docs/hub.md).
struct ExternalEngine {
  std::string id;  // the level by which it is asked for: lower case letters, digits, `-`
  std::string name;
  std::string description;
  std::vector<std::string> command;               // the program and its arguments; no shell is involved
  std::string folder;                             // where it starts; empty: here
  std::vector<std::string> games;                 // the ids that it plays, of draughts only; empty: international
  std::map<std::string, std::string> parameters;  // `set-param` for each
  int processes = 1;                              // how many may run at once
  milliseconds move_time{1000};                   // for a request without a limit of time
};

struct EngineSettings {
  PoolLimits own;
  std::vector<ExternalEngine> external;
  search::FindTables find_tables{};  // that our own asks; empty: none
};

class Engines final : public EnginePort {
 public:
  // Refused where the settings name an engine twice, or a game that is not there. Nothing is started yet.
  static Checked<std::unique_ptr<Engines>> create(EngineSettings settings, const Post& post);
  ~Engines() override;

  using EnginePort::ask;

  std::vector<EngineChoice> choices(std::string_view token) const override;
  Checked<JobNumber> ask(SearchRequest request, Priority priority, OnResult done, OnProgress progress) override;
  void cancel(JobNumber job) override;
  void hurry(JobNumber job);

  PoolLoad load() const override;  // of all together

 private:
  struct Lane;
  Engines(EngineSettings settings, const Post& post);

  std::vector<std::unique_ptr<Lane>> lanes_;  // the first is our own
};

}  // namespace crownstar::engine
