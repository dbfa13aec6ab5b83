// The command `match`: plays engines against each other and reports which is stronger.
#pragma once

#include <string>
#include <vector>

#include "programs/cli/console/disk_room.hpp"

namespace crownstar::cli {

struct MatchRequest {
  std::string a;
  std::string b;
  std::vector<std::string> more;  // engines beside these
  bool is_gauntlet = false;       // A against each of the others, who do not meet
  std::string game = "american";
  std::string games = "100";
  std::string time;   // seconds a move
  std::string nodes;  // a move
  std::string depth;
  std::string starts;
  std::string random_moves;
  std::string seed = "1";
  std::string threads = "1";
  std::string most_moves = "300";
  std::string test;        // ELO0,ELO1
  std::string agreed_win;  // hundredths of a man
  std::string agreed_draw;
  std::string referee;  // a folder of endgame tables
  std::string pdn;
  std::string state;  // the file that keeps finished rounds
  std::string plot;
  KeepFree keep_free;
  bool is_json = false;
};

int run_match(const MatchRequest& request);

}  // namespace crownstar::cli
