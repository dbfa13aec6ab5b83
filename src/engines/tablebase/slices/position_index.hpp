// Numbers every position of a slice without gaps, and gives the position of every number.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "engines/tablebase/mover_view.hpp"
#include "engines/tablebase/slice.hpp"
#include "engines/tablebase/slices/dense_bits.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::tablebase {

// How many ways there are to choose `chosen` of `among`.
inline constexpr int most_squares = 72;
inline constexpr auto binomials = [] {
  std::array<std::array<std::uint64_t, most_squares + 1>, most_pieces + 1> table{};
  for (std::size_t among = 0; among <= most_squares; ++among) {
    table[0][among] = 1;
    for (std::size_t chosen = 1; chosen <= most_pieces && among > 0; ++chosen) {
      table[chosen][among] = table[chosen - 1][among - 1] + table[chosen][among - 1];
    }
  }
  return table;
}();

constexpr std::uint64_t ways_to_choose(int chosen, int among) {
  if (among < 0) return 0;
  return binomials[static_cast<std::size_t>(chosen)][static_cast<std::size_t>(among)];
}

// Pieces of one kind on the squares that those placed before leave open. A set of them is a word of the numbers of
// their squares among the open ones; sets are in the order of these words, which is that of their greatest members.
template <class Word>
struct Group {
  int count = 0;
  int among = 0;
  std::uint64_t size = 1;  // how many sets there are
  Word first = 0;
  Word last = 0;

  constexpr Group() = default;
  constexpr Group(int pieces, int squares) : count(pieces), among(squares), size(ways_to_choose(pieces, squares)) {
    if (size == 0 || pieces == 0) return;
    first = static_cast<Word>((Word{1} << pieces) - 1);
    last = static_cast<Word>(first << (squares - pieces));
  }

  static std::uint64_t number_of(Word set) {
    std::uint64_t number = 0;
    for (std::size_t chosen = 1; set != 0; set = board::without_lowest(set), ++chosen) {
      number += binomials[chosen][static_cast<std::size_t>(board::lowest_bit(set))];
    }
    return number;
  }

  constexpr Word with_number(std::uint64_t number) const {
    Word set = 0;
    int above = among;
    for (int left = count; left > 1; --left) {
      int square = left - 1;  // the greatest from which so many can be chosen in no more ways than `number`
      for (int step = above - square; step > 1;) {
        const int half = step / 2;
        if (ways_to_choose(left, square + half) <= number) square += half;
        step -= half;
      }
      number -= ways_to_choose(left, square);
      set |= Word{1} << square;
      above = square;
    }
    return count == 0 ? set : static_cast<Word>(set | Word{1} << number);
  }

  // Of a set that is not the last.
  static constexpr Word after(Word set) {
    const Word lowest = board::lowest_square(set);
    const Word carried = static_cast<Word>(set + lowest);
    // In two steps: together they may be as wide as the word.
    return static_cast<Word>((carried ^ set) >> board::lowest_bit(set) >> 2 | carried);
  }
};

// Positions are as their mover sees them, White to move. White's men on the row that crowns Black are placed first:
// how many they are decides how many squares Black's men have, so each such number has a part of its own. Then come
// White's other men, Black's men, Black's kings and White's kings.
template <class Variant>
class PositionIndex {
  using Board = draughts::BoardOf<Variant>;
  using Word = typename Board::Word;
  using Position = draughts::Position<Variant>;
  using Side = draughts::Side;
  using Group = tablebase::Group<Word>;
  static constexpr Word low_row = Board::row_set(0);
  static constexpr int row_squares = board::count_bits(low_row);
  static constexpr int man_squares = Board::squares - row_squares;
  static_assert(Board::squares <= most_squares);

 public:
  static constexpr std::size_t groups = 5;

  explicit constexpr PositionIndex(const Slice& slice) : slice_(slice) {
    const int open = Board::squares - slice.men();
    const Group their_kings(slice.theirs.kings, open);
    const Group own_kings(slice.own.kings, open - slice.theirs.kings);
    for (int low = 0; low <= slice.own.men; ++low) {
      const int high = slice.own.men - low;
      const auto part = static_cast<std::size_t>(low);
      parts_[part] = {Group(low, row_squares), Group(high, man_squares - row_squares),
                      Group(slice.theirs.men, man_squares - high), their_kings, own_kings};
      std::uint64_t size = 1;
      for (const Group& group : parts_[part]) size *= group.size;
      base_[part + 1] = base_[part] + size;
      inner_[part] = size == 0 ? 0 : size / parts_[part][0].size / parts_[part][1].size;
    }
    size_ = base_[static_cast<std::size_t>(slice.own.men) + 1];
    kings_ = their_kings.size * own_kings.size;
    own_kings_ = own_kings.size;
    stride_ = slice.own.kings > 0 ? own_kings_ : kings_;
  }

  constexpr const Slice& slice() const { return slice_; }
  constexpr std::uint64_t size() const { return size_; }
  // How far apart numbers are that differ in a piece beyond the kind that changes fastest.
  constexpr std::uint64_t stride() const { return stride_; }
  constexpr std::uint64_t far_stride() const { return kings_; }

  std::uint64_t index_of(const Position& position) const {
    return index_of(surroundings_of(position), position.kings_of(Side::white));
  }

  // All that positions have in common which differ in the mover's kings alone.
  struct Surroundings {
    std::uint64_t first = 0;  // the first of these positions
    Word open = 0;            // the squares for these kings
  };

  Surroundings surroundings_of(const Position& position) const {
    const Word men = position.men_of(Side::white);
    const Word low = men & low_row;
    const Word high = men & ~low_row;
    const Word their_men = position.men_of(Side::black);
    const Word their_kings = position.kings_of(Side::black);
    const auto part = static_cast<std::size_t>(board::count_bits(low));
    const std::uint64_t own =
        rank(low, low_row) * parts_[part][1].size + rank(high, static_cast<Word>(Board::every & ~low_row));
    const Word without_men = Board::every & ~(men | their_men);
    return {base_[part] + own * inner_[part] +
                rank(their_men, static_cast<Word>(Board::every & ~(low_row | high))) * kings_ +
                rank(their_kings, without_men) * own_kings_,
            without_men & ~their_kings};
  }

  std::uint64_t index_of(const Surroundings& surroundings, Word own_kings) const {
    return surroundings.first + rank(own_kings, surroundings.open);
  }

  Position at(std::uint64_t number) const { return Walk(*this, number).position(); }

  // Goes from one number to the next, which is far quicker than beginning anew.
  class Walk {
   public:
    Walk(const PositionIndex& index, std::uint64_t number) : index_(&index) { begin_at(number); }

    std::uint64_t number() const { return number_; }
    const Position& position() const { return position_; }

    // Not beyond the last.
    void advance() {
      const auto& parts = index_->parts_[part_];
      ++number_;
      for (std::size_t changed = groups; changed-- > 0;) {
        if (sets_[changed] != parts[changed].last) {
          sets_[changed] = Group::after(sets_[changed]);
          put_from(changed);
          return;
        }
        sets_[changed] = parts[changed].first;
      }
      if (number_ < index_->size()) begin_at(number_);
    }

    // Not back.
    void advance_to(std::uint64_t number) {
      constexpr std::uint64_t quicker_anew = 12;
      if (number - number_ > quicker_anew) {
        begin_at(number);
      } else {
        while (number_ < number) advance();
      }
    }

   private:
    void begin_at(std::uint64_t number) {
      assert(number < index_->size());
      number_ = number;
      for (part_ = 0; index_->base_[part_ + 1] <= number; ++part_) {
      }
      std::uint64_t left = number - index_->base_[part_];
      for (std::size_t i = groups; i-- > 0;) {
        const Group& group = index_->parts_[part_][i];
        if (group.size == 1) {
          sets_[i] = group.first;
          continue;
        }
        sets_[i] = group.with_number(left % group.size);
        left /= group.size;
      }
      put_from(0);
    }

    // Puts the pieces of this group and those after it on the board.
    void put_from(std::size_t first) {
      switch (first) {
        case 0:
          squares_[0] = squares_of(sets_[0], low_row);
          [[fallthrough]];
        case 1:
          squares_[1] = squares_of(sets_[1], static_cast<Word>(Board::every & ~low_row));
          [[fallthrough]];
        case 2:
          squares_[2] = squares_of(sets_[2], static_cast<Word>(Board::every & ~(low_row | squares_[1])));
          without_men_ = Board::every & ~(squares_[0] | squares_[1] | squares_[2]);
          [[fallthrough]];
        case 3:
          squares_[3] = squares_of(sets_[3], without_men_);
          [[fallthrough]];
        default:
          squares_[4] = squares_of(sets_[4], static_cast<Word>(without_men_ & ~squares_[3]));
      }
      position_.pieces[0] = squares_[0] | squares_[1] | squares_[4];
      position_.pieces[1] = squares_[2] | squares_[3];
      position_.kings = squares_[3] | squares_[4];
    }

    const PositionIndex* index_;
    std::uint64_t number_ = 0;
    std::size_t part_ = 0;
    std::array<Word, groups> sets_{};
    std::array<Word, groups> squares_{};
    Word without_men_ = 0;
    Position position_;
  };

 private:
  static std::uint64_t rank(Word squares, Word open) { return Group::number_of(numbers_of(squares, open)); }

  Slice slice_;
  // By how many of White's men are on the row that crowns Black.
  std::array<std::array<Group, groups>, most_pieces + 1> parts_{};
  std::array<std::uint64_t, most_pieces + 2> base_{};   // where each part begins
  std::array<std::uint64_t, most_pieces + 1> inner_{};  // how many arrangements there are of what is not White's men
  std::uint64_t size_ = 0;
  std::uint64_t kings_ = 0;
  std::uint64_t own_kings_ = 0;
  std::uint64_t stride_ = 0;
};

}  // namespace crownstar::tablebase
