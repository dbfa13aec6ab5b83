// A cache of unpacked blocks of fixed size, which threads read and write without locks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "engines/tablebase/file/coder.hpp"

namespace crownstar::tablebase {

// Each block has one place where it may be. What is read from a place counts if its mark was that of the block before
// and after; a mark differs each time that the place is written.
template <int BitsASymbol>
class BlockCache {
  static constexpr std::size_t symbols_a_word = 64 / BitsASymbol;
  static constexpr std::size_t words_a_block = block_symbols / symbols_a_word;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << BitsASymbol) - 1;

  struct Slot {
    std::atomic<std::uint64_t> mark = 0;  // the block's number plus 1 above, how often it was written below; 0 unused
    std::atomic<bool> is_being_written = false;
    std::unique_ptr<std::atomic<std::uint64_t>[]> words;
  };
  static constexpr int count_bits = 24;

 public:
  explicit BlockCache(std::size_t bytes)
      : size_(std::max<std::size_t>(1, bytes / (words_a_block * 8))), slots_(std::make_unique<Slot[]>(size_)) {}

  std::optional<Symbol> find(std::uint64_t block, std::size_t at) const {
    const Slot& slot = slots_[block % size_];
    const std::uint64_t mark = slot.mark.load(std::memory_order_acquire);
    if (mark >> count_bits != block + 1) return std::nullopt;
    const std::uint64_t word = slot.words[at / symbols_a_word].load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (slot.mark.load(std::memory_order_relaxed) != mark) return std::nullopt;
    return static_cast<Symbol>(word >> (at % symbols_a_word * BitsASymbol) & mask);
  }

  // Does nothing where another thread is writing to the same place.
  void store(std::uint64_t block, std::span<const Symbol> symbols) {
    Slot& slot = slots_[block % size_];
    if (slot.is_being_written.exchange(true, std::memory_order_acquire)) return;
    const std::uint64_t count = slot.mark.load(std::memory_order_relaxed) + 1;
    slot.mark.store(count & ((std::uint64_t{1} << count_bits) - 1), std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    if (!slot.words) slot.words = std::make_unique<std::atomic<std::uint64_t>[]>(words_a_block);
    for (std::size_t first = 0; first < symbols.size(); first += symbols_a_word) {
      std::uint64_t word = 0;
      const std::size_t end = std::min(symbols_a_word, symbols.size() - first);
      for (std::size_t i = 0; i < end; ++i) word |= (symbols[first + i] & mask) << (i * BitsASymbol);
      slot.words[first / symbols_a_word].store(word, std::memory_order_relaxed);
    }
    slot.mark.store((block + 1) << count_bits | (count & ((std::uint64_t{1} << count_bits) - 1)),
                    std::memory_order_release);
    slot.is_being_written.store(false, std::memory_order_release);
  }

 private:
  std::size_t size_;
  std::unique_ptr<Slot[]> slots_;
};

}  // namespace crownstar::tablebase
