// The commands `export` and `import`: write a whole site to a stream and read it back.
#pragma once

#include "programs/cli/site/backup.hpp"

namespace crownstar::cli {

// `file` is the stream; `-` stands for standard output and input.
int run_export(const StoreRequest& request);
int run_import(const StoreRequest& request);

}  // namespace crownstar::cli
