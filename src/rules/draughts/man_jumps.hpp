// Knows the captures of men among men, every man at once: the sets of squares that chains of jumps pass through.
// Refuses to know kings, and chains that need the memory of a search (captures.hpp).
#pragma once

#include <array>
#include <utility>

#include "rules/draughts/position.hpp"
#include "rules/draughts/variants/rules.hpp"

namespace crownstar::draughts {

// Calls `visit.template operator()<Step>()` for each step along Along of a side.
template <Lines Along, Side Mover, class Visit>
[[gnu::always_inline]] constexpr void for_each_step(Visit&& visit) {
  static constexpr Directions all = directions(Along, Mover);
  [&]<std::size_t... number> [[gnu::always_inline]] (std::index_sequence<number...>) {
    (visit.template operator()<all.step[number]>(), ...);
  }(std::make_index_sequence<all.count>());
}

// The squares on which pieces of `movers` land when they jump a neighbour among `enemies` along Step.
template <class Board, Direction Step>
constexpr auto jump_landings(typename Board::Word movers, typename Board::Word enemies, typename Board::Word empty) {
  return Board::template moved<Step>(Board::template moved<Step>(movers) & enemies) & empty;
}

// A chain is the steps of its jumps: all men that jump in the same directions are one set, which moves as one, and a
// square of the set tells its man, for the way back is a constant. What a search must remember is lost: a jump takes no
// piece twice, and a man may come back to the square that it left. With too few jumps for either, nothing is lost.
template <class Variant, Side Mover>
class ManJumps {
  using Board = BoardOf<Variant>;
  using Word = typename Board::Word;
  static constexpr const Rules& rules = Variant::rules;
  static constexpr Directions ways = directions(rules.man_captures, Mover);

  // Jumps are edges of a lattice. With four directions a piece is met again, or the square left, after four jumps. Men
  // that never turn back run out of rows before. With eight directions there are too many sequences to be worth it.
  static constexpr bool is_acyclic = rules.man_captures == Lines::forward_diagonals;
  static constexpr int exact_jumps = is_acyclic ? (rules.rows - 1) / 2 : ways.count <= 4 ? 3 : 1;

 public:
  // How many captures there can be at most: so many sequences of steps, each with at most every square.
  static constexpr std::size_t most = [] {
    std::size_t count = ways.count * Board::squares;
    for (int jump = 1; jump < exact_jumps; ++jump) count *= is_acyclic ? ways.count : ways.count - 1;
    return count;
  }();

  // Where the man that made these jumps, the last step first, and stands on `to` came from, and what it took.
  struct Way {
    Word from;
    Word captured;
  };
  template <Direction... Steps>
  [[gnu::always_inline]] static constexpr Way way_to(Word to) {
    Way way{to, 0};
    const auto back = [&]<Direction Step> [[gnu::always_inline]] () {
      const Word over = Board::template moved<Step.opposite()>(way.from);
      way.captured |= over;
      way.from = Board::template moved<Step.opposite()>(over);
    };
    (back.template operator()<Steps>(), ...);
    return way;
  }

  // Enemies are those that a man may take.
  [[gnu::always_inline]] constexpr ManJumps(Word men, Word enemies, Word empty) : men_(men), enemies_(enemies) {
    for_each_step<rules.man_captures, Mover>(
        [&]<Direction Step> [[gnu::always_inline]] () { jumpers_[number(Step)] = jumpers_along<Step>(empty); });
  }

  [[gnu::always_inline]] constexpr bool exist() const {
    Word all = 0;
    for (const Word set : jumpers_) all |= set & men_;
    return all != 0;
  }

  // How many first jumps there are.
  [[gnu::always_inline]] constexpr int count() const {
    int sum = 0;
    for (const Word set : jumpers_) sum += board::count_bits(set & men_);
    return sum;
  }

  // Whether some chain may be longer than one jump.
  [[gnu::always_inline]] constexpr bool go_on() const {
    Word further = 0;
    walk<1>([&]<Direction...> [[gnu::always_inline]] (Word landings, Word starts) {
      further |= starts | (landings & crowned_on_the_way());
    });
    return further != 0;
  }

  // Calls `visit.template operator()<Step>(landings)` for each direction with the squares where first jumps end.
  template <class Visit>
  [[gnu::always_inline]] constexpr void for_each_first_jump(Visit&& visit) const {
    walk<1>([&]<Direction Step> [[gnu::always_inline]] (Word landings, Word) {
      visit.template operator()<Step>(landings);
    });
  }

  // To be asked only if some go on. Calls `visit.template operator()<Steps...>(landings)`, the last step first, with
  // the squares where chains of just these steps end, for all captures that the precedence admits; or calls nothing and
  // says false, where a chain may be too long.
  template <class Visit>
  [[gnu::always_inline]] constexpr bool for_each_chain(Visit&& visit) const {
    if constexpr (exact_jumps == 1) {
      return false;
    } else if constexpr (rules.prefers_more_pieces()) {
      return visit_longest<2>(visit);
    } else {
      return visit_whole(visit);
    }
  }

 private:
  static consteval std::size_t number(Direction step) {
    std::size_t way = 0;
    while (ways.step[way] != step) ++way;
    return way;
  }

  template <Direction Step>
  static constexpr Word jumped(Word set) {
    return Board::template moved<Step>(Board::template moved<Step>(set));
  }

  // The squares from which a jump along Step finds an enemy and lands on one of `open`.
  template <Direction Step>
  constexpr Word jumpers_along(Word open) const {
    constexpr Direction back = Step.opposite();
    return Board::template moved<back>(Board::template moved<back>(open) & enemies_);
  }

  // The squares from which a man that came along Before can jump again. Straight back lies the piece just taken.
  template <Direction Before>
  [[gnu::always_inline]] constexpr Word onward() const {
    Word from = 0;
    for_each_step<rules.man_captures, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
      if constexpr (Step != Before.opposite()) from |= jumpers_[number(Step)];
    });
    if constexpr (rules.crowning == Crowning::ends_the_move) from &= ~crown_row<Variant, Mover>;
    return from;
  }

  // Where a man becomes a king that might jump on.
  static constexpr Word crowned_on_the_way() {
    return rules.crowning == Crowning::at_once_and_goes_on_as_king ? crown_row<Variant, Mover> : Word{0};
  }

  // The squares from which one more jump would lead a man that made these jumps back to where it started.
  template <Direction... Steps>
  [[gnu::always_inline]] constexpr Word homeward() const {
    constexpr Direction home{-(Steps.rows + ... + 0), -(Steps.columns + ... + 0)};
    Word from = 0;
    for_each_step<rules.man_captures, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
      if constexpr (Step == home) from = jumpers_along<Step>(men_);
    });
    return from;
  }

  // Calls `visit` with the landings of every beginning of a chain, of at most Longest jumps, and with those of them
  // from where it goes on.
  template <int Longest, class Visit>
  [[gnu::always_inline]] constexpr void walk(Visit&& visit) const {
    for_each_step<rules.man_captures, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
      walk_on<Longest, Visit, Step>(jumped<Step>(men_ & jumpers_[number(Step)]), visit);
    });
  }

  template <int Longest, class Visit, Direction Last, Direction... Earlier>
  [[gnu::always_inline]] constexpr void walk_on(Word landings, Visit& visit) const {
    constexpr int length = 1 + static_cast<int>(sizeof...(Earlier));
    const Word starts = landings & onward<Last>();
    visit.template operator()<Last, Earlier...>(landings, starts);
    if constexpr (length < Longest) {
      if (length > 1 && starts == 0) return;
      for_each_step<rules.man_captures, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
        if constexpr (Step != Last.opposite()) {
          walk_on<Longest, Visit, Step, Last, Earlier...>(jumped<Step>(starts & jumpers_[number(Step)]), visit);
        }
      });
    }
  }

  // The chains of Length jumps, or more if there are longer ones.
  template <int Length, class Visit>
  [[gnu::always_inline]] constexpr bool visit_longest(Visit& visit) const {
    Word further = 0;
    Word crowned = 0;
    walk<Length>([&]<Direction... Steps> [[gnu::always_inline]] (Word landings, Word starts) {
      crowned |= landings & crowned_on_the_way();
      if constexpr (sizeof...(Steps) == Length) further |= starts;
      if constexpr (sizeof...(Steps) == exact_jumps) further |= landings & homeward<Steps...>();
    });
    if (crowned != 0) return false;
    if (further != 0) {
      if constexpr (Length < exact_jumps) return visit_longest<Length + 1>(visit);
      return false;
    }
    walk<Length>([&]<Direction... Steps> [[gnu::always_inline]] (Word landings, Word) {
      if constexpr (sizeof...(Steps) == Length) visit.template operator()<Steps...>(landings);
    });
    return true;
  }

  // All chains, each to its end.
  template <class Visit>
  [[gnu::always_inline]] constexpr bool visit_whole(Visit& visit) const {
    if constexpr (!is_acyclic || crowned_on_the_way() != 0) {
      Word further = 0;
      walk<exact_jumps>([&]<Direction... Steps> [[gnu::always_inline]] (Word landings, Word starts) {
        further |= landings & crowned_on_the_way();
        if constexpr (sizeof...(Steps) == exact_jumps) further |= starts | (landings & homeward<Steps...>());
      });
      if (further != 0) return false;
    }
    walk<exact_jumps>([&]<Direction... Steps> [[gnu::always_inline]] (Word landings, Word starts) {
      visit.template operator()<Steps...>(landings & ~starts);
    });
    return true;
  }

  Word men_;
  Word enemies_;
  std::array<Word, ways.count> jumpers_;  // by direction: from where a man there could jump
};

// The number of captures where some go on, or -1 where a chain may be too long. Out of line, for it is large and rare.
template <class Variant, Side Mover>
[[gnu::noinline]] int count_man_chains(WordOf<Variant> men, WordOf<Variant> enemies, WordOf<Variant> empty) {
  int sum = 0;
  const bool is_known = ManJumps<Variant, Mover>(men, enemies, empty)
                            .for_each_chain([&]<Direction... Steps> [[gnu::always_inline]] (WordOf<Variant> landings) {
                              sum += board::count_bits(landings);
                            });
  return is_known ? sum : -1;
}

}  // namespace crownstar::draughts
