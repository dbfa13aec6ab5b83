// Every chain of hops under the rules that look along a whole line: super, symmetric and catapult.
// It does not know the standard hop (see shift_hops.hpp), steps, and where a move may end.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>

#include "rules/sternhalma/options/lattice.hpp"
#include "rules/sternhalma/options/rules.hpp"

namespace crownstar::sternhalma {

// A line as a word: a bit for each hole, and ones for what lies beyond the board, where no piece can land.
using Line = std::uint32_t;
inline constexpr int line_bits = 32;

// What a piece sees: bit i of `up` is the hole i + 1 steps up the line, the top bit of `down` the next hole down.
struct LineView {
  Line up;
  Line down;
};

// In both directions the border fills the rest of the word with ones.
constexpr LineView view_from(Line line, int bit) { return {~(~line >> (bit + 1)), ~(~line << (line_bits - bit))}; }

// How far the one landing along the line lies (1 or more), 0 for none.
struct Reach {
  int up = 0;
  int down = 0;
};

// CC-12: the nearest piece is the only one up to the hole as far behind it as it is away, that hole included.
constexpr Reach super_reach(LineView view) {
  const int near_up = std::countr_zero(view.up);
  const int far_up = std::countr_zero(view.up & (view.up - 1));
  const int near_down = std::countl_zero(view.down);
  const int far_down = std::countl_zero(view.down ^ (0x80000000U >> near_down));
  return {2 * near_up + 1 < far_up ? 2 * near_up + 2 : 0, 2 * near_down + 1 < far_down ? 2 * near_down + 2 : 0};
}

// CC-13b: an unbroken row that begins next to the piece. A row that reaches the edge runs on to the end of the word.
constexpr Reach catapult_reach(LineView view) {
  const int row_up = std::countr_one(view.up);
  const int row_down = std::countl_one(view.down);
  return {row_up > 0 && row_up < line_bits ? row_up + 1 : 0, row_down > 0 && row_down < line_bits ? row_down + 1 : 0};
}

// CC-13: for each arrangement ahead the landings behind a part of it that reads the same from both ends.
template <int Side>
class SymmetricReaches {
 public:
  static constexpr int window_bits = 3 * Side;  // the longest line has one hole more

  static const SymmetricReaches& get() {
    static const SymmetricReaches table;
    return table;
  }

  // Bit i: a landing i + 1 steps away.
  Line up(LineView view) const { return up_[view.up & (windows - 1)]; }
  Line down(LineView view) const { return down_[view.down >> (line_bits - window_bits)]; }

 private:
  static constexpr Line windows = Line{1} << window_bits;

  SymmetricReaches() : up_(std::make_unique<Line[]>(windows)), down_(std::make_unique<Line[]>(windows)) {
    for (Line ahead = 0; ahead < windows; ++ahead) {
      Line landings = 0;
      Line reversed = 0;  // the holes before the landing, the other way round
      for (int distance = 0; distance < window_bits; ++distance) {
        const Line before = ahead & ((Line{1} << distance) - 1);
        const bool is_empty = (ahead >> distance & 1U) == 0;
        if (is_empty && before != 0 && before == reversed) landings |= Line{1} << distance;
        reversed = reversed << 1 | (ahead >> distance & 1U);
      }
      up_[ahead] = landings;
      down_[reversed] = landings;
    }
  }

  std::unique_ptr<Line[]> up_;
  std::unique_ptr<Line[]> down_;
};

// Where a slot lies on the three lines through it.
struct LineSpot {
  std::uint16_t address;
  Table<std::uint8_t, axes> line;
  Table<std::uint8_t, axes> bit;
};

template <int Side>
struct LineTables {
  using Grid = Lattice<Side>;
  static constexpr int rows = 4 * Side + 1;
  static constexpr int lines = axes * rows;
  static constexpr int row_stride = 32;
  static constexpr Table<int, axes> strides{{1, row_stride, row_stride + 1}};

  Table<LineSpot, Grid::slots> spots{};
  Table<std::uint16_t, rows * row_stride> slot_at{};
  Table<Line, lines> empty_lines{};

  constexpr LineTables() {
    for (Line& line : empty_lines) line = ~Line{0};
    for (int hole = 0; hole < Grid::star.holes(); ++hole) {
      const StarPlace at = Grid::star.place(hole);
      const int slot = Grid::slot_at(at);
      const int address = at.row * row_stride + at.column;
      slot_at[address] = static_cast<std::uint16_t>(slot);
      LineSpot& spot = spots[slot];
      spot.address = static_cast<std::uint16_t>(address);
      // Row and column less one are at most 24; two bits below and some above stay for the border.
      const Table<int, axes> line{{at.row, rows + at.column - 1, 2 * rows + at.row - at.column + 2 * Side + 1}};
      const Table<int, axes> bit{{at.column + 1, at.row + 2, at.column + 1}};
      for (int axis = 0; axis < axes; ++axis) {
        spot.line[axis] = static_cast<std::uint8_t>(line[axis]);
        spot.bit[axis] = static_cast<std::uint8_t>(bit[axis]);
        empty_lines[line[axis]] &= ~(Line{1} << bit[axis]);
      }
    }
  }
};

template <int Side>
inline constexpr LineTables<Side> line_tables{};

template <Hop hop, int Side>
class LineHops {
 public:
  using Slots = typename Lattice<Side>::Slots;

  explicit LineHops(const Slots& occupied) : lines_(line_tables<Side>.empty_lines) {
    occupied.for_each([&](int slot) { toggle(slot); });
  }

  template <typename Visitor>
  void find_all(const Slots& pieces, Visitor&& visit) {
    pieces.for_each([&](int slot) {
      toggle(slot);  // CC-21: the piece has left its hole
      visit(slot, flood(slot));
      toggle(slot);
    });
  }

 private:
  using Tables = LineTables<Side>;

  void toggle(int slot) {
    const LineSpot& spot = line_tables<Side>.spots[slot];
    for (int axis = 0; axis < axes; ++axis) lines_[spot.line[axis]] ^= Line{1} << spot.bit[axis];
  }

  Slots flood(int start) const {
    Slots reached = Slots::single(start);
    Table<std::uint16_t, Lattice<Side>::star.holes()> waiting;
    int count = 0;
    waiting[count++] = static_cast<std::uint16_t>(start);
    while (count > 0) {
      const LineSpot& spot = line_tables<Side>.spots[waiting[--count]];
      for (int axis = 0; axis < axes; ++axis) {
        visit_landings(spot, axis, [&](int address) {
          const int slot = line_tables<Side>.slot_at[address];
          if (reached.contains(slot)) return;
          reached.insert(slot);
          waiting[count++] = static_cast<std::uint16_t>(slot);
        });
      }
    }
    return reached;
  }

  template <typename Visitor>
  void visit_landings(const LineSpot& spot, int axis, Visitor&& visit) const {
    const LineView view = view_from(lines_[spot.line[axis]], spot.bit[axis]);
    const int stride = Tables::strides[axis];
    if constexpr (hop == Hop::symmetric) {
      for (Line landings = reaches_.up(view); landings != 0; landings &= landings - 1) {
        visit(spot.address + stride * (std::countr_zero(landings) + 1));
      }
      for (Line landings = reaches_.down(view); landings != 0; landings &= landings - 1) {
        visit(spot.address - stride * (std::countr_zero(landings) + 1));
      }
    } else {
      const Reach reach = hop == Hop::super ? super_reach(view) : catapult_reach(view);
      if (reach.up > 0) visit(spot.address + stride * reach.up);
      if (reach.down > 0) visit(spot.address - stride * reach.down);
    }
  }

  struct NoTable {};
  static decltype(auto) reaches() {
    if constexpr (hop == Hop::symmetric) {
      return SymmetricReaches<Side>::get();
    } else {
      return NoTable{};
    }
  }

  Table<Line, Tables::lines> lines_;
  [[no_unique_address]] std::conditional_t<hop == Hop::symmetric, const SymmetricReaches<Side>&, NoTable> reaches_ =
      reaches();
};

}  // namespace crownstar::sternhalma
