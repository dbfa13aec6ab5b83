// Counts the replies to all quiet moves of a side of men, by set sizes and not move by move. It does not know kings,
// nor replies that take more than one piece.
#pragma once

#include <array>
#include <cstdint>

#include "rules/draughts/man_jumps.hpp"
#include "rules/draughts/position.hpp"
#include "rules/draughts/variants/rules.hpp"

namespace crownstar::draughts {

// A quiet move empties one square and fills another, and only there do the replies differ from what they would be had
// the mover passed. So every reply that comes or goes with a move is found from the squares around, and is found for
// all moves along one step at once. A set of moves is the set of the squares that they fill.
template <class Variant, Side Mover>
class QuietReplies {
  using Board = BoardOf<Variant>;
  using Word = typename Board::Word;
  static constexpr const Rules& rules = Variant::rules;
  static constexpr Side Replier = other(Mover);
  static constexpr Directions takes = directions(rules.man_captures, Replier);
  static constexpr Directions goes = directions(rules.man_moves, Replier);

 public:
  [[gnu::always_inline]] QuietReplies(Word movers, Word repliers, Word empty)
      : movers_(movers), repliers_(repliers), empty_(empty) {
    for_each_step<rules.man_captures, Replier>([&]<Direction Take> [[gnu::always_inline]] () {
      const std::size_t way = number(takes, Take);
      const Word beside = moved<Take>(repliers_);
      const Word behind = moved<Take.opposite()>(empty_);
      const Word landings = moved<Take>(beside & movers_);
      pending_ |= landings & empty_;
      over_filled_[way] = beside & behind;
      into_emptied_[way] = landings & movers_;
      onward_from_[way] = moved<Take.opposite()>(behind & movers_);
    });
    for_each_step<rules.man_captures, Mover>([&]<Direction Take> [[gnu::always_inline]] () {
      pending_ |= jump_landings<Board, Take>(movers_, repliers_, empty_);
    });
    for_each_step<rules.man_moves, Replier>([&]<Direction Go> [[gnu::always_inline]] () {
      const Word beside = moved<Go>(repliers_);
      beside_[number(goes, Go)] = beside;
      quiet_ += board::count_bits(beside & empty_);
    });
  }

  // False if the mover must capture, or if the replier could capture after a pass: some moves would prevent that.
  bool are_countable() const { return pending_ == 0; }

  // Counts the replies, apart from those to moves for which `leave(from, to)` is called.
  template <class Leave>
  [[gnu::always_inline]] std::uint64_t count(Leave&& leave) const {
    int sum = 0;
    for_each_step<rules.man_moves, Mover>([&]<Direction Go> [[gnu::always_inline]] () {
      const Word moves = moved<Go>(movers_) & empty_;
      const Word left = moves & (long_chains<Go>() | crown_row<Variant, Mover>);
      sum += count_along<Go>(moves & ~left);
      for (Word set = left; set != 0; set = board::without_lowest(set)) {
        const Word to = board::lowest_square(set);
        leave(moved<Go.opposite()>(to), to);
      }
    });
    return static_cast<std::uint64_t>(sum);
  }

 private:
  template <Direction Step>
  static constexpr Word moved(Word set) {
    return Board::template moved<Step>(set);
  }

  static consteval std::size_t number(const Directions& ways, Direction step) {
    std::size_t way = 0;
    while (ways.step[way] != step) ++way;
    return way;
  }

  template <Direction Go>
  [[gnu::always_inline]] int count_along(Word moves) const {
    int sum = 0;
    Word answered = 0;
    for_each_step<rules.man_captures, Replier>([&]<Direction Take> [[gnu::always_inline]] () {
      const Word over = moves & takes_the_mover<Go, Take>();
      const Word into = moves & moved<Go>(into_emptied_[number(takes, Take)]);
      answered |= over | into;
      sum += board::count_bits(over) + board::count_bits(into);
    });
    const Word unanswered = moves & ~answered;
    sum += quiet_ * board::count_bits(unanswered);
    for_each_step<rules.man_moves, Replier>([&]<Direction Reply> [[gnu::always_inline]] () {
      const Word beside = beside_[number(goes, Reply)];
      sum += board::count_bits(unanswered & moved<Go>(beside)) - board::count_bits(unanswered & beside);
    });
    return sum;
  }

  // The moves along Go after which the piece that moved can be jumped along Take; if back along its own way, the square
  // behind it is empty because it has just left it.
  template <Direction Go, Direction Take>
  Word takes_the_mover() const {
    if constexpr (Take == Go.opposite()) return moved<Take>(repliers_);
    return over_filled_[number(takes, Take)];
  }

  // The moves along Go after which a jump might go on, some of them in error.
  template <Direction Go>
  [[gnu::always_inline]] Word long_chains() const {
    Word moves = 0;
    for_each_step<rules.man_captures, Replier>([&]<Direction Take> [[gnu::always_inline]] () {
      const Word onward = onward_after<Take>();
      const Word into = moved<Go>(into_emptied_[number(takes, Take)]);
      moves |= takes_the_mover<Go, Take>() & moved<Take.opposite()>(onward);
      moves |= into & moved<Go>(onward);
      // From the square just left on over the piece that left it.
      if constexpr (can_take_along<Go>() && Take != Go.opposite()) moves |= into & moved<Go.opposite()>(empty_);
    });
    return moves;
  }

  template <Direction Go>
  static consteval bool can_take_along() {
    for (std::size_t way = 0; way < takes.count; ++way) {
      if (takes.step[way] == Go) return true;
    }
    return false;
  }

  // The squares from which a man that came along Before could jump on. Straight back lies the piece just taken.
  template <Direction Before>
  [[gnu::always_inline]] Word onward_after() const {
    Word from = rules.crowning == Crowning::at_once_and_goes_on_as_king ? crown_row<Variant, Replier> : Word{0};
    for_each_step<rules.man_captures, Replier>([&]<Direction Take> [[gnu::always_inline]] () {
      if constexpr (Take != Before.opposite()) from |= onward_from_[number(takes, Take)];
    });
    return from;
  }

  Word movers_;
  Word repliers_;
  Word empty_;
  Word pending_ = 0;                              // where a jump of either side would land
  int quiet_ = 0;                                 // the replies without capture to a pass
  std::array<Word, goes.count> beside_{};         // the squares that a replier would go to if they were empty
  std::array<Word, takes.count> over_filled_{};   // where a piece put on the square could be jumped
  std::array<Word, takes.count> into_emptied_{};  // where a replier would land if the piece there were gone
  std::array<Word, takes.count> onward_from_{};   // from where a replier would jump, if it stood there
};

}  // namespace crownstar::draughts
