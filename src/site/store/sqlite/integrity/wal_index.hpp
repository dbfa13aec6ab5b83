// What SQLite keeps in shared memory about the write-ahead log, and whether the log's file is the one that it describes
// (https://sqlite.org/walformat.html).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace crownstar::store {

struct WalIndex {
  std::uint32_t frames = 0;  // valid ones in the log
  std::uint32_t page_size = 0;
  std::array<std::uint32_t, 2> sum{};  // of all frames, as the last of them has it
  std::array<std::uint8_t, 8> salt{};  // another one each time the log starts anew

  std::uint64_t log_size() const;  // at least
};

// `memory` is the first region of the shared memory. Nothing: it is just being changed, or has another form.
std::optional<WalIndex> read_wal_index(const volatile void* memory);

// Looks whether the last commit is in the file at `path`. False too if the file cannot be read.
bool is_log_of(const WalIndex& index, const std::string& path);

}  // namespace crownstar::store
