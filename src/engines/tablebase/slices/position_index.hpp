// Numbers every position of a slice without gaps, and gives the position of every number.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "engines/tablebase/mover_view.hpp"
#include "engines/tablebase/slice.hpp"
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

// Pieces of one kind on the squares that those placed before leave open, numbered from 0: a set of numbers, ascending.
struct Group {
  int count = 0;
  int among = 0;
  std::array<std::uint8_t, most_pieces> at{};

  constexpr std::uint64_t size() const { return ways_to_choose(count, among); }

  constexpr void set_first() {
    for (int i = 0; i < count; ++i) at[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i);
  }

  // The set with this number: sets are ordered by their greatest member first.
  constexpr void set_number(std::uint64_t number) {
    int square = among;
    for (int i = count; i > 0; --i) {
      do {
        --square;
      } while (ways_to_choose(i, square) > number);
      number -= ways_to_choose(i, square);
      at[static_cast<std::size_t>(i - 1)] = static_cast<std::uint8_t>(square);
    }
  }

  // False where this was the last.
  constexpr bool advance() {
    for (int i = 0; i < count; ++i) {
      const auto here = static_cast<std::size_t>(i);
      const int limit = i + 1 < count ? at[here + 1] : among;
      if (at[here] + 1 >= limit) continue;
      ++at[here];
      for (std::size_t below = 0; below < here; ++below) at[below] = static_cast<std::uint8_t>(below);
      return true;
    }
    return false;
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
  static constexpr int row_squares = board::count_bits(Board::row_set(0));
  static constexpr int man_squares = Board::squares - row_squares;
  static_assert(Board::squares <= most_squares);

 public:
  static constexpr std::size_t groups = 5;

  explicit constexpr PositionIndex(const Slice& slice) : slice_(slice) {
    for (int low = 0; low <= slice.own.men; ++low) {
      const auto part = static_cast<std::size_t>(low);
      std::uint64_t size = 1;
      for (const Group& group : groups_of(low)) size *= group.size();
      base_[part + 1] = base_[part] + size;
      inner_[part] = size == 0 ? 0
                               : size / ways_to_choose(low, row_squares) /
                                     ways_to_choose(slice.own.men - low, man_squares - row_squares);
    }
    size_ = base_[static_cast<std::size_t>(slice.own.men) + 1];
    const int open = Board::squares - slice.men();
    kings_ = ways_to_choose(slice.theirs.kings, open) * ways_to_choose(slice.own.kings, open - slice.theirs.kings);
    own_kings_ = ways_to_choose(slice.own.kings, open - slice.theirs.kings);
    stride_ = slice.own.kings > 0 ? own_kings_ : kings_;
  }

  constexpr const Slice& slice() const { return slice_; }
  constexpr std::uint64_t size() const { return size_; }
  // How far apart numbers are that differ in a piece beyond the kind that changes fastest.
  constexpr std::uint64_t stride() const { return stride_; }
  constexpr std::uint64_t far_stride() const { return kings_; }

  std::uint64_t index_of(const Position& position) const {
    constexpr Word row = Board::row_set(0);
    const Word men = position.men_of(Side::white);
    const Word high = men & ~row;
    const Word their_men = position.men_of(Side::black);
    const Word all_men = men | their_men;
    const Word their_kings = position.kings_of(Side::black);
    const auto low = static_cast<std::size_t>(board::count_bits(men & row));
    const std::uint64_t own =
        rank(men & row, 0, 0) * ways_to_choose(slice_.own.men - static_cast<int>(low), man_squares - row_squares) +
        rank(high, row_squares, 0);
    return base_[low] + own * inner_[low] + rank(their_men, row_squares, high) * kings_ +
           rank(their_kings, 0, all_men) * own_kings_ + rank(position.kings_of(Side::white), 0, all_men | their_kings);
  }

  Position at(std::uint64_t number) const {
    Walk walk(*this, number);
    return walk.position();
  }

  // Goes from one number to the next, which is far quicker than beginning anew.
  class Walk {
   public:
    Walk(const PositionIndex& index, std::uint64_t number) : placement_(index), number_(number) {
      assert(number < index.size());
      while (index.base_[static_cast<std::size_t>(low_) + 1] <= number) ++low_;
      groups_ = index.groups_of(low_);
      std::uint64_t left = number - index.base_[static_cast<std::size_t>(low_)];
      for (std::size_t i = groups; i > 0; --i) {
        groups_[i - 1].set_number(left % groups_[i - 1].size());
        left /= groups_[i - 1].size();
      }
      put_from(0);
    }

    std::uint64_t number() const { return number_; }
    const Position& position() const { return position_; }

    // Not beyond the last.
    void advance() {
      ++number_;
      std::size_t changed = groups;
      while (changed > 0 && !groups_[changed - 1].advance()) groups_[--changed].set_first();
      if (changed > 0) {
        put_from(changed - 1);
      } else if (number_ < placement_.size()) {
        *this = Walk(placement_, number_);
      }
    }

    Walk& operator=(const Walk& other) {
      assert(&placement_ == &other.placement_);
      number_ = other.number_;
      low_ = other.low_;
      groups_ = other.groups_;
      words_ = other.words_;
      position_ = other.position_;
      return *this;
    }
    Walk(const Walk&) = default;

   private:
    // Puts the pieces of this group and those after it on the board.
    void put_from(std::size_t first) {
      for (std::size_t i = first; i < groups; ++i) words_[i] = squares_of(i);
      position_.pieces[0] = words_[0] | words_[1] | words_[4];
      position_.pieces[1] = words_[2] | words_[3];
      position_.kings = words_[3] | words_[4];
      position_.turn = Side::white;
    }

    Word squares_of(std::size_t number) const {
      const Group& group = groups_[number];
      const Word men = words_[0] | words_[1] | words_[2];
      const std::array<Word, groups> taken{0, 0, words_[1], men, men | words_[3]};
      const int skipped = number == 1 || number == 2 ? row_squares : 0;
      Word squares = 0;
      for (int i = 0; i < group.count; ++i) {
        squares |= open_square(group.at[static_cast<std::size_t>(i)] + skipped, taken[number]);
      }
      return squares;
    }

    // The square with this number among those that are not taken.
    static Word open_square(int number, Word taken) {
      for (Word left = taken; left != 0; left = board::without_lowest(left)) {
        if (square_number[static_cast<std::size_t>(board::lowest_bit(left))] <= number) ++number;
      }
      return Board::word(bit_of_square[static_cast<std::size_t>(number)]);
    }

    const PositionIndex& placement_;
    std::uint64_t number_;
    int low_ = 0;
    std::array<Group, groups> groups_{};
    std::array<Word, groups> words_{};
    Position position_;
  };

 private:
  constexpr std::array<Group, groups> groups_of(int low) const {
    const int high = slice_.own.men - low;
    const int open = Board::squares - slice_.men();
    return {Group{low, row_squares, {}}, Group{high, man_squares - row_squares, {}},
            Group{slice_.theirs.men, man_squares - high, {}}, Group{slice_.theirs.kings, open, {}},
            Group{slice_.own.kings, open - slice_.theirs.kings, {}}};
  }

  static constexpr auto square_number = [] {
    std::array<std::uint8_t, static_cast<std::size_t>(Board::bits)> table{};
    int number = 0;
    for (int bit = 0; bit < Board::bits; ++bit) {
      if ((Board::every >> bit & 1) != 0) table[static_cast<std::size_t>(bit)] = static_cast<std::uint8_t>(number++);
    }
    return table;
  }();
  static constexpr auto bit_of_square = [] {
    std::array<std::uint8_t, Board::squares> table{};
    for (int bit = 0; bit < Board::bits; ++bit) {
      if ((Board::every >> bit & 1) != 0) {
        table[square_number[static_cast<std::size_t>(bit)]] = static_cast<std::uint8_t>(bit);
      }
    }
    return table;
  }();

  static std::uint64_t rank(Word squares, int skipped, Word taken) {
    std::uint64_t number = 0;
    std::size_t chosen = 1;
    for (; squares != 0; squares = board::without_lowest(squares), ++chosen) {
      const Word square = board::lowest_square(squares);
      const int below = board::count_bits(static_cast<Word>(taken & (square - 1)));
      const int at = square_number[static_cast<std::size_t>(board::lowest_bit(square))] - skipped - below;
      number += binomials[chosen][static_cast<std::size_t>(at)];
    }
    return number;
  }

  Slice slice_;
  std::array<std::uint64_t, most_pieces + 2> base_{};   // where each part begins
  std::array<std::uint64_t, most_pieces + 1> inner_{};  // how many arrangements there are of what is not White's men
  std::uint64_t size_ = 0;
  std::uint64_t kings_ = 0;
  std::uint64_t own_kings_ = 0;
  std::uint64_t stride_ = 0;
};

}  // namespace crownstar::tablebase
