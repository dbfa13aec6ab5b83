// The command `samples`: writes a file of training positions as a table for other programs.
#pragma once

#include <string>

#include "programs/cli/console/disk_room.hpp"

namespace crownstar::cli {

struct SampleTableRequest {
  std::string file;
  std::string form = "csv";
  std::string output = "-";
  KeepFree keep_free;
};

int run_sample_table(const SampleTableRequest& request);

}  // namespace crownstar::cli
