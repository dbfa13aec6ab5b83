// The hash at the end of a stored file. It finds damage, not forgery.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace crownstar::tablebase {

// A word with its lowest byte first; of fewer than eight bytes the rest is zero.
inline std::uint64_t word_at(std::span<const std::uint8_t> bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) word = word << 8 | bytes[i - 1];
  return word;
}

// Words are multiplied in one after the other, each step invertible, so a single changed word always shows. It is not
// base::Fnv1a, which takes a byte at a time; and existing files have its sums, so it stays as it is.
class Hash {
 public:
  static constexpr std::size_t word_bytes = 8;

  // Of so many bytes in all.
  explicit Hash(std::uint64_t bytes) : hash_(bytes + 0x9E3779B97F4A7C15U) {}

  // Whole words, but for the last ones that are added.
  void add(std::span<const std::uint8_t> bytes) {
    while (bytes.size() >= word_bytes) {
      mix(word_at(bytes.first(word_bytes)));
      bytes = bytes.subspan(word_bytes);
    }
    rest_ = word_at(bytes);
  }

  std::uint64_t sum() const {
    Hash whole = *this;
    whole.mix(rest_);
    whole.mix(whole.hash_ >> 29U);
    return whole.hash_;
  }

 private:
  void mix(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0xD6E8FEB86659FD93U;
    hash_ ^= hash_ >> 32U;
  }

  std::uint64_t hash_;
  std::uint64_t rest_ = 0;
};

}  // namespace crownstar::tablebase
