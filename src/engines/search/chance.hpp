// Seeded chance: the same seed gives the same numbers.
#pragma once

#include <cstdint>

#include "base/mixing.hpp"

namespace crownstar::search {

// From 0 to 99: at this turn a level lapses where it is below the level's share of lapses. It shares no bits with what
// `add_noise` draws from the same seed.
constexpr int lapse_percent(std::uint64_t seed) {
  constexpr std::uint64_t salt = 0x1A95E5;
  return static_cast<int>(base::splitmix64(0, base::splitmix64(0, seed) ^ salt) % 100);
}

}  // namespace crownstar::search
