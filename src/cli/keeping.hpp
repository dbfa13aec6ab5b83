// Knows the commands `backup`, `restore` and `check`: what is done with a store as a whole, and what is said meanwhile.
// Refuses to know what a store holds and how it is kept.
#pragma once

#include <string>

namespace crownstar::cli {

struct KeepingRequest {
  std::string file;      // the backup
  std::string store;     // empty: as the server's settings have it
  std::string settings;  // the server's settings file
};

int run_backup(const KeepingRequest& request);
int run_restore(const KeepingRequest& request);
int run_check(const KeepingRequest& request);

}  // namespace crownstar::cli
