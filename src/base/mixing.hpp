// Mixing of 64-bit numbers for hashes, keys and repeatable pseudo-random sequences: the same on every machine and
// compiler. Some results are stored or compared between builds, so no constant here may change.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace crownstar::base {

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every bit of the value reaches every bit of the result.
constexpr std::uint64_t mix_bits(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

// The number at this index of the SplitMix64 sequence that a seed begins.
constexpr std::uint64_t splitmix64(std::uint64_t index, std::uint64_t seed = 0) {
  return mix_bits(seed + (index + 1) * 0x9E3779B97F4A7C15U);
}

// FNV-1a, 64 bits: a checksum against damage and a hash of short texts. It does not withstand forgery.
class Fnv1a {
 public:
  constexpr void add(unsigned char byte) { sum_ = (sum_ ^ byte) * 0x100000001B3U; }
  constexpr void add(std::string_view text) {
    for (const char letter : text) add(static_cast<unsigned char>(letter));
  }
  constexpr void add(std::span<const unsigned char> bytes) {
    for (const unsigned char byte : bytes) add(byte);
  }
  constexpr std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xCBF29CE484222325U;
};

}  // namespace crownstar::base
