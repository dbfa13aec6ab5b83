// The squares of a rectangular board, computed from rows and columns, and how a whole set of them moves one step.
// It does not know pieces, sides and rules.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace crownstar::board {

__extension__ using Word128 = unsigned __int128;

// A step between squares: rows grow away from White, columns to White's right.
struct Direction {
  int rows = 0;
  int columns = 0;

  constexpr bool is_diagonal() const { return rows != 0 && columns != 0; }
  constexpr Direction opposite() const { return {-rows, -columns}; }
  constexpr bool operator==(const Direction&) const = default;
};

struct Cell {
  int row = 0;
  int column = 0;

  constexpr bool operator==(const Cell&) const = default;
};

enum class Playing {
  with_corner,     // the squares of one colour, White's left corner among them
  without_corner,  // those of the other colour: White's right corner is among them
  all              // every square
};

// A square is a bit of one word. Where play is on one colour, the place of a bit is (rows * (columns + 1) + column) /
// 2: linear, so that a step is one constant shift of the whole board, with an unused bit at the end of every second
// row, so that a diagonal step over the edge lands on no square.
template <int Rows, int Columns, Playing Kind>
struct Checkered {
  static_assert(Columns % 2 == 0, "the rows of an odd board would not be alike");

  static constexpr int rows = Rows;
  static constexpr int columns = Columns;
  static constexpr bool is_full = Kind == Playing::all;

  static constexpr bool is_playing(Cell cell) {
    if (cell.row < 0 || cell.row >= Rows || cell.column < 0 || cell.column >= Columns) return false;
    if (is_full) return true;
    return (cell.row + cell.column) % 2 == (Kind == Playing::with_corner ? 0 : 1);
  }

  static constexpr int bit(Cell cell) {
    return is_full ? cell.row * Columns + cell.column : (cell.row * (Columns + 1) + cell.column) / 2;
  }

  static constexpr int bits = bit({Rows - 1, Columns - 1}) + 1;
  using Word = std::conditional_t<(bits <= 64), std::uint64_t, Word128>;

  static constexpr int squares = is_full ? Rows * Columns : Rows * Columns / 2;

  static constexpr Word word(int bit) { return Word{1} << bit; }
  static constexpr Word word(Cell cell) { return word(bit(cell)); }

  static constexpr Word row_set(int row) {
    Word set = 0;
    for (int column = 0; column < Columns; ++column) {
      if (is_playing({row, column})) set |= word(Cell{row, column});
    }
    return set;
  }

  static constexpr Word all_squares() {
    Word set = 0;
    for (int row = 0; row < Rows; ++row) set |= row_set(row);
    return set;
  }
  static constexpr Word every = all_squares();

  // The cell of each bit; unused bits hold {-1, -1}.
  static constexpr std::array<Cell, static_cast<std::size_t>(bits)> cells = [] {
    std::array<Cell, static_cast<std::size_t>(bits)> table;
    table.fill({-1, -1});
    for (int row = 0; row < Rows; ++row) {
      for (int column = 0; column < Columns; ++column) {
        if (is_playing({row, column})) table[static_cast<std::size_t>(bit({row, column}))] = {row, column};
      }
    }
    return table;
  }();

  // By how many bits a step shifts: the map is linear, so it is the same from every square.
  static constexpr int shift(Direction step) {
    return is_full ? step.rows * Columns + step.columns : (step.rows * (Columns + 1) + step.columns) / 2;
  }

  // The squares from which the step would leave the board and yet land on a bit that is a square.
  static constexpr Word leaks(Direction step) {
    Word set = 0;
    for (int row = 0; row < Rows; ++row) {
      for (int column = 0; column < Columns; ++column) {
        if (!is_playing({row, column}) || is_playing({row + step.rows, column + step.columns})) continue;
        const int landing = bit({row, column}) + shift(step);
        if (landing >= 0 && landing < bits && (every >> landing & 1) != 0) set |= word(Cell{row, column});
      }
    }
    return set;
  }

  static constexpr bool is_linear(Direction step) {
    for (int row = 0; row < Rows; ++row) {
      for (int column = 0; column < Columns; ++column) {
        const Cell target{row + step.rows, column + step.columns};
        if (!is_playing({row, column}) || !is_playing(target)) continue;
        if (bit(target) != bit({row, column}) + shift(step)) return false;
      }
    }
    return true;
  }

  // The whole set one step on. Squares that would leave the board land on unused bits, to be masked by the caller, who
  // intersects with squares of some kind in any case.
  template <Direction Step>
  static constexpr Word moved(Word set) {
    static_assert(is_linear(Step));
    constexpr Word stays = static_cast<Word>(~leaks(Step));
    if constexpr (leaks(Step) != 0) set &= stays;
    if constexpr (shift(Step) >= 0) {
      return static_cast<Word>(set << shift(Step));
    } else {
      return static_cast<Word>(set >> -shift(Step));
    }
  }
};

template <typename Word>
constexpr int count_bits(Word set) {
  if constexpr (sizeof(Word) <= 8) {
    return std::popcount(set);
  } else {
    return std::popcount(static_cast<std::uint64_t>(set)) + std::popcount(static_cast<std::uint64_t>(set >> 64));
  }
}

// The index of the lowest square; the set must not be empty.
template <typename Word>
constexpr int lowest_bit(Word set) {
  if constexpr (sizeof(Word) <= 8) {
    return std::countr_zero(set);
  } else {
    const auto low = static_cast<std::uint64_t>(set);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
  }
}

template <typename Word>
constexpr Word lowest_square(Word set) {
  return static_cast<Word>(set & (~set + 1));
}

template <typename Word>
constexpr Word without_lowest(Word set) {
  return static_cast<Word>(set & (set - 1));
}

}  // namespace crownstar::board
