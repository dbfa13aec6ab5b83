// Knows the commands `backup`, `restore` and `check`: what is done with a store as a whole, and what is said meanwhile.
// Refuses to know what a store holds and how it is kept.
#pragma once

#include <string>

#include "board/refusal.hpp"

namespace crownstar::cli {

struct KeepingRequest {
  std::string file;      // the backup
  std::string store;     // empty: as the server's settings have it
  std::string settings;  // the server's settings file
};

// The store that `serve` would open with the same settings.
board::Checked<std::string> store_of(const KeepingRequest& request);

int run_backup(const KeepingRequest& request);
int run_restore(const KeepingRequest& request);
int run_check(const KeepingRequest& request);

}  // namespace crownstar::cli
