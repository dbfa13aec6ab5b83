// Packs a row of small numbers in blocks, each predicted from its neighbours, and unpacks it again. Unpacking is safe
// for any bytes: they give some numbers or none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace crownstar::tablebase {

using Symbol = std::uint16_t;

// A place whose number is never looked up: it gets the number that packs best.
inline constexpr Symbol any_symbol = 0xFFFF;

inline constexpr std::size_t block_symbols = 8192;
inline constexpr std::size_t most_symbols = 1024;

// From which earlier numbers a number is predicted, each by how far back it is. Numbers before the block count as 0;
// numbers that are too large count as the largest that is distinguished.
struct Neighbours {
  std::size_t symbols = 1;  // how many different numbers there are
  std::size_t told_apart = 1;
  std::vector<std::uint16_t> distances;

  std::size_t contexts() const;
};
inline constexpr std::size_t most_neighbours = 6;
inline constexpr std::size_t most_contexts = 1024;

// How often each number follows in each context: what packing and unpacking must agree on.
class Model {
 public:
  Model() = default;
  explicit Model(const Neighbours& neighbours);  // nothing has been counted
  static std::optional<Model> read(std::span<const std::uint8_t>& bytes, const Neighbours& neighbours);
  void write(std::vector<std::uint8_t>& bytes) const;

  // Puts the likeliest number into each place of any_symbol.
  void fill(std::span<Symbol> block) const;
  // How often each number follows in each context; of the places whose number is known in the original.
  std::size_t counters() const { return shares_.size(); }
  void count(std::span<const Symbol> block, std::span<const Symbol> original, std::span<std::uint64_t> counts) const;
  void adapt(std::span<const std::uint64_t> counts);

  std::vector<std::uint8_t> pack(std::span<const Symbol> block) const;
  void unpack(std::span<const std::uint8_t> bytes, std::span<Symbol> block) const;

 private:
  static constexpr int precision = 14;
  static constexpr std::uint32_t whole = std::uint32_t{1} << precision;

  void sum_up();
  std::size_t context_of(const Symbol* block, std::size_t at) const;
  bool is_certain(std::size_t context) const {
    return shares_[context * neighbours_.symbols + likeliest_[context]] == whole;
  }
  bool is_met(std::size_t context) const { return shares_[context * neighbours_.symbols + likeliest_[context]] != 0; }
  Symbol likeliest(std::size_t context) const { return likeliest_[context]; }

  Neighbours neighbours_;
  std::vector<std::uint16_t> shares_;  // of 2 to the precision, by context and number; all 0 where none is known
  std::vector<std::uint16_t> starts_;  // their sums
  std::vector<Symbol> likeliest_;
};

}  // namespace crownstar::tablebase
