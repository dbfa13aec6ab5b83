// Backup and restore of a SQLite store: copies the file while it is in use, restores a copy, checks a file. Whether
// games replay to their result is checked by the caller.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "site/store/store.hpp"

namespace crownstar::store {

// How far a copy is, in pages; false stops it.
using CopyProgress = std::function<bool(int done, int all)>;

// Copies the store as it is at this moment into a new file, in steps, while a server goes on writing to it (in this
// process or another). What exists is never overwritten. The copy is read through once before it gets its name; until
// then it is `TARGET.partial`.
Outcome<void> backup_to(const std::string& store, const std::string& target, const CopyProgress& go_on = {});

// Makes a backup the store at this path, where there must be none yet. Refused: a backup with faults, or of a newer
// program.
Outcome<void> restore_from(const std::string& backup, const std::string& store, const CopyProgress& go_on = {});

// What is wrong with the file, a line each (at most some dozens): SQLite's own check of its pages and indices, events
// that lack a predecessor, rows of matches that don't exist. Empty: nothing is. Beside a running server it checks what
// is committed.
Outcome<std::vector<std::string>> check_file(const std::string& store);

// Visits every match with all its events, in the order of their creation, until `visit` says false; answers how many it
// visited. A match and its events are of one moment.
using VisitMatch = std::function<bool(const MatchHeader&, const std::vector<EventRow>&)>;
Outcome<std::int64_t> for_each_match(const std::string& store, const VisitMatch& visit);

}  // namespace crownstar::store
