// The command `worker`: its flags, and what it prints at startup.
#pragma once

#include <string>

namespace crownstar::cli {

struct WorkerRequest {
  std::string bus;      // empty: the environment's CROWNSTAR_BUS
  std::string threads;  // empty: all processors
  std::string tables;
};

int run_worker(const WorkerRequest& request);

}  // namespace crownstar::cli
