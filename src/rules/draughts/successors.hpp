// The positions after every move of a position, written one behind another.
// It does not know the moves themselves: for a list of them see generation.hpp.
#pragma once

#include <algorithm>
#include <cstddef>

#include "rules/draughts/generation.hpp"
#include "rules/draughts/man_jumps.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::draughts {

// Writes the positions after moves of men, on a board without kings.
template <class Variant, Side Mover>
class ManSuccessors {
  using Board = BoardOf<Variant>;
  using Word = typename Board::Word;
  using Position = draughts::Position<Variant>;
  using Jumps = ManJumps<Variant, Mover>;
  static constexpr const Rules& rules = Variant::rules;

 public:
  // How many places behind the last successor may be written over.
  static constexpr std::size_t slack = Board::columns / 2 + 1;

  [[gnu::always_inline]] ManSuccessors(const Position& position, Position* places)
      : movers_(position.of(Mover)),
        repliers_(position.of(other(Mover))),
        empty_(position.empty()),
        passed_(with_turn_passed<Variant, Mover>(movers_, repliers_, 0)),
        end_(places) {}

  // Behind the last successor written.
  Position* end() const { return end_; }
  [[gnu::always_inline]] Jumps jumps() const { return {movers_, repliers_, empty_}; }

  [[gnu::always_inline]] void write_quiet_moves() {
    for_each_step<rules.man_moves, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
      write<slack>(Board::template moved<Step>(movers_) & empty_,
                   [&] [[gnu::always_inline]] (Word to, Position & place) {
                     const Word from = Board::template moved<Step.opposite()>(to);
                     place.pieces[index(Mover)] = movers_ ^ (from | to);
                   });
    });
  }

  [[gnu::always_inline]] void write_single_jumps() {
    jumps().for_each_first_jump([&]<Direction Step> [[gnu::always_inline]] (Word landings) {
      write_jumps<1>(landings, [] [[gnu::always_inline]] (Word to) { return Jumps::template way_to<Step>(to); });
    });
  }

  // Null where a chain may be too long. Out of line, for it is large and rare.
  [[gnu::noinline]] static Position* write_chains(const Position& position, Position* places) {
    ManSuccessors successors(position, places);
    const bool are_written =
        successors.jumps().for_each_chain([&] [[gnu::always_inline]] (const auto& way_to, Word landings) {
          successors.template write_jumps<0>(landings, way_to);
        });
    return are_written ? successors.end() : nullptr;
  }

 private:
  template <std::size_t Usual, class WayTo>
  [[gnu::always_inline]] void write_jumps(Word landings, const WayTo& way_to) {
    write<Usual>(landings, [&] [[gnu::always_inline]] (Word to, Position & place) {
      const auto [from, captured] = way_to(to);
      place.pieces[index(Mover)] = movers_ ^ (from | to);
      place.pieces[index(other(Mover))] = repliers_ ^ captured;
    });
  }

  // One successor for each landing: what a pass would leave, with `change` made to it. The end of a loop over the set's
  // squares would be mispredicted, so the first Usual turns are always made: what they write for squares that are not
  // there lies beyond the end, and is overwritten. Few men are crowned, so crowning is handled afterwards.
  template <std::size_t Usual, class Change>
  [[gnu::always_inline]] void write(Word landings, Change&& change) {
    static_assert(Usual <= slack);
    Position* const begin = end_;
    end_ += board::count_bits(landings);
    Word left = landings;
    for (std::size_t i = 0; i < Usual; ++i) {
      begin[i] = passed_;
      change(board::lowest_square(left), begin[i]);
      left = board::without_lowest(left);
    }
    for (Position* place = begin + Usual; left != 0; left = board::without_lowest(left)) {
      *place = passed_;
      change(board::lowest_square(left), *place++);
    }
    for (Word crowned = landings & crown_row<Variant, Mover>; crowned != 0; crowned = board::without_lowest(crowned)) {
      const Word to = board::lowest_square(crowned);
      begin[board::count_bits(landings & (to - 1))].kings = to;
    }
  }

  Word movers_;
  Word repliers_;
  Word empty_;
  Position passed_;
  Position* end_;
};

// How many places a writer of successors must be given.
template <class Variant>
inline constexpr std::size_t successor_room =
    std::max(most_moves, ManJumps<Variant, Side::white>::most) + ManSuccessors<Variant, Side::white>::slack;

// Where the successors end; null where there are too many ways to capture.
template <class Variant, Side Mover>
[[gnu::noinline]] Position<Variant>* write_any_successors(const Position<Variant>& position, Position<Variant>* places,
                                                          Counted as) {
  if (is_ended_by_a_king(position)) return places;
  if (can_capture<Variant, Mover>(position)) {
    MoveList<Variant> list;
    generate_captures<Variant, Mover>(position, list, as);
    if (list.is_too_complex()) return nullptr;
    for (const Move<Variant>& move : list) *places++ = after<Variant, Mover>(position, move);
    return places;
  }
  for_each_quiet_move<Variant, Mover>(
      position, [&] [[gnu::always_inline]] (WordOf<Variant> from, WordOf<Variant> to, auto is_king) {
        *places++ = after_quiet<Variant, Mover, is_king>(position, from, to);
      });
  return places;
}

template <class Variant, Side Mover>
Position<Variant>* write_successors(const Position<Variant>& position, Position<Variant>* places, Counted as) {
  if (position.kings == 0) [[likely]] {
    ManSuccessors<Variant, Mover> successors(position, places);
    const auto jumps = successors.jumps();
    if (!jumps.exist()) {
      successors.write_quiet_moves();
      return successors.end();
    }
    if (!jumps.go_on()) {
      successors.write_single_jumps();
      return successors.end();
    }
    Position<Variant>* const end = ManSuccessors<Variant, Mover>::write_chains(position, places);
    if (end != nullptr) return end;
  }
  return write_any_successors<Variant, Mover>(position, places, as);
}

}  // namespace crownstar::draughts
