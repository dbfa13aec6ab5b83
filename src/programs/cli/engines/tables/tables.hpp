// The commands `tables build`, `tables verify`, `tables probe` and `tables compare`.
#pragma once

#include <string>

#include "programs/cli/console/position_request.hpp"

namespace crownstar::cli {

// The numbers as they were typed.
struct TablesRequest {
  std::string game;
  std::string folder;  // empty for the usual one
  std::string pieces = "4";
  std::string threads;  // empty for as many as there are cores
  std::string memory = "2048";
  std::string distances = "5";
  bool is_json = false;
};

struct TablesProbeRequest {
  PositionRequest position;
  std::string folder;
  bool is_json = false;
};

struct TablesComparisonRequest {
  std::string game;
  std::string foreign_folder;
  std::string folder;  // of our tables; empty for the usual one
  std::string pieces = "4";
  std::string threads;  // empty for as many as there are cores
  bool is_json = false;
};

int run_tables_build(const TablesRequest& request);
int run_tables_verify(const TablesRequest& request);
int run_tables_probe(const TablesProbeRequest& request);
int run_tables_compare(const TablesComparisonRequest& request);

}  // namespace crownstar::cli
