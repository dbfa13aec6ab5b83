// Retrograde analysis of a slice and its turned one, with distances: from the ends of the game backward, a half-move at
// a time.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <vector>

#include "engines/tablebase/generator/predecessors.hpp"
#include "engines/tablebase/parallel_for.hpp"
#include "engines/tablebase/slices/depths.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"
#include "engines/tablebase/slices/position_index.hpp"

namespace crownstar::tablebase {

template <class Variant>
class DistanceSolver {
  using Position = draughts::Position<Variant>;
  using Walk = typename PositionIndex<Variant>::Walk;

  // Instead of a count of moves.
  static constexpr std::uint8_t has_capture = 255;
  static constexpr std::uint8_t never_lost = 254;
  static constexpr int most_depths = 60000;

 public:
  struct SliceState {
    explicit SliceState(const Slice& slice) : index(slice), depths(index.size()), open(index.size()) {}

    bool is_captured_in(std::uint64_t number) const { return open[number] == has_capture; }
    Value value(std::uint64_t number) const { return value_of<Variant>(depths[number]); }

    PositionIndex<Variant> index;
    std::vector<Depth> depths;
    std::vector<std::uint8_t> open;  // moves within the two slices that are not known to lose
  };
  static constexpr bool has_distances = true;
  static constexpr std::uint64_t bytes_for(std::uint64_t positions) { return positions * (sizeof(Depth) + 1); }

  DistanceSolver(const Slice& slice, const LoadedSlices<Variant>& loaded, const ParallelFor& parallel_for)
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
    if (draughts::can_capture<Variant, draughts::Side::white>(position)) {
      state.open[number] = has_capture;
      depth = resolve_captures<Variant>(position, loaded_);
      note_depth(depth);
      return;
    }
    BestSuccessor<Variant> crownings;
    const int open = count_moves(position, loaded_, crownings);
    assert(open < never_lost);
    const bool is_decided = crownings.has_win() || (open == 0 && !crownings.has_draw());
    if (is_decided) depth = crownings.depth();
    state.open[number] = crownings.has_win() || crownings.has_draw() ? never_lost : static_cast<std::uint8_t>(open);
    if (is_decided) note_depth(depth);
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
        Walk walk(state.index, number);
        for (std::uint64_t each = number; each < end; ++each) {
          if (depth_at(state, each) != depth) continue;
          walk.advance_to(each);
          update_predecessors(walk.position(), depth, before);
        }
      }
    });
  }

  static Depth depth_at(const SliceState& state, std::uint64_t number) {
    return std::atomic_ref<Depth>(const_cast<Depth&>(state.depths[number])).load(std::memory_order_relaxed);
  }

  void update_predecessors(const Position& position, Depth depth, SliceState& before) {
    for_each_predecessor(position, before.index, [&](const Position& earlier, std::uint64_t number) {
      if (is_lost<Variant>(depth)) {
        set_win(before, number, static_cast<Depth>(depth + 1));
      } else {
        remove_move(before, number, earlier, depth);
      }
    });
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
    count_moves(position, loaded_, moves);
    std::atomic_ref<Depth>(state.depths[number]).store(moves.depth(), std::memory_order_relaxed);
    note_depth(moves.depth());
  }

  const LoadedSlices<Variant>& loaded_;
  const ParallelFor& parallel_for_;
  std::vector<SliceState> states_;
  std::atomic<int> highest_ = ended_depth;
};

}  // namespace crownstar::tablebase
