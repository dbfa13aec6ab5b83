// How captures are found: whole chains, compared by the variant's precedence, distinct or path by path.
// It does not know moves without capture, and which captures a player is shown first.
#pragma once

#include "rules/draughts/man_jumps.hpp"
#include "rules/draughts/move_list.hpp"
#include "rules/draughts/position.hpp"
#include "rules/draughts/variants/rules.hpp"

namespace crownstar::draughts {

template <class Variant, Side Mover>
class CaptureSearch {
  using Board = BoardOf<Variant>;
  using Word = typename Board::Word;
  static constexpr const Rules& rules = Variant::rules;
  static constexpr Side Enemy = other(Mover);

 public:
  CaptureSearch(const Position<Variant>& position, MoveList<Variant>& list, Counted as)
      : position_(position), list_(list), empty_(position.empty()), as_(as) {}

  void run() {
    const Word kings = position_.kings_of(Mover);
    if (kings != 0) from_kings(kings);
    if (rules.king_takes_before_man && !list_.is_empty()) return;
    from_men(position_.men_of(Mover));
  }

 private:
  void from_men(Word men) {
    is_king_ = false;
    enemies_ = rules.man_may_take_king ? position_.of(Enemy) : position_.men_of(Enemy);
    Word takers = 0;
    for_each_step<rules.man_captures, Mover>([&]<Direction Step>() {
      const Word landings = jump_landings<Board, Step>(men, enemies_, empty_);
      takers |= Board::template moved<Step.opposite()>(Board::template moved<Step.opposite()>(landings));
    });
    for (Word left = takers & men; left != 0; left = board::without_lowest(left)) {
      begin(board::lowest_square(left));
      man_goes_on(origin_);
    }
  }

  void from_kings(Word kings) {
    is_king_ = true;
    enemies_ = position_.of(Enemy);
    for (Word left = kings; left != 0; left = board::without_lowest(left)) {
      begin(board::lowest_square(left));
      for_each_step<rules.king_captures, Mover>([&]<Direction Step>() {
        if (const Word over = king_target<Step>(origin_); over != 0) king_jumps<Step>(over);
      });
    }
  }

  void begin(Word origin) {
    origin_ = origin;
    captured_ = 0;
    jumps_ = 0;
    king_pattern_ = 0;
  }

  // The moving piece has left its square; captured pieces stand in the way until they are removed.
  Word landable() const {
    const Word open = empty_ | origin_;
    return rules.removal == Removal::at_once ? open | captured_ : open;
  }
  Word enemies_left() const { return enemies_ & ~captured_; }

  void take(Word over) {
    captured_ |= over;
    if constexpr (rules.orders_by(Criterion::king_taken_earliest)) {
      if ((over & position_.kings) != 0) king_pattern_ |= std::uint64_t{1} << (15 - jumps_);
    }
    ++jumps_;
    if (++steps_ > most_capture_steps) list_.declare_too_complex();
  }

  void untake(Word over) {
    captured_ &= ~over;
    --jumps_;
    if constexpr (rules.orders_by(Criterion::king_taken_earliest))
      king_pattern_ &= ~(std::uint64_t{1} << (15 - jumps_));
  }

  // Where the far row crowns a man at once, it must know where it came from, in case it may not turn back.
  template <Direction Before = Direction{}>
  void man_goes_on(Word at) {
    bool went_on = false;
    for_each_step<rules.man_captures, Mover>([&]<Direction Step>() {
      if constexpr (rules.may_turn_back || Step != Before.opposite()) {
        const Word over = Board::template moved<Step>(at) & enemies_left();
        const Word landing = Board::template moved<Step>(over) & landable();
        if (landing == 0 || list_.is_too_complex()) return;
        went_on = true;
        take(over);
        man_lands<Step>(landing);
        untake(over);
      }
    });
    if (!went_on && captured_ != 0) add(at, rules.crowning != Crowning::ends_the_move && is_on_crown_row(at));
  }

  template <Direction Step>
  void man_lands(Word landing) {
    constexpr Direction before = rules.may_turn_back ? Direction{} : Step;
    if constexpr (rules.crowning == Crowning::only_where_the_move_ends) {
      man_goes_on<before>(landing);
    } else {
      if (!is_on_crown_row(landing)) return man_goes_on<before>(landing);
      if constexpr (rules.crowning == Crowning::at_once_and_goes_on_as_king) {
        const bool went_on = king_goes_on<Step>(landing);
        if (went_on) return;
      }
      add(landing, true);
    }
  }

  bool is_on_crown_row(Word square) const { return (square & crown_row<Variant, Mover>) != 0; }

  // The piece that a king standing at `at` would jump along Step, 0 for none.
  template <Direction Step>
  Word king_target(Word at) const {
    Word next = Board::template moved<Step>(at) & Board::every;
    if constexpr (rules.king_takes_from_afar()) {
      const Word open = landable();
      while ((next & open) != 0) next = Board::template moved<Step>(next) & Board::every;
    }
    const Word over = next & enemies_left();
    return (Board::template moved<Step>(over) & landable()) != 0 ? over : 0;
  }

  // Tries every direction that differs from Before and its opposite. A king standing where it has just landed cannot
  // take straight back: the piece there is captured and in the way, or turning is forbidden, or (where neither holds)
  // the variant lands directly behind and king_jumps looks back itself.
  template <Direction Before, bool TriesStraight = true, bool TriesBack = false>
  bool king_goes_on(Word at) {
    bool went_on = false;
    for_each_step<rules.king_captures, Mover>([&]<Direction Step>() {
      if constexpr ((TriesStraight || Step != Before) && (TriesBack || Step != Before.opposite())) {
        const Word over = king_target<Step>(at);
        if (over == 0 || list_.is_too_complex()) return;
        went_on = true;
        king_jumps<Step>(over);
      }
    });
    return went_on;
  }

  template <Direction Step>
  void king_jumps(Word over) {
    take(over);
    const Word landing = Board::template moved<Step>(over) & landable();
    if constexpr (rules.king_capture == KingCapture::distant_landing_anywhere) {
      static_assert(rules.removal == Removal::after_the_move || !rules.may_turn_back);
      lands_anywhere<Step>(landing, over);
    } else {
      constexpr bool looks_back = rules.removal == Removal::at_once && rules.may_turn_back;
      if (!king_goes_on<Step, true, looks_back>(landing)) add(landing, !is_king_);
    }
    untake(over);
  }

  template <Direction Step>
  void lands_anywhere(Word first, Word over) {
    const Word open = landable();
    bool went_on = false;
    Word last = first;
    for (Word at = first; at != 0; at = Board::template moved<Step>(at) & open) {
      if (king_goes_on<Step, false>(at)) went_on = true;
      last = at;
    }
    // Straight on is one continuation, wherever on the ray the king is thought to have landed.
    if (const Word next = king_target<Step>(last); next != 0 && !list_.is_too_complex()) {
      went_on = true;
      king_jumps<Step>(next);
    }
    if (went_on) return;
    if (rules.stops_behind_a_king_taken_last && (over & position_.kings) != 0) return add(first, !is_king_);
    for (Word at = first; at != 0; at = Board::template moved<Step>(at) & open) add(at, !is_king_);
  }

  std::uint64_t worth() const {
    std::uint64_t worth = 0;
    for (const Criterion criterion : rules.precedence) {
      if (criterion == Criterion::none) break;
      worth = worth << 16 | measure(criterion);
    }
    return worth;
  }

  std::uint64_t measure(Criterion criterion) const {
    const auto pieces = static_cast<std::uint64_t>(jumps_);
    const auto kings = [&] { return static_cast<std::uint64_t>(board::count_bits(captured_ & position_.kings)); };
    switch (criterion) {
      case Criterion::most_pieces:
        return pieces;
      case Criterion::with_a_king:
        return is_king_ ? 1 : 0;
      case Criterion::most_kings_taken:
        return kings();
      case Criterion::king_taken_earliest:
        return king_pattern_;
      // A king counts 199 hundredths of a man: n of them less than 2n men, more than 2n - 1.
      case Criterion::highest_value:
        return 100 * pieces + 99 * kings();
      case Criterion::none:
        break;
    }
    return 0;
  }

  // From how many jumps on two ways can capture the same pieces between the same squares. Short jumps are edges of a
  // lattice: two ways need a cycle, of four edges, or of three where straight jumps shorten diagonal ones.
  static constexpr int fewest_jumps_of_twins() {
    if (rules.king_takes_from_afar()) return 2;
    return rules.man_captures == Lines::every_direction ? 3 : 4;
  }

  void add(Word to, bool crowns) {
    if constexpr (rules.has_precedence()) {
      if (!list_.accepts(worth())) return;
    }
    const Move<Variant> move{captured_, static_cast<std::uint8_t>(board::lowest_bit(origin_)),
                             static_cast<std::uint8_t>(board::lowest_bit(to)), crowns};
    if (jumps_ >= fewest_jumps_of_twins() && as_ == Counted::moves) {
      list_.add_distinct(move);
    } else {
      list_.add(move);
    }
  }

  const Position<Variant>& position_;
  MoveList<Variant>& list_;
  const Word empty_;
  Word enemies_ = 0;
  Word origin_ = 0;
  Word captured_ = 0;
  std::uint64_t king_pattern_ = 0;
  int jumps_ = 0;
  int steps_ = 0;
  bool is_king_ = false;
  const Counted as_;
};

}  // namespace crownstar::draughts
