// Every chain of standard hops (CC-9) on a board, found for whole lanes at a time by shifts.
// It does not know the other hop rules, steps, and where a move may end.
//
// CC-21 costs nothing here: a chain stays in its piece's class of holes, and the hole that the piece left is of that
// class while every hole hopped over is of another one.
#pragma once

#include <bit>
#include <type_traits>

#include "rules/sternhalma/options/lattice.hpp"

namespace crownstar::sternhalma {

// Four lanes of 64 bits as one value; the compiler maps it to whatever vectors the machine has.
using QuadLane [[gnu::vector_size(32)]] = std::uint64_t;

inline bool is_zero(QuadLane quad) { return (quad[0] | quad[1] | quad[2] | quad[3]) == 0; }

// Bit i of `up[axis]`: a piece that stands in hole i (of the lane) can hop up the axis; likewise down.
template <typename Word>
struct HopEdges {
  Word up[axes];
  Word down[axes];

  Word any() const { return up[0] | up[1] | up[2] | down[0] | down[1] | down[2]; }
};

// One hop further in every direction from all holes of `reached`.
template <int Side, typename Word>
inline Word spread(const HopEdges<Word>& edges, Word reached) {
  constexpr Table<int, axes> shift = Lattice<Side>::shift;
  return reached | (reached & edges.up[0]) << shift[0] | (reached & edges.up[1]) << shift[1] |
         (reached & edges.up[2]) << shift[2] | (reached & edges.down[0]) >> shift[0] |
         (reached & edges.down[1]) >> shift[1] | (reached & edges.down[2]) >> shift[2];
}

// On the bigger boards a lane is two words: one piece after the other.
template <int Side>
class ShiftHops {
 public:
  using Grid = Lattice<Side>;
  using Slots = typename Grid::Slots;
  using Lane = typename Grid::Lane;

  explicit ShiftHops(const Slots& occupied) {
    const Slots empty = lattice<Side>.board.without(occupied);
    for (int lane = 0; lane < lanes; ++lane) {
      const Lane open = Grid::lane(empty, lane);
      for (int axis = 0; axis < axes; ++axis) {
        const Lane over = Grid::lane(occupied, lane ^ Grid::over_lane[axis]) >> Grid::over_shift(lane, axis);
        edges_[lane].up[axis] = over & open >> Grid::shift[axis];
        edges_[lane].down[axis] = (over & open) << Grid::shift[axis];
      }
    }
  }

  template <typename Visitor>
  void find_all(const Slots& pieces, Visitor&& visit) const {
    pieces.for_each([&](int slot) {
      const int lane = slot / Grid::lane_bits;
      Lane reached = Lane{1} << (slot % Grid::lane_bits);
      for (Lane before = 0; reached != before;) {
        before = reached;
        reached = spread<Side>(edges_[lane], reached);
      }
      Slots all{};
      Grid::set_lane(all, lane, reached);
      visit(slot, all);
    });
  }

 private:
  Table<HopEdges<Lane>, lanes> edges_;
};

// On the usual board four pieces are followed at once, one of each class.
template <>
class ShiftHops<4> {
 public:
  using Grid = Lattice<4>;
  using Slots = Grid::Slots;

  explicit ShiftHops(const Slots& occupied) {
    const auto taken = std::bit_cast<QuadLane>(occupied);
    const auto open = std::bit_cast<QuadLane>(lattice<4>.board.without(occupied));
    const QuadLane over[axes] = {
        __builtin_shufflevector(taken, taken, 1, 0, 3, 2) >> over_shifts<0>(),
        __builtin_shufflevector(taken, taken, 2, 3, 0, 1) >> over_shifts<1>(),
        __builtin_shufflevector(taken, taken, 3, 2, 1, 0) >> over_shifts<2>(),
    };
    for (int axis = 0; axis < axes; ++axis) {
      edges_.up[axis] = over[axis] & open >> Grid::shift[axis];
      edges_.down[axis] = (over[axis] & open) << Grid::shift[axis];
    }
  }

  // The work is the same for each piece, whatever it can do: a branch that depends on it would cost more than it saves.
  template <typename Visitor>
  [[gnu::always_inline]] void find_all(const Slots& pieces, Visitor&& visit) const {
    const auto all = std::bit_cast<QuadLane>(pieces);
    const QuadLane hopping = all & edges_.any();
    Chains chains;
    follow(hopping, chains);
    const auto hoppers = std::bit_cast<Slots>(hopping);
    for (int lane = 0; lane < lanes; ++lane) {
      for (std::uint64_t rest = pieces.words[lane] & ~hoppers.words[lane]; rest != 0; rest &= rest - 1) {
        visit(lane * 64 + std::countr_zero(rest), Slots{});
      }
      int nth = 0;
      for (std::uint64_t rest = hoppers.words[lane]; rest != 0; rest &= rest - 1) {
        const std::uint64_t reached = chains[nth++][lane];
        const QuadLane own = QuadLane{reached, reached, reached, reached} & only_lane[lane];
        visit(lane * 64 + std::countr_zero(rest), std::bit_cast<Slots>(own));
      }
    }
  }

 private:
  // In each lane what the first, second, ... piece reaches. No class has more than 31 holes, and one is to spare.
  using Chains = Table<QuadLane, 33>;

  static constexpr std::uint64_t all_bits = ~std::uint64_t{0};
  static constexpr QuadLane only_lane[lanes] = {
      {all_bits, 0, 0, 0}, {0, all_bits, 0, 0}, {0, 0, all_bits, 0}, {0, 0, 0, all_bits}};

  [[gnu::always_inline]] void follow(QuadLane pieces, Chains& chains) const {
    int count = 0;
    while (!is_zero(pieces)) {
      QuadLane reached = take_lowest(pieces);
      reached = spread<4>(edges_, reached);
      for (;;) {
        const QuadLane before = reached;
        reached = spread<4>(edges_, reached);
        if (is_zero(reached ^ before)) break;
      }
      chains[count++] = reached;
    }
    chains[count] = QuadLane{};
  }

  template <int Axis>
  static constexpr QuadLane over_shifts() {
    return QuadLane{Grid::over_shift(0, Axis), Grid::over_shift(1, Axis), Grid::over_shift(2, Axis),
                    Grid::over_shift(3, Axis)};
  }

  static QuadLane take_lowest(QuadLane& from) {
    const QuadLane lowest = from & -from;
    from ^= lowest;
    return lowest;
  }

  HopEdges<QuadLane> edges_;
};

}  // namespace crownstar::sternhalma
