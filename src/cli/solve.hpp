// Knows the commands `solve transfer` and `solve rhombus`: what they are asked and how answers are shown.
// Refuses to know how anything is solved.
#pragma once

#include <string>

namespace crownstar::cli {

// The numbers as they were typed.
struct SolveTransferRequest {
  std::string board = "rhombus";
  std::string side = "9";
  std::string pieces = "10";
  std::string depth;    // empty: a way across is looked for instead
  std::string none_in;  // empty: nothing is proved
  std::string folder;   // empty: nothing is kept
  std::string memory = "2048";
  std::string width = "20000";
  std::string most = "60";
  bool is_json = false;
};

struct SolveRhombusRequest {
  std::string side = "4";
  std::string pieces = "3";
  std::string memory = "2048";
  bool is_json = false;
};

int run_solve_transfer(const SolveTransferRequest& request);
int run_solve_rhombus(const SolveRhombusRequest& request);

}  // namespace crownstar::cli
