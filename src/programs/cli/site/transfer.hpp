// Knows the commands `export` and `import`: a whole site goes into a stream and comes out of one, and what is said
// meanwhile. Refuses to know what the lines of the stream mean.
#pragma once

#include "programs/cli/site/backup.hpp"

namespace crownstar::cli {

// `file` is the stream; `-` stands for standard output and input.
int run_export(const KeepingRequest& request);
int run_import(const KeepingRequest& request);

}  // namespace crownstar::cli
