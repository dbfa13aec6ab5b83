// Knows how what looks like chance is drawn from a seed: the same seed, the same draw.
// Refuses to know what is drawn for.
#pragma once

#include <cstdint>

namespace crownstar::search {

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t number) {
  std::uint64_t value = number + 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

}  // namespace crownstar::search
