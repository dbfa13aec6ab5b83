// Retrograde analysis of a slice and its turned one: from the ends of the game backward, a half-move at a time.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <vector>

#include "engines/tablebase/slices/depths.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"
#include "engines/tablebase/slices/parallel_for.hpp"
#include "engines/tablebase/slices/position_index.hpp"

namespace crownstar::tablebase {

// A move that captures nothing and crowns no man leads from one of the two slices to the other and can be taken back
// along the same line, so only such moves are followed backward. Captures and crownings lead to finished slices, whose
// depths are looked up once.
template <class Variant>
class Solver {
  using Position = draughts::Position<Variant>;
  using Word = draughts::WordOf<Variant>;
  using Side = draughts::Side;
  using Walk = typename PositionIndex<Variant>::Walk;
  static constexpr const draughts::Rules& rules = Variant::rules;

  // Instead of a count of moves.
  static constexpr std::uint8_t has_capture = 255;
  static constexpr std::uint8_t never_lost = 254;
  static constexpr int most_depths = 60000;

 public:
  struct SliceState {
    explicit SliceState(const Slice& slice) : index(slice), depths(index.size()), open(index.size()) {}

    bool is_captured_in(std::uint64_t number) const { return open[number] == has_capture; }

    PositionIndex<Variant> index;
    std::vector<Depth> depths;
    std::vector<std::uint8_t> open;  // moves within the two slices that are not known to lose
  };
  static constexpr std::uint64_t bytes_a_position = sizeof(Depth) + 1;

  Solver(const Slice& slice, const LoadedSlices<Variant>& loaded, const ParallelFor& parallel_for)
      : loaded_(loaded), parallel_for_(parallel_for) {
    states_.emplace_back(slice);
    if (slice != slice.turned()) states_.emplace_back(slice.turned());
  }

  // False where it was stopped.
  bool solve() {
    for (SliceState& state : states_) {
      const bool is_whole = parallel_for_.run(state.depths.size(), [&](std::uint64_t first, std::uint64_t last) {
        Walk walk(state.index, first);
        for (std::uint64_t number = first; number < last; ++number) {
          if (number != first) walk.advance();
          initialise(state, number, walk.position());
        }
      });
      if (!is_whole) return false;
    }
    for (int depth = ended_depth; depth <= highest_.load(); ++depth) {
      assert(depth < most_depths);
      for (std::size_t state = 0; state < states_.size(); ++state) {
        if (!propagate_from(state, static_cast<Depth>(depth))) return false;
      }
    }
    return true;
  }

  const std::vector<SliceState>& states() const { return states_; }

 private:
  SliceState& other_state(std::size_t state) { return states_[states_.size() - 1 - state]; }

  void note_depth(Depth depth) {
    int highest = highest_.load(std::memory_order_relaxed);
    while (depth > highest && !highest_.compare_exchange_weak(highest, depth)) {
    }
  }

  void initialise(SliceState& state, std::uint64_t number, const Position& position) {
    Depth& depth = state.depths[number];
    if (draughts::can_capture<Variant, Side::white>(position)) {
      state.open[number] = has_capture;
      depth = resolve_captures<Variant>(position, loaded_);
      note_depth(depth);
      return;
    }
    BestSuccessor<Variant> crownings;
    const int open = count_moves(position, crownings);
    const bool is_decided = crownings.has_win() || (open == 0 && !crownings.has_draw());
    if (is_decided) depth = crownings.depth();
    state.open[number] = crownings.has_win() || crownings.has_draw() ? never_lost : static_cast<std::uint8_t>(open);
    if (is_decided) note_depth(depth);
  }

  // Adds the depths that crownings lead to, and counts the other moves.
  int count_moves(const Position& position, BestSuccessor<Variant>& crownings) const {
    int open = 0;
    draughts::for_each_quiet_move<Variant, Side::white>(position, [&](Word from, Word to, auto is_king) {
      if (!is_king && (to & draughts::crown_row<Variant, Side::white>) != 0) {
        const auto next = draughts::after_quiet<Variant, Side::white, is_king>(position, from, to);
        crownings.add(resolve_captures<Variant>(turned(next), loaded_));
      } else {
        ++open;
      }
    });
    assert(open < never_lost);
    return open;
  }

  bool propagate_from(std::size_t from, Depth depth) {
    const SliceState& state = states_[from];
    SliceState& before = other_state(from);
    return parallel_for_.run(state.depths.size(), [&](std::uint64_t first, std::uint64_t last) {
      constexpr std::uint64_t strip = 128;
      for (std::uint64_t number = first; number < last; number += strip) {
        const std::uint64_t end = std::min(last, number + strip);
        bool is_met = false;
        for (std::uint64_t each = number; each < end; ++each) is_met |= depth_at(state, each) == depth;
        if (!is_met) continue;
        for (std::uint64_t each = number; each < end; ++each) {
          if (depth_at(state, each) == depth) update_predecessors(state.index.at(each), depth, before);
        }
      }
    });
  }

  static Depth depth_at(const SliceState& state, std::uint64_t number) {
    return std::atomic_ref<Depth>(const_cast<Depth&>(state.depths[number])).load(std::memory_order_relaxed);
  }

  // Black is the side that has just moved, as the position is seen.
  void update_predecessors(const Position& position, Depth depth, SliceState& before) {
    const Word empty = position.empty();
    draughts::for_each_step<rules.man_moves, Side::black>([&]<draughts::Direction Step>() {
      constexpr draughts::Direction back = Step.opposite();
      using Board = draughts::BoardOf<Variant>;
      Word from = Board::template moved<back>(position.men_of(Side::black)) & empty;
      for (; from != 0; from = board::without_lowest(from)) {
        const Word square = board::lowest_square(from);
        update_predecessor(position, Board::template moved<Step>(square), square, Word{0}, depth, before);
      }
    });
    draughts::for_each_step<rules.king_lines, Side::black>([&]<draughts::Direction Step>() {
      using Board = draughts::BoardOf<Variant>;
      for (Word kings = position.kings_of(Side::black); kings != 0; kings = board::without_lowest(kings)) {
        const Word to = board::lowest_square(kings);
        for (Word from = Board::template moved<Step>(to) & empty; from != 0;) {
          update_predecessor(position, to, from, from | to, depth, before);
          if (!rules.king_flies()) break;
          from = Board::template moved<Step>(from) & empty;
        }
      }
    });
  }

  void update_predecessor(const Position& position, Word to, Word from, Word kings_changed, Depth depth,
                          SliceState& before) {
    Position earlier = position;
    earlier.pieces[1] ^= from | to;
    earlier.kings ^= kings_changed;
    earlier.turn = Side::black;
    if (draughts::can_capture<Variant, Side::black>(earlier)) return;
    const Position seen = turned(earlier);
    const std::uint64_t number = before.index.index_of(seen);
    if (is_lost<Variant>(depth)) {
      set_win(before, number, static_cast<Depth>(depth + 1));
    } else {
      remove_move(before, number, seen, depth);
    }
  }

  void set_win(SliceState& state, std::uint64_t number, Depth depth) {
    const std::atomic_ref<Depth> stored(state.depths[number]);
    Depth known = stored.load(std::memory_order_relaxed);
    while (known == drawn_depth || known > depth) {
      if (stored.compare_exchange_weak(known, depth, std::memory_order_relaxed)) break;
    }
    note_depth(depth);
  }

  void remove_move(SliceState& state, std::uint64_t number, const Position& position, Depth depth) {
    const std::atomic_ref<std::uint8_t> open(state.open[number]);
    if (open.load(std::memory_order_relaxed) == never_lost) return;
    if (open.fetch_sub(1, std::memory_order_relaxed) != 1) return;
    BestSuccessor<Variant> moves;
    moves.add(depth);
    count_moves(position, moves);
    std::atomic_ref<Depth>(state.depths[number]).store(moves.depth(), std::memory_order_relaxed);
    note_depth(moves.depth());
  }

  const LoadedSlices<Variant>& loaded_;
  const ParallelFor& parallel_for_;
  std::vector<SliceState> states_;
  std::atomic<int> highest_ = ended_depth;
};

}  // namespace crownstar::tablebase
