// The captures of men among men, every man at once: the sets of squares that chains of jumps pass through.
// It does not know kings, and chains that need the memory of a search (captures.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <optional>
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

// A chain is the list of the steps of its jumps. All men that jump in the same directions are one set, which moves as
// one; each square of the set leads back to its man, because the way back is the same for all. A set forgets what a
// search remembers: which pieces are taken already, and the square that the man has left. With too few jumps for a
// piece or that square to be met again, nothing is lost.
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

  // Men that made the same jumps, the last first: where they are now, and those of them that can go on.
  struct Chain {
    Word landings;
    Word starts;
    std::uint32_t by;  // numbers of `ways`, four bits each
    std::uint32_t jumps;

    constexpr std::size_t way(std::uint32_t jump) const { return by >> (4 * jump) & 15; }
    static_assert(exact_jumps <= 8 && ways.count <= 16);
  };

  // Where the man of a chain that stands on `to` came from, and what it took.
  struct Way {
    Word from;
    Word captured;
  };
  static constexpr Way way_to(const Chain& chain, Word to) {
    Way way{to, 0};
    for (std::uint32_t jump = 0; jump < chain.jumps; ++jump) {
      const int shift = shifts[chain.way(jump)];
      const Word over = shifted_back(way.from, shift);
      way.captured |= over;
      way.from = shifted_back(over, shift);
    }
    return way;
  }
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
    for_each_first_jump([&]<Direction Step> [[gnu::always_inline]] (Word landings) {
      further |= landings & (onward<Step>() | crowned_on_the_way());
    });
    return further != 0;
  }

  // Calls `visit.template operator()<Step>(landings)` for each direction with the squares where first jumps end.
  template <class Visit>
  [[gnu::always_inline]] constexpr void for_each_first_jump(Visit&& visit) const {
    for_each_step<rules.man_captures, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
      visit.template operator()<Step>(jumped<Step>(men_ & jumpers_[number(Step)]));
    });
  }

  // How many captures there are where some go on; or -1, where a chain may be too long. All chains are looked at as one
  // row of sets without branches between them, which is faster than to find those that there are.
  [[gnu::always_inline]] constexpr int count_chains() const {
    if constexpr (exact_jumps == 1) {
      return -1;
    } else if constexpr (rules.prefers_more_pieces()) {
      return count_longest<2>();
    } else {
      return count_whole();
    }
  }

  // The same captures, one by one: calls `visit(way_to, landings)` with the squares where these chains end, for all
  // that the precedence admits, and how each square was reached; or calls nothing and says false, where a chain may be
  // too long.
  template <class Visit>
  [[gnu::always_inline]] constexpr bool for_each_chain(Visit&& visit) const {
    if constexpr (is_acyclic) return visit_all(visit);
    if constexpr (exact_jumps > 1 && rules.prefers_more_pieces()) {
      if (const auto done = visit_pairs(visit)) return *done;
    }
    Chains chains;
    if (!find(chains)) return false;
    const std::size_t first = rules.prefers_more_pieces() ? chains.first_of_longest : 0;
    for (std::size_t number = first; number < chains.size; ++number) {
      const Chain& chain = chains.all[number];
      visit([&](Word to) { return way_to(chain, to); },
            rules.prefers_more_pieces() ? chain.landings : chain.landings & ~chain.starts);
    }
    return true;
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

  // The chains of Length jumps, or more if there are longer ones.
  template <int Length>
  [[gnu::always_inline]] constexpr int count_longest() const {
    Word further = 0;
    Word crowned = 0;
    int sum = 0;
    walk<Length>([&]<Direction... Steps> [[gnu::always_inline]] (Word landings, Word starts) {
      crowned |= landings & crowned_on_the_way();
      if constexpr (sizeof...(Steps) == Length) {
        further |= starts;
        sum += board::count_bits(landings);
      }
      if constexpr (sizeof...(Steps) == exact_jumps) further |= landings & homeward<Steps...>();
    });
    if (crowned != 0) return -1;
    if (further == 0) return sum;
    if constexpr (Length < exact_jumps) return count_longest<Length + 1>();
    return -1;
  }

  // All chains, each to its end.
  [[gnu::always_inline]] constexpr int count_whole() const {
    Word further = 0;
    int sum = 0;
    walk<exact_jumps>([&]<Direction... Steps> [[gnu::always_inline]] (Word landings, Word starts) {
      sum += board::count_bits(static_cast<Word>(landings & ~starts));
      if constexpr (!is_acyclic || crowned_on_the_way() != 0) {
        further |= landings & crowned_on_the_way();
        if constexpr (sizeof...(Steps) == exact_jumps) further |= starts | (landings & homeward<Steps...>());
      }
    });
    return further == 0 ? sum : -1;
  }

  // The chains of men that never turn back: they are few, and none of them too long unless a king goes on.
  template <class Visit>
  [[gnu::always_inline]] constexpr bool visit_all(Visit& visit) const {
    int longest = 0;
    Word crowned = 0;
    if constexpr (rules.prefers_more_pieces() || crowned_on_the_way() != 0) {
      walk<exact_jumps>([&]<Direction... Steps> [[gnu::always_inline]] (Word landings, Word) {
        if (landings != 0) longest = std::max(longest, static_cast<int>(sizeof...(Steps)));
        crowned |= landings & crowned_on_the_way();
      });
    }
    if (crowned != 0) return false;
    walk<exact_jumps>([&]<Direction... Steps> [[gnu::always_inline]] (Word landings, Word starts) {
      if (rules.prefers_more_pieces() && sizeof...(Steps) != static_cast<std::size_t>(longest)) return;
      visit([] [[gnu::always_inline]] (Word to) { return way_to<Steps...>(to); },
            static_cast<Word>(landings & ~starts));
    });
    return true;
  }

  // Where two jumps are the most: that is by far the usual case, and worth being compiled for each pair of steps. None
  // where there are longer chains.
  template <class Visit>
  [[gnu::always_inline]] constexpr std::optional<bool> visit_pairs(Visit& visit) const {
    Word further = 0;
    Word crowned = 0;
    walk<2>([&]<Direction... Steps> [[gnu::always_inline]] (Word landings, Word starts) {
      crowned |= landings & crowned_on_the_way();
      if constexpr (sizeof...(Steps) == 2) further |= starts;
    });
    if (crowned != 0) return false;
    if (further != 0) return std::nullopt;
    walk<2>([&]<Direction... Steps> [[gnu::always_inline]] (Word landings, Word) {
      if constexpr (sizeof...(Steps) == 2) {
        visit([] [[gnu::always_inline]] (Word to) { return way_to<Steps...>(to); }, landings);
      }
    });
    return true;
  }

  // All chains of others, shorter before longer.
  struct Chains {
    static constexpr std::size_t most = [] {
      std::size_t count = 0;
      std::size_t as_long = ways.count;
      for (int jumps = 1; jumps <= exact_jumps; ++jumps, as_long *= ways.count) count += as_long;
      return count;
    }();
    Chains() {}  // left as they are until they are filled
    union {
      Chain all[most];
    };
    std::size_t size = 0;
    std::size_t first_of_longest = 0;

    void add(const Chain& before, std::size_t way, Word landings, Word starts) {
      all[size++] = {landings, starts, before.by << 4U | static_cast<std::uint32_t>(way), before.jumps + 1};
    }
  };

  // False if a chain may be too long for this method.
  bool find(Chains& chains) const {
    if constexpr (exact_jumps == 1) return false;
    Word crowned = 0;
    extend({men_, men_, 0, 0}, chains, crowned);
    std::size_t first = 0;
    for (int jumps = 1; jumps < exact_jumps; ++jumps) {
      const std::size_t end = chains.size;
      for (std::size_t number = first; number < end; ++number) {
        if (chains.all[number].starts != 0) extend(chains.all[number], chains, crowned);
      }
      if (crowned != 0) return false;
      if (chains.size == end) break;
      first = end;
    }
    chains.first_of_longest = first;
    for (std::size_t number = first; number < chains.size; ++number) {
      const Chain& chain = chains.all[number];
      if (chain.jumps == exact_jumps && (chain.starts | (chain.landings & homeward(chain))) != 0) return false;
    }
    return true;
  }

  // One jump more, in each direction but straight back.
  void extend(const Chain& chain, Chains& chains, Word& crowned) const {
    for_each_step<rules.man_captures, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
      constexpr std::size_t way = number(Step);
      const Word landings = jumped<Step>(chain.starts & jumpers_[way]);
      if (landings == 0 || (chain.jumps > 0 && is_opposite(way, chain.way(0)))) return;
      chains.add(chain, way, landings, landings & onward<Step>());
      crowned |= landings & crowned_on_the_way();
    });
  }

  // The squares from which one more jump would lead the men of a chain back to where they started.
  constexpr Word homeward(const Chain& chain) const {
    Direction home{};
    for (std::uint32_t jump = 0; jump < chain.jumps; ++jump) {
      const Direction step = ways.step[chain.way(jump)];
      home = {home.rows - step.rows, home.columns - step.columns};
    }
    Word from = 0;
    for_each_step<rules.man_captures, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
      if (Step == home) from = jumpers_along<Step>(men_);
    });
    return from;
  }

  static constexpr bool is_opposite(std::size_t one, std::size_t other) {
    return ways.step[one] == ways.step[other].opposite();
  }

  static constexpr auto shifts = [] {
    std::array<int, ways.count> table{};
    for (std::size_t way = 0; way < ways.count; ++way) table[way] = Board::shift(ways.step[way]);
    return table;
  }();

  // Of squares from which the way back leads to squares.
  static constexpr Word shifted_back(Word set, int shift) {
    return shift >= 0 ? static_cast<Word>(set >> shift) : static_cast<Word>(set << -shift);
  }

  Word men_;
  Word enemies_;
  std::array<Word, ways.count> jumpers_;  // by direction: from where a man there could jump
};

// The number of captures where some go on, or -1 where a chain may be too long. Out of line, for it is large and rare.
template <class Variant, Side Mover>
[[gnu::noinline]] int count_man_chains(WordOf<Variant> men, WordOf<Variant> enemies, WordOf<Variant> empty) {
  return ManJumps<Variant, Mover>(men, enemies, empty).count_chains();
}

}  // namespace crownstar::draughts
