// A set of squares seen through a mask: the squares of the mask are counted from 0, and the set becomes the set of
// those numbers. One instruction each way where the processor has it.
#pragma once

#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "rules/draughts/position.hpp"

namespace crownstar::tablebase {

// Any processor can do these two.
constexpr std::uint64_t numbers_one_by_one(std::uint64_t squares, std::uint64_t mask) {
  std::uint64_t numbers = 0;
  for (std::uint64_t number = 1; mask != 0; mask = board::without_lowest(mask), number <<= 1) {
    if ((squares & board::lowest_square(mask)) != 0) numbers |= number;
  }
  return numbers;
}
constexpr std::uint64_t squares_one_by_one(std::uint64_t numbers, std::uint64_t mask) {
  std::uint64_t squares = 0;
  for (; numbers != 0 && mask != 0; mask = board::without_lowest(mask), numbers >>= 1) {
    if ((numbers & 1) != 0) squares |= board::lowest_square(mask);
  }
  return squares;
}

// The numbers of these squares among those of the mask.
inline std::uint64_t numbers_of(std::uint64_t squares, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pext_u64(squares, mask);
#else
  return numbers_one_by_one(squares, mask);
#endif
}

// The squares of the mask with these numbers.
inline std::uint64_t squares_of(std::uint64_t numbers, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pdep_u64(numbers, mask);
#else
  return squares_one_by_one(numbers, mask);
#endif
}

inline board::Word128 numbers_of(board::Word128 squares, board::Word128 mask) {
  const auto low_mask = static_cast<std::uint64_t>(mask);
  const board::Word128 low = numbers_of(static_cast<std::uint64_t>(squares), low_mask);
  const board::Word128 high =
      numbers_of(static_cast<std::uint64_t>(squares >> 64), static_cast<std::uint64_t>(mask >> 64));
  return high << board::count_bits(low_mask) | low;
}

inline board::Word128 squares_of(board::Word128 numbers, board::Word128 mask) {
  const auto low_mask = static_cast<std::uint64_t>(mask);
  const board::Word128 low = squares_of(static_cast<std::uint64_t>(numbers), low_mask);
  const auto high_numbers = static_cast<std::uint64_t>(numbers >> board::count_bits(low_mask));
  return board::Word128{squares_of(high_numbers, static_cast<std::uint64_t>(mask >> 64))} << 64 | low;
}

}  // namespace crownstar::tablebase
