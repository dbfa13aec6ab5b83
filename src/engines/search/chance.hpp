// Seeded chance: the same seed gives the same numbers.
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

// From 0 to 99: at this turn a level lapses where it is below the level's share of lapses. It shares no bits with what
// `add_noise` draws from the same seed.
constexpr int lapse_percent(std::uint64_t seed) {
  constexpr std::uint64_t salt = 0x1A95E5;
  return static_cast<int>(mixed(mixed(seed) ^ salt) % 100);
}

}  // namespace crownstar::search
