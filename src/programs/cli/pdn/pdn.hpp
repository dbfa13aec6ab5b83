// The commands `pdn check` and `pdn convert`: collections of any size, read in pieces, one game at a time.
#pragma once

#include <string>

#include "programs/cli/console/disk_room.hpp"
#include "programs/cli/pdn/pdn_files.hpp"

namespace crownstar::cli {

struct PdnCheckRequest {
  PdnFilesRequest input;
  bool is_strict = false;
  bool is_json = false;
};

struct PdnConvertRequest {
  PdnFilesRequest input;
  std::string form = "pdn";
  std::string notation;  // as each record has it
  std::string output = "-";
  KeepFree keep_free;
};

int run_pdn_check(const PdnCheckRequest& request);
int run_pdn_convert(const PdnConvertRequest& request);

}  // namespace crownstar::cli
