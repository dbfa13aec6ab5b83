// Knows how one word of what a search remembers is kept where several threads write and read at once without locks.
// Refuses to know what the word says.
#pragma once

#include <atomic>
#include <cstdint>

namespace crownstar::search {

// Two words that do not belong together, since two threads wrote them, fail the check.
class CheckedWord {
 public:
  // The word that was kept, whoever's it is; 0 where there is none.
  std::uint64_t word() const { return word_.load(std::memory_order_relaxed); }

  // The word that was kept for this key; 0 where there is none.
  std::uint64_t word_of(std::uint64_t key) const {
    const std::uint64_t found = word();
    return (check_.load(std::memory_order_relaxed) ^ found) == key ? found : 0;
  }

  // The word must not be 0.
  void keep(std::uint64_t key, std::uint64_t word) {
    check_.store(key ^ word, std::memory_order_relaxed);
    word_.store(word, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t> check_ = 0;  // the key, exclusive or the word
  std::atomic<std::uint64_t> word_ = 0;
};

}  // namespace crownstar::search
