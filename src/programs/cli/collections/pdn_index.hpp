// The command `pdn index`: makes collections of games searchable.
#pragma once

#include <string>

#include "programs/cli/pdn/pdn.hpp"

namespace crownstar::cli {

struct PdnIndexRequest {
  PdnFilesRequest input;
  std::string database;
  std::string keep_free;  // MiB; empty: a tenth of what is free at the beginning
};

int run_pdn_index(const PdnIndexRequest& request);

}  // namespace crownstar::cli
