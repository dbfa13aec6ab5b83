// A 64-bit key for each position: equal for equal positions, and kept up to date move by move.
// It does not know history: what happened before is not in the key.
#pragma once

#include <array>
#include <cstdint>

#include "base/mixing.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::draughts {

enum class KeyPart : std::uint8_t { white_man, white_king, black_man, black_king };

// The largest board has 77 bits.
inline constexpr std::size_t most_bits = 80;

#ifdef CROWNSTAR_SMALL
// Numbers so well mixed don't compress: where the program's size counts they are worked out when they are needed.
struct PieceKeys {
  struct Table {
    std::uint64_t first;
    struct Row {
      std::uint64_t first;
      constexpr std::uint64_t operator[](std::size_t square) const { return base::splitmix64(first + square); }
    };
    constexpr Row operator[](std::size_t row) const { return {first + row * most_bits}; }
  };
  struct Runs {
    std::uint64_t first;
    constexpr Table operator[](std::size_t side) const { return {first + side * 4 * most_bits}; }
  };
  Table piece{0};
  std::uint64_t black_to_move = base::splitmix64(4 * most_bits);
  Runs run{4 * most_bits + 1};
};
#else
struct PieceKeys {
  std::array<std::array<std::uint64_t, most_bits>, 4> piece{};
  std::uint64_t black_to_move = 0;
  // By side, length and square of a run of king's moves.
  std::array<std::array<std::array<std::uint64_t, most_bits>, 4>, 2> run{};

  constexpr PieceKeys() {
    std::uint64_t next = 0;
    for (auto& squares : piece) {
      for (std::uint64_t& key : squares) key = base::splitmix64(next++);
    }
    black_to_move = base::splitmix64(next++);
    for (auto& lengths : run) {
      for (auto& squares : lengths) {
        for (std::uint64_t& key : squares) key = base::splitmix64(next++);
      }
    }
  }
};
#endif
inline constexpr PieceKeys piece_keys{};

constexpr std::uint64_t piece_key(Side side, bool is_king, int square) {
  return piece_keys.piece[index(side) * 2 + (is_king ? 1 : 0)][static_cast<std::size_t>(square)];
}

template <class Variant>
constexpr std::uint64_t run_key(const Position<Variant>& position) {
  std::uint64_t key = 0;
  if constexpr (Position<Variant>::limits_kings) {
    for (const Side side : {Side::white, Side::black}) {
      const KingRun& run = position.king_runs[index(side)];
      if (run.length > 0) key ^= piece_keys.run[index(side)][run.length & 3U][run.square];
    }
  }
  return key;
}

template <class Variant>
constexpr std::uint64_t key_of(const Position<Variant>& position) {
  std::uint64_t key = run_key(position) ^ (position.turn == Side::black ? piece_keys.black_to_move : 0);
  for (const Side side : {Side::white, Side::black}) {
    for (auto left = position.of(side); left != 0; left = board::without_lowest(left)) {
      const int square = board::lowest_bit(left);
      key ^= piece_key(side, (position.kings >> square & 1) != 0, square);
    }
  }
  return key;
}

// The key of `after(before, move)`, which the caller has made anyway, from the key of `before`.
template <class Variant>
constexpr std::uint64_t key_after(std::uint64_t key, const Position<Variant>& before, const Move<Variant>& move,
                                  const Position<Variant>& next) {
  const Side mover = before.turn;
  const bool was_king = (before.kings >> move.from & 1) != 0;
  const bool is_king = was_king || move.crowns;
  key ^= piece_key(mover, was_king, move.from) ^ piece_key(mover, is_king, move.to);
  for (auto left = move.captured; left != 0; left = board::without_lowest(left)) {
    const int square = board::lowest_bit(left);
    key ^= piece_key(other(mover), (before.kings >> square & 1) != 0, square);
  }
  return key ^ piece_keys.black_to_move ^ run_key(before) ^ run_key(next);
}

}  // namespace crownstar::draughts
