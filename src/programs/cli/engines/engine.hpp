// The command `engine`: runs the engine on standard input and output, for programs that speak the Hub protocol.
#pragma once

#include <string>

namespace crownstar::cli {

struct EngineRequest {
  std::string game;   // the variant at the beginning; empty: international, as the protocol has it
  std::string level;  // empty: the strongest
  // As Equipment has them; empty for what is usual.
  std::string threads;
  std::string memory;
  std::string tables;
  std::string net;
  // Over DamExchange instead of Hub.
  std::string dxp;          // whom to call, or where to wait; empty: not at all
  std::string time;         // seconds a move; empty: by the clock of the game
  std::string games = "1";  // that are asked for, and their clock
  std::string minutes = "5";
  std::string moves = "75";
};

int run_engine(const EngineRequest& request, const std::string& version);

}  // namespace crownstar::cli
