// Knows the command `bench`: the nodes of a fixed search, by which versions of it are told apart, and its speed.
// Refuses to know what is searched.
#pragma once

namespace crownstar::cli {

struct BenchRequest {
  bool is_json = false;
};

int run_bench(const BenchRequest& request);

}  // namespace crownstar::cli
