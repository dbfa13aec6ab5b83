// The commands `backup`, `restore` and `check`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "programs/cli/console/disk_room.hpp"

namespace crownstar::cli {

struct StoreRequest {
  std::string file;      // the backup
  std::string store;     // empty: as the server's settings have it
  std::string settings;  // the server's settings file
  std::string games;     // the folder that `export --games` writes; empty: the whole site is exported
  std::string month;     // `2026-11`, the only one of it
  KeepFree keep_free{};  // of `export` and `import`
};

// The store that `serve` would open with the same settings. Nothing where there is none, and then it has been
// complained of, with the status to end with in `status`.
std::optional<std::string> store_of(const StoreRequest& request, int& status);

// The same of a store that something is done with: a file must be there.
std::optional<std::string> store_there(const StoreRequest& request, int& status);

// Whether there is such a file, a `backup` or whatever it is called; complains where not.
bool is_there(std::string_view what, const std::string& file, int& status);

int run_backup(const StoreRequest& request);
int run_restore(const StoreRequest& request);
int run_check(const StoreRequest& request);

}  // namespace crownstar::cli
