// A bounded list of the moves of one position, ready to keep only the best captures and only distinct ones.
// It refuses to grow: a position with more moves than it holds is too complex, and the list says so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "rules/draughts/position.hpp"

namespace crownstar::draughts {

// Far above what play reaches (a legal 12×12 position of kings has some three hundred moves).
inline constexpr std::size_t most_moves = 1024;

// How many landings one enumeration of captures may try. Hostile boards of kings have billions of ways.
inline constexpr int most_capture_steps = 1 << 18;

enum class Counted : std::uint8_t {
  moves,  // distinct from, to and captured set
  paths   // every way; a flying king's straight continuation counts once a ray
};

template <class Variant>
class MoveList {
 public:
  MoveList() {}  // the moves are left as they are: clearing sixteen kilobytes a node would dominate the work
  std::size_t size() const { return size_; }
  bool is_empty() const { return size_ == 0; }
  bool is_too_complex() const { return too_complex_; }
  void declare_too_complex() { too_complex_ = true; }
  void clear() {
    size_ = 0;
    best_ = 0;
    too_complex_ = false;
  }
  const Move<Variant>& operator[](std::size_t number) const { return moves_[number]; }
  const Move<Variant>* begin() const { return moves_; }
  const Move<Variant>* end() const { return moves_ + size_; }

  // For callers that order the moves. Returns the move that is now at the first of the two places.
  Move<Variant> swap(std::size_t one, std::size_t other) {
    const Move<Variant> kept = moves_[one];
    const Move<Variant> comes = moves_[other];
    moves_[one] = comes;
    moves_[other] = kept;
    return comes;
  }

  void add(const Move<Variant>& move) {
    if (size_ == most_moves) {
      too_complex_ = true;
      return;
    }
    moves_[size_++] = move;
  }

  void add_distinct(const Move<Variant>& move) {
    for (std::size_t i = 0; i < size_; ++i) {
      Move<Variant>& known = moves_[i];
      if (known.captured == move.captured && known.from == move.from && known.to == move.to) {
        known.crowns |= move.crowns;
        return;
      }
    }
    add(move);
  }

  // Whether a capture of this worth belongs in the list; a better one than all before empties it.
  bool accepts(std::uint64_t worth) {
    if (worth < best_) return false;
    if (worth > best_) {
      best_ = worth;
      size_ = 0;
    }
    return true;
  }

 private:
  union {
    Move<Variant> moves_[most_moves];
  };
  std::size_t size_ = 0;
  std::uint64_t best_ = 0;
  bool too_complex_ = false;
};

}  // namespace crownstar::draughts
