// Retrograde analysis of a slice and its turned one without distances: a byte a position is enough, and the order in
// which positions are decided does not matter.
#pragma once

#include <algorithm>
#include <array>
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
class ValueSolver {
  using Position = draughts::Position<Variant>;
  using Walk = typename PositionIndex<Variant>::Walk;

  // What is known of a position. Below these: how many of its moves within the two slices are not known to lose, of a
  // position that is not decided; 0 is one that a crowning keeps from being lost.
  enum Mark : std::uint8_t {
    most_open = 240,
    drawn_by_capture,
    lost,
    won,
    lost_by_capture,
    won_by_capture,
    // Decided, and not yet propagated to its predecessors: in the order of the four above.
    lost_pending,
    won_pending,
    lost_by_capture_pending,
    won_by_capture_pending,
  };
  static constexpr std::uint8_t propagated = lost_pending - lost;  // is subtracted then
  static constexpr std::uint64_t strip = 64;                       // positions

 public:
  struct SliceState {
    explicit SliceState(const Slice& slice)
        : index(slice), marks(index.size()), pending((index.size() + strip - 1) / strip, 1) {}

    bool is_captured_in(std::uint64_t number) const {
      return marks[number] == drawn_by_capture || marks[number] == lost_by_capture || marks[number] == won_by_capture;
    }
    Value value(std::uint64_t number) const {
      switch (marks[number]) {
        case lost:
        case lost_by_capture:
          return Value::loss;
        case won:
        case won_by_capture:
          return Value::win;
        default:
          return Value::draw;
      }
    }

    PositionIndex<Variant> index;
    std::vector<std::uint8_t> marks;
    std::vector<std::uint8_t> pending;  // by strips: whether one of its marks is pending
  };
  static constexpr bool has_distances = false;
  static constexpr std::uint64_t bytes_for(std::uint64_t positions) {
    return positions + (positions + strip - 1) / strip;
  }

  ValueSolver(const Slice& slice, const LoadedSlices<Variant>& loaded, const ParallelFor& parallel_for)
      : loaded_(loaded), parallel_for_(parallel_for) {
    states_.emplace_back(slice);
    if (slice != slice.turned()) states_.emplace_back(slice.turned());
  }

  // False where it was stopped.
  bool solve() {
    for (SliceState& state : states_) {
      const bool is_whole = parallel_for_.run(state.marks.size(), [&](std::uint64_t first, std::uint64_t last) {
        Walk walk(state.index, first);
        for (std::uint64_t number = first; number < last; ++number) {
          if (number != first) walk.advance();
          state.marks[number] = first_mark(walk.position());
        }
      });
      if (!is_whole) return false;
    }
    do {
      is_pending_ = false;
      for (std::size_t state = 0; state < states_.size(); ++state) {
        if (!propagate_from(state)) return false;
      }
    } while (is_pending_);
    return true;
  }

  const std::vector<SliceState>& states() const { return states_; }

 private:
  // Lets updates wait until the processor has fetched what they change: they go to places all over the memory.
  class UpdateQueue {
   public:
    UpdateQueue(ValueSolver& solver, SliceState& state) : solver_(solver), state_(state) {}

    void add(std::uint64_t number, bool is_loss) {
      __builtin_prefetch(&state_.marks[number], 1);
      Update& place = waiting_[added_ % waiting_.size()];
      if (added_ >= waiting_.size()) solver_.update(state_, place.number, place.is_loss);
      place = {number, is_loss};
      ++added_;
    }

    void make_all() {
      const std::size_t left = std::min(added_, waiting_.size());
      for (std::size_t i = 0; i < left; ++i) solver_.update(state_, waiting_[i].number, waiting_[i].is_loss);
      added_ = 0;
    }

   private:
    struct Update {
      std::uint64_t number = 0;
      bool is_loss = false;
    };

    ValueSolver& solver_;
    SliceState& state_;
    std::array<Update, 32> waiting_{};
    std::size_t added_ = 0;
  };

  std::uint8_t first_mark(const Position& position) const {
    if (draughts::can_capture<Variant, draughts::Side::white>(position)) {
      const Value value = value_of<Variant>(resolve_captures<Variant>(position, loaded_));
      return value == Value::draw  ? drawn_by_capture
             : value == Value::win ? won_by_capture_pending
                                   : lost_by_capture_pending;
    }
    BestSuccessor<Variant> crownings;
    const int open = count_moves(position, loaded_, crownings);
    assert(open <= most_open);
    if (crownings.has_win()) return won_pending;
    if (crownings.has_draw()) return 0;
    if (open > 0) return static_cast<std::uint8_t>(open);
    return value_of<Variant>(crownings.depth()) == Value::win ? won_pending : lost_pending;
  }

  // Propagates what is pending in a slice. What becomes pending meanwhile, further on, is met in the same pass.
  bool propagate_from(std::size_t of) {
    SliceState& state = states_[of];
    SliceState& before = states_[states_.size() - 1 - of];
    return parallel_for_.run(state.marks.size(), [&](std::uint64_t first, std::uint64_t last) {
      UpdateQueue updates(*this, before);
      for (std::uint64_t at = (first + strip - 1) / strip; at * strip < last; ++at) {
        const std::atomic_ref<std::uint8_t> pending(state.pending[at]);
        if (pending.load(std::memory_order_relaxed) == 0 || pending.exchange(0, std::memory_order_acquire) == 0)
          continue;
        propagate_strip(state, at, before.index, updates);
      }
      updates.make_all();
    });
  }

  void propagate_strip(SliceState& state, std::uint64_t at, const PositionIndex<Variant>& before,
                       UpdateQueue& updates) {
    const std::uint64_t end = std::min<std::uint64_t>(state.marks.size(), (at + 1) * strip);
    Walk walk(state.index, at * strip);
    for (std::uint64_t number = at * strip; number < end; ++number) {
      const std::atomic_ref<std::uint8_t> stored(state.marks[number]);
      const std::uint8_t mark = stored.load(std::memory_order_relaxed);
      if (mark < lost_pending) continue;
      // Nobody else changes a decided position.
      stored.store(static_cast<std::uint8_t>(mark - propagated), std::memory_order_relaxed);
      const bool is_loss = mark == lost_pending || mark == lost_by_capture_pending;
      walk.advance_to(number);
      for_each_predecessor(walk.position(), before, [&](const Position& /*earlier*/, std::uint64_t earlier_number) {
        updates.add(earlier_number, is_loss);
      });
    }
  }

  // One move from this position leads to one that is lost for the side that has to move there, or won.
  void update(SliceState& state, std::uint64_t number, bool is_loss) {
    const std::atomic_ref<std::uint8_t> mark(state.marks[number]);
    std::uint8_t known = mark.load(std::memory_order_relaxed);
    while (known <= most_open) {
      if (known == 0 && !is_loss) return;
      const auto next = is_loss      ? std::uint8_t{won_pending}
                        : known == 1 ? std::uint8_t{lost_pending}
                                     : static_cast<std::uint8_t>(known - 1);
      if (!mark.compare_exchange_weak(known, next, std::memory_order_relaxed)) continue;
      if (next >= lost_pending) {
        std::atomic_ref<std::uint8_t>(state.pending[number / strip]).store(1, std::memory_order_release);
        is_pending_.store(true, std::memory_order_relaxed);
      }
      return;
    }
  }

  const LoadedSlices<Variant>& loaded_;
  const ParallelFor& parallel_for_;
  std::vector<SliceState> states_;
  std::atomic<bool> is_pending_ = false;
};

}  // namespace crownstar::tablebase
