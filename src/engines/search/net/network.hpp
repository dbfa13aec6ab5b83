// A network as it is trained, kept and used: numbered features in, a correction out. It knows no positions or moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/refusal.hpp"

namespace crownstar::search::net {

// Own men, own kings, their men, their kings, on each square, as a side sees them from its own end of the board. Both
// sides' views are summed into `hidden` numbers each; those of the mover, then those of the other, go through `second`
// numbers to one. That part is there once for each phase of the game.
struct Shape {
  std::size_t hidden = 0;
  std::size_t second = 0;
  std::size_t phases = 0;

  friend bool operator==(const Shape&, const Shape&) = default;
};

// Both are about as fast, but the wide one needs far more training positions before it is better.
inline constexpr Shape narrow{.hidden = 64, .second = 16, .phases = 4};
inline constexpr Shape wide{.hidden = 128, .second = 8, .phases = 8};
inline constexpr std::size_t most_hidden = 128;
inline constexpr std::size_t most_second = 16;
inline constexpr std::size_t most_phases = 8;
inline constexpr int kinds = 4;
inline constexpr int most_squares = 72;

// The integers that stand for 1.0: of the hidden numbers, which are cut to 0..1, and of the weights behind them.
inline constexpr int one_hidden = 127;
inline constexpr int shift_second = 6;
inline constexpr int one_second = 1 << shift_second;
inline constexpr int one_last = 256;

// No sum of so many rows leaves sixteen bits.
inline constexpr int most_first_weight = 32'767 / (most_squares + 1);

using Row = std::array<std::int16_t, most_hidden>;

// Parts that a shape does not have are zero.
struct Phase {
  std::array<std::array<std::int8_t, 2 * most_hidden>, most_second> weights{};
  alignas(32) std::array<std::int32_t, most_second> biases{};
  alignas(32) std::array<std::int32_t, most_second> last{};  // each within sixteen bits
  std::int32_t last_bias = 0;

  // `weights` four inputs at a time, for all of the second numbers beside each other.
  alignas(32) std::array<std::int8_t, 2048> by_fours{};

  // Makes `by_fours` again. To be called after a weight was changed.
  void arrange(const Shape& shape);
};
static_assert(2 * narrow.hidden * narrow.second == 2048 && 2 * wide.hidden * wide.second == 2048);

struct Network {
  alignas(32) std::array<Row, static_cast<std::size_t>(kinds) * most_squares> first{};
  alignas(32) Row first_bias{};
  std::array<Phase, most_phases> parts{};
  Shape shape = narrow;
  std::string game;
  std::int32_t squares = 0;
  std::int32_t man = 100;  // added to the network's output for each man of material, in hundredths of a man
  std::int32_t king = 130;
  std::int32_t scale = 100;  // hundredths of a man for 1.0 of the network
  std::uint64_t hash = 0;    // of what was read
};

// Refused where it is no network of ours, of another version or another size, or damaged.
base::Checked<std::unique_ptr<Network>> read_network(std::span<const unsigned char> bytes);

std::vector<unsigned char> write_network(const Network& network);

constexpr int phase_of(int pieces, int squares, int phases) {
  const int most_pieces = squares * 3 / 4;
  const int phase = (pieces - 1) * phases / most_pieces;
  return phase < 0 ? 0 : phase >= phases ? phases - 1 : phase;
}

}  // namespace crownstar::search::net
