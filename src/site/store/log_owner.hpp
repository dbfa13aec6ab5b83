// Which file a write-ahead log was written for. SQLite takes the log that lies beside a file for that file's own:
// beside a backup, or beside a copy that a server has saved, the log of a file that is gone would be folded into it and
// damage it.
#pragma once

#include <string>

#include "site/store/store.hpp"

namespace crownstar::store {

// Noted by whoever serves the file, in `lock_file`, an open `FILE.lock`, behind the number of the process: which file
// and which log these are. If it cannot be written, nothing will be refused.
void note_log_owner(int lock_file, const std::string& store);

// Refused if the log beside the file is the one that was noted, and the file is another one. A file that was copied or
// moved together with its log is taken as it is.
Outcome<void> check_log_owner(const std::string& store);

}  // namespace crownstar::store
