// One entry of a transposition table that threads read and write at once without locks (Hyatt's exclusive-or check).
#pragma once

#include <atomic>
#include <cstdint>

namespace crownstar::search {

// The key is kept exclusive-or the word, so a pair that two threads wrote halves of fails the check.
class LocklessEntry {
 public:
  // The word that is stored, whatever its key; 0 for none.
  std::uint64_t word() const { return word_.load(std::memory_order_relaxed); }

  // The word that is stored for this key; 0 for none.
  std::uint64_t word_of(std::uint64_t key) const {
    const std::uint64_t found = word();
    return (check_.load(std::memory_order_relaxed) ^ found) == key ? found : 0;
  }

  // The word must not be 0.
  void store(std::uint64_t key, std::uint64_t word) {
    check_.store(key ^ word, std::memory_order_relaxed);
    word_.store(word, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t> check_ = 0;  // the key, exclusive or the word
  std::atomic<std::uint64_t> word_ = 0;
};

}  // namespace crownstar::search
