// The command `bench`: the node count of a fixed search, which identifies a version of it, and its speed.
#pragma once

namespace crownstar::cli {

struct BenchRequest {
  bool is_json = false;
  bool has_nodes_only = false;
};

int run_bench(const BenchRequest& request);

}  // namespace crownstar::cli
