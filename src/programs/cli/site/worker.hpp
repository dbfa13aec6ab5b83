// Knows the command `worker`: its flags, and what a person who starts it is told.
// Refuses to know how searches come and how they are done.
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
