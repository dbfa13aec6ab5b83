// Knows the command `engine`: our engine behind standard input and output, for programs that speak Hub.
// Refuses to know what the lines mean.
#pragma once

#include <string>

namespace crownstar::cli {

struct EngineRequest {
  std::string game;   // the variant at the beginning; empty: international, as the protocol has it
  std::string level;  // empty: the strongest
};

int run_engine(const EngineRequest& request, const std::string& version);

}  // namespace crownstar::cli
