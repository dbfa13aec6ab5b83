// The commands `solve transfer` and `solve rhombus`.
#pragma once

#include <optional>
#include <string>

namespace crownstar::cli {

// As it was typed; nothing where nothing was.
struct SolveTransferRequest {
  std::string board = "rhombus";
  std::optional<std::string> side;
  std::optional<std::string> pieces;
  std::optional<std::string> depth;    // counts; without it and the next it searches for a crossing
  std::optional<std::string> none_in;  // proves
  std::optional<std::string> folder;
  std::optional<std::string> width;
  std::optional<std::string> most;
  std::string memory = "2048";
  bool is_json = false;
};

struct SolveRhombusRequest {
  std::string side = "4";
  std::string pieces = "3";
  std::string threads;  // empty: one a core
  std::optional<std::string> folder;
  std::string memory = "2048";
  bool is_json = false;
};

int run_solve_transfer(const SolveTransferRequest& request);
int run_solve_rhombus(const SolveRhombusRequest& request);

}  // namespace crownstar::cli
