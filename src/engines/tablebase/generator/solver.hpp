// Knows how a slice and its turned one are solved: from the ends of the game backward, a half-move at a time.
// Refuses to know files; what lies beyond the two slices is asked of a shelf.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <vector>

#include "engines/tablebase/slices/crew.hpp"
#include "engines/tablebase/slices/levels.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"
#include "engines/tablebase/slices/placement.hpp"

namespace crownstar::tablebase {

// A move that takes nothing and crowns nobody leads from the one slice to the other and can be taken back along the
// same line, so only such moves are followed backward. What captures and crownings lead to is finished and is asked
// once.
template <class Variant>
class Solver {
  using Place = draughts::Position<Variant>;
  using Word = draughts::WordOf<Variant>;
  using Side = draughts::Side;
  using Walk = typename Placement<Variant>::Walk;
  static constexpr const draughts::Rules& rules = Variant::rules;

  // In the place of a count of moves.
  static constexpr std::uint8_t has_capture = 255;
  static constexpr std::uint8_t never_lost = 254;
  static constexpr int most_levels = 60000;

 public:
  struct Half {
    explicit Half(const Slice& slice) : placement(slice), levels(placement.size()), open(placement.size()) {}

    bool is_captured_in(std::uint64_t number) const { return open[number] == has_capture; }

    Placement<Variant> placement;
    std::vector<Level> levels;
    std::vector<std::uint8_t> open;  // moves within the two slices that are not known to lose
  };
  static constexpr std::uint64_t bytes_a_position = sizeof(Level) + 1;

  Solver(const Slice& slice, const Shelf<Variant>& shelf, const Crew& crew) : shelf_(shelf), crew_(crew) {
    halves_.emplace_back(slice);
    if (slice != slice.turned()) halves_.emplace_back(slice.turned());
  }

  // False where it was stopped.
  bool solve() {
    for (Half& half : halves_) {
      const bool is_whole = crew_.share(half.levels.size(), [&](std::uint64_t first, std::uint64_t last) {
        Walk walk(half.placement, first);
        for (std::uint64_t number = first; number < last; ++number) {
          if (number != first) walk.go_on();
          begin(half, number, walk.place());
        }
      });
      if (!is_whole) return false;
    }
    for (int level = ended_level; level <= highest_.load(); ++level) {
      assert(level < most_levels);
      for (std::size_t half = 0; half < halves_.size(); ++half) {
        if (!go_back_from(half, static_cast<Level>(level))) return false;
      }
    }
    return true;
  }

  const std::vector<Half>& halves() const { return halves_; }

 private:
  Half& other_half(std::size_t half) { return halves_[halves_.size() - 1 - half]; }

  void note(Level level) {
    int highest = highest_.load(std::memory_order_relaxed);
    while (level > highest && !highest_.compare_exchange_weak(highest, level)) {
    }
  }

  void begin(Half& half, std::uint64_t number, const Place& place) {
    Level& level = half.levels[number];
    if (draughts::can_capture<Variant, Side::white>(place)) {
      half.open[number] = has_capture;
      level = settle<Variant>(place, shelf_);
      note(level);
      return;
    }
    Choice<Variant> crownings;
    const int open = look_at_moves(place, crownings);
    const bool is_decided = crownings.has_win() || (open == 0 && !crownings.has_draw());
    if (is_decided) level = crownings.level();
    half.open[number] = crownings.has_win() || crownings.has_draw() ? never_lost : static_cast<std::uint8_t>(open);
    if (is_decided) note(level);
  }

  // Adds what crownings lead to, and counts the other moves.
  int look_at_moves(const Place& place, Choice<Variant>& crownings) const {
    int open = 0;
    draughts::for_each_quiet_move<Variant, Side::white>(place, [&](Word from, Word to, auto is_king) {
      if (!is_king && (to & draughts::crown_row<Variant, Side::white>) != 0) {
        const auto next = draughts::after_quiet<Variant, Side::white, is_king>(place, from, to);
        crownings.add(settle<Variant>(turned(next), shelf_));
      } else {
        ++open;
      }
    });
    assert(open < never_lost);
    return open;
  }

  bool go_back_from(std::size_t from, Level level) {
    const Half& half = halves_[from];
    Half& before = other_half(from);
    return crew_.share(half.levels.size(), [&](std::uint64_t first, std::uint64_t last) {
      constexpr std::uint64_t strip = 128;
      for (std::uint64_t number = first; number < last; number += strip) {
        const std::uint64_t end = std::min(last, number + strip);
        bool is_met = false;
        for (std::uint64_t each = number; each < end; ++each) is_met |= level_at(half, each) == level;
        if (!is_met) continue;
        for (std::uint64_t each = number; each < end; ++each) {
          if (level_at(half, each) == level) tell_predecessors(half.placement.at(each), level, before);
        }
      }
    });
  }

  static Level level_at(const Half& half, std::uint64_t number) {
    return std::atomic_ref<Level>(const_cast<Level&>(half.levels[number])).load(std::memory_order_relaxed);
  }

  // The side that has just moved is Black, as the position is seen.
  void tell_predecessors(const Place& place, Level level, Half& before) {
    const Word empty = place.empty();
    draughts::for_each_step<rules.man_moves, Side::black>([&]<draughts::Direction Step>() {
      constexpr draughts::Direction back = Step.opposite();
      using Board = draughts::BoardOf<Variant>;
      Word from = Board::template moved<back>(place.men_of(Side::black)) & empty;
      for (; from != 0; from = board::without_lowest(from)) {
        const Word square = board::lowest_square(from);
        tell(place, Board::template moved<Step>(square), square, Word{0}, level, before);
      }
    });
    draughts::for_each_step<rules.king_lines, Side::black>([&]<draughts::Direction Step>() {
      using Board = draughts::BoardOf<Variant>;
      for (Word kings = place.kings_of(Side::black); kings != 0; kings = board::without_lowest(kings)) {
        const Word to = board::lowest_square(kings);
        for (Word from = Board::template moved<Step>(to) & empty; from != 0;) {
          tell(place, to, from, from | to, level, before);
          if (!rules.king_flies()) break;
          from = Board::template moved<Step>(from) & empty;
        }
      }
    });
  }

  void tell(const Place& place, Word to, Word from, Word kings_changed, Level level, Half& before) {
    Place earlier = place;
    earlier.pieces[1] ^= from | to;
    earlier.kings ^= kings_changed;
    earlier.turn = Side::black;
    if (draughts::can_capture<Variant, Side::black>(earlier)) return;
    const Place seen = turned(earlier);
    const std::uint64_t number = before.placement.number_of(seen);
    if (is_lost<Variant>(level)) {
      win_by(before, number, static_cast<Level>(level + 1));
    } else {
      lose_a_move(before, number, seen, level);
    }
  }

  void win_by(Half& half, std::uint64_t number, Level level) {
    const std::atomic_ref<Level> kept(half.levels[number]);
    Level known = kept.load(std::memory_order_relaxed);
    while (known == drawn_level || known > level) {
      if (kept.compare_exchange_weak(known, level, std::memory_order_relaxed)) break;
    }
    note(level);
  }

  void lose_a_move(Half& half, std::uint64_t number, const Place& place, Level level) {
    const std::atomic_ref<std::uint8_t> open(half.open[number]);
    if (open.load(std::memory_order_relaxed) == never_lost) return;
    if (open.fetch_sub(1, std::memory_order_relaxed) != 1) return;
    Choice<Variant> moves;
    moves.add(level);
    look_at_moves(place, moves);
    std::atomic_ref<Level>(half.levels[number]).store(moves.level(), std::memory_order_relaxed);
    note(moves.level());
  }

  const Shelf<Variant>& shelf_;
  const Crew& crew_;
  std::vector<Half> halves_;
  std::atomic<int> highest_ = ended_level;
};

}  // namespace crownstar::tablebase
