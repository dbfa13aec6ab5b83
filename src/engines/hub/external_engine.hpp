// The description of a program that speaks Hub 2: how it starts and what it plays.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "base/limits.hpp"

namespace crownstar::hub {

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
  std::chrono::milliseconds move_time{1000};      // for a request without a limit of time
  std::chrono::milliseconds greeting_wait = limits::engine_greeting_wait;
  std::chrono::milliseconds stop_wait = limits::engine_stop_wait;
};

}  // namespace crownstar::hub
