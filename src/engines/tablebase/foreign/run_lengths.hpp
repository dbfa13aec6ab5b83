// Values packed a byte at a time: a byte stands for a few values in a row, or for a run of one. Databases of other
// programs differ in what each byte means.
// It does not know which position has which number.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/refusal.hpp"
#include "engines/tablebase/file/coder.hpp"
#include "engines/tablebase/probe.hpp"

namespace crownstar::tablebase {

struct ByteMeaning {
  std::uint32_t count = 0;  // how many values it stands for; 0 where it is never used
  bool is_run = false;      // all of them are the first
  std::array<Value, 5> values{};
};
using ByteCode = std::array<ByteMeaning, 256>;

// A byte's values as digits in base 3, the first value the lowest digit, each digit a place in `by_digit`.
ByteMeaning digits_of(int byte, std::uint32_t count, const std::array<Value, 3>& by_digit);
ByteMeaning run_of(Value value, std::uint32_t count);

class RunLengths {
 public:
  // Where a file says which number comes first at a byte.
  struct Mark {
    std::size_t at = 0;  // counted from the first byte
    std::uint64_t number = 0;
  };

  // The bytes and the code stay where they are. Refused where they are not exactly those of so many values, the last
  // byte's surplus aside, or where a mark is wrong.
  static base::Checked<RunLengths> read(std::span<const std::uint8_t> bytes, const ByteCode& code, std::uint64_t values,
                                        std::span<const Mark> marks = {});

  std::uint64_t size() const { return size_; }
  // How many values the bytes stand for: at least `size`.
  std::uint64_t size_with_surplus() const { return size_with_surplus_; }

  // The values from `first` on, as many as there are room and values for; gives how many.
  std::size_t unpack(std::uint64_t first, std::span<Symbol> values) const;

  // Blocks of all parts of a database are counted on, for a cache.
  std::uint64_t first_block = 0;
  std::uint64_t blocks() const { return (size_ + block_symbols - 1) / block_symbols; }

 private:
  static constexpr std::size_t stride = 256;  // bytes from one entry of `starts_` to the next

  std::span<const std::uint8_t> bytes_;
  const ByteCode* code_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t size_with_surplus_ = 0;
  std::vector<std::uint64_t> starts_;  // the number of the first value at each stride
};

}  // namespace crownstar::tablebase
