// The command `bot`: plays on a site with an account's token, by our engine or by another program that speaks Hub.
#pragma once

#include <string>

namespace crownstar::cli {

// As it was typed; empty for the usual.
struct BotRequest {
  std::string server;
  std::string token;
  std::string engine;
  std::string seek;   // a game that is offered to everybody; empty: it waits until somebody seats it
  std::string clock;  // of the games that are offered
  std::string games;  // after which it leaves
  bool is_rated = false;
};

int run_bot(const BotRequest& request);

}  // namespace crownstar::cli
