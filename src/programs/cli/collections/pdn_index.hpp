// The command `pdn index`: makes collections of games searchable.
#pragma once

#include <string>

#include "programs/cli/console/disk_room.hpp"
#include "programs/cli/pdn/pdn.hpp"

namespace crownstar::cli {

struct PdnIndexRequest {
  PdnFilesRequest input;
  std::string database;
  KeepFree keep_free;
};

int run_pdn_index(const PdnIndexRequest& request);

}  // namespace crownstar::cli
