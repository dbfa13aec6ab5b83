// The command `bench`: the nodes of the fixed search, which tell versions of the search apart, and its speed.
#pragma once

namespace crownstar::cli {

struct BenchRequest {
  bool is_json = false;
  bool has_nodes_only = false;
};

int run_bench(const BenchRequest& request);

}  // namespace crownstar::cli
