// The command `tune`: tunes parameters of an engine by games against itself (SPSA), and can resume.
#pragma once

#include <string>
#include <vector>

namespace crownstar::cli {

struct TuneRequest {
  std::string game;
  std::string engine;                   // as in `match`, without limits; empty: ours, the strongest
  std::vector<std::string> parameters;  // NAME, or NAME=START,LEAST,MOST; none: all of ours
  std::string rounds = "500";
  std::string games = "16";  // of a round
  std::string nodes = "5000";
  std::string starts;
  std::string rate = "0.01";
  std::string seed = "1";
  std::string threads;
  std::string file;
};

int run_tune(const TuneRequest& request);

}  // namespace crownstar::cli
