// What decides the next moves of a race: where each set stands, whose turn it is and who is still playing.
// It does not know how it came about, and trusts that it was made from a checked setup.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/mixing.hpp"
#include "rules/board/table.hpp"
#include "rules/sternhalma/options/lattice.hpp"
#include "rules/sternhalma/options/seating.hpp"

namespace crownstar::sternhalma {

// From a slot to a slot: any chain between the two is the same move.
struct Move {
  std::uint16_t from = 0;
  std::uint16_t to = 0;

  constexpr bool operator==(const Move&) const = default;
};

#ifdef CROWNSTAR_SMALL
// Numbers so well mixed don't compress: where the program's size counts they are worked out when they are needed.
struct Keys {
  struct Row {
    std::uint64_t first;
    constexpr std::uint64_t operator[](int index) const {
      return base::splitmix64(first + static_cast<std::uint64_t>(index));
    }
  };
  struct Rows {
    constexpr Row operator[](int set) const { return {static_cast<std::uint64_t>(set) * Star::most_holes}; }
  };
  Rows piece{};
  Row turn{most_sets * Star::most_holes};
  Row playing{most_sets * Star::most_holes + most_seats};
};
#else
struct Keys {
  Table<Table<std::uint64_t, Star::most_holes>, most_sets> piece{};
  Table<std::uint64_t, most_seats> turn{};
  Table<std::uint64_t, 1 << most_seats> playing{};

  constexpr Keys() {
    std::uint64_t next = 0;
    for (auto& holes : piece) {
      for (std::uint64_t& key : holes) key = base::splitmix64(next++);
    }
    for (std::uint64_t& key : turn) key = base::splitmix64(next++);
    for (std::uint64_t& key : playing) key = base::splitmix64(next++);
  }
};
#endif
inline constexpr Keys keys{};

template <int Side>
struct Position {
  using Slots = typename Lattice<Side>::Slots;

  Table<Slots, most_sets> sets{};
  std::uint64_t placement = 0;               // the key of what the position's text says: pieces and turn
  Table<std::uint8_t, most_seats> places{};  // 0 while the seat plays on
  std::uint8_t seat = 0;                     // to move
  std::uint8_t playing = 0;                  // the seats without a place, as a mask; none when the game is over
  std::uint8_t left = 0;                     // CC-22: the seats that left, as a mask
  std::uint8_t shared_place = 0;             // CC-24: of all who come home in this round; 0 while nobody has

  constexpr bool operator==(const Position&) const = default;

  constexpr bool is_over() const { return playing == 0; }
  constexpr bool is_playing(int which) const { return (playing >> which & 1) != 0; }

  constexpr Slots occupied() const {
    Slots all = sets[0];
    for (int set = 1; set < most_sets; ++set) all |= sets[set];
    return all;
  }

  // Equal where the same seats play on and have left, the same one is to move, the pieces stand alike, and those who
  // come home share the same place.
  constexpr std::uint64_t key() const {
    // One product is enough for so few marks; base::mix_bits would change the nodes that are pinned.
    constexpr std::uint64_t mix = 0x9e3779b97f4a7c15U;
    const auto marks = static_cast<unsigned>(left | shared_place << 8);
    return placement ^ keys.playing[playing] ^ marks * mix;
  }

  constexpr void put(int set, int slot) {
    sets[set].insert(slot);
    placement ^= keys.piece[set][lattice<Side>.hole_of_slot[slot]];
  }
  constexpr void move(int set, Move move) {
    sets[set].toggle(move.from);
    sets[set].toggle(move.to);
    placement ^=
        keys.piece[set][lattice<Side>.hole_of_slot[move.from]] ^ keys.piece[set][lattice<Side>.hole_of_slot[move.to]];
  }
  constexpr void remove(int set) {
    sets[set].for_each([&](int slot) { placement ^= keys.piece[set][lattice<Side>.hole_of_slot[slot]]; });
    sets[set] = {};
  }
  constexpr void give_turn(int to_seat) {
    placement ^= keys.turn[seat] ^ keys.turn[to_seat];
    seat = static_cast<std::uint8_t>(to_seat);
  }

  // The placement key made afresh, which the one kept step by step must equal.
  constexpr std::uint64_t placement_afresh() const {
    std::uint64_t key = keys.turn[seat];
    for (int set = 0; set < most_sets; ++set) {
      sets[set].for_each([&](int slot) { key ^= keys.piece[set][lattice<Side>.hole_of_slot[slot]]; });
    }
    return key;
  }
};

static_assert(std::is_trivially_copyable_v<Position<4>> && sizeof(Position<4>) == 216);
static_assert(sizeof(Position<5>) == 408 && sizeof(Position<6>) == 408);

}  // namespace crownstar::sternhalma
