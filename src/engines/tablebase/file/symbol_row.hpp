// A row of numbers that is to be packed. It is asked for a block at a time, so that it need not lie in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>

#include "engines/tablebase/file/coder.hpp"
#include "engines/tablebase/parallel_for.hpp"

namespace crownstar::tablebase {

struct SymbolRow {
  std::uint64_t size = 0;
  // Writes the numbers from `first` on; any_symbol where none is ever looked up. It is asked for each block several
  // times, and by several threads.
  std::function<void(std::uint64_t first, std::span<Symbol> block)> read;
};

// Calls `work(block, begin, end)` for each block of so many numbers; false where it was stopped. A thread's part need
// not be whole blocks: a block belongs to the part that it begins in.
template <class Work>
bool for_each_block(std::uint64_t numbers, const ParallelFor& parallel_for, const Work& work) {
  return parallel_for.run(numbers, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t block = (first + block_symbols - 1) / block_symbols; block * block_symbols < last; ++block) {
      const std::uint64_t begin = block * block_symbols;
      work(block, begin, std::min<std::uint64_t>(numbers, begin + block_symbols));
    }
  });
}

}  // namespace crownstar::tablebase
