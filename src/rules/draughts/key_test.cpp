#include "rules/draughts/key.hpp"

#include <set>

#include <gtest/gtest.h>

#include "rules/draughts/generation.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {
namespace {

template <class Variant>
std::uint64_t key(std::string_view fen) {
  return key_of(position_from_fen<Variant>(fen).value());
}

TEST(Key, has_a_number_of_its_own_for_each_part) {
  std::set<std::uint64_t> numbers{0, piece_keys.black_to_move};
  std::size_t expected = 2;
  for (const auto& squares : piece_keys.piece) {
    numbers.insert(squares.begin(), squares.end());
    expected += squares.size();
  }
  for (const auto& lengths : piece_keys.run) {
    for (const auto& squares : lengths) {
      numbers.insert(squares.begin(), squares.end());
      expected += squares.size();
    }
  }
  EXPECT_EQ(numbers.size(), expected);
}

TEST(Key, tells_apart_what_decides_the_next_moves) {
  const std::set<std::uint64_t> keys{key<Frisian>("W:W28,K14:B1,K42"),
                                     key<Frisian>("B:W28,K14:B1,K42"),
                                     key<Frisian>("W:W28,14:B1,K42"),
                                     key<Frisian>("W:W28,K15:B1,K42"),
                                     key<Frisian>("W:W28,K14:B1,K42:+1@14+0"),
                                     key<Frisian>("W:W28,K14:B1,K42:+2@14+0"),
                                     key<Frisian>("W:W28,K14:B1,K42:+3@14+0"),
                                     key<Frisian>("W:W28,K14:B1,K42:+0+1@42"),
                                     key<Frisian>("W:W6,K42:B28,K14"),
                                     key<Frisian>("W:W28,K14,K20:B1,K42:+1@14+0"),
                                     key<Frisian>("W:W28,K14,K20:B1,K42:+1@20+0")};
  EXPECT_EQ(keys.size(), 11U);
}

TEST(Key, of_a_position_is_the_same_however_it_came_about) {
  // 11-15 and 12-16 in either order, with White going out and back in between.
  const auto play = [](std::initializer_list<std::pair<const char*, const char*>> moves) {
    auto position = position_from_fen<American>("B:WK29:B11,12").value();
    std::uint64_t now = key_of(position);
    const SquareNames& names = SquareNames::of<American>();
    for (const auto& [from, to] : moves) {
      const Move<American> move{0, static_cast<std::uint8_t>(*names.find(from)),
                                static_cast<std::uint8_t>(*names.find(to)), false};
      const auto next = after(position, move);
      now = key_after(now, position, move, next);
      position = next;
    }
    EXPECT_EQ(now, key_of(position));
    return now;
  };
  EXPECT_EQ(play({{"11", "15"}, {"29", "25"}, {"12", "16"}, {"25", "29"}}),
            play({{"12", "16"}, {"29", "25"}, {"11", "15"}, {"25", "29"}}));
}

TEST(Key, follows_a_crowning_capture) {
  const auto before = position_from_fen<American>("W:W11:B7,K20").value();
  MoveList<American> list;
  generate<American>(before, list);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_TRUE(list[0].crowns);
  const auto next = after(before, list[0]);
  EXPECT_EQ(key_after(key_of(before), before, list[0], next), key<American>("B:WK2:BK20"));
}

}  // namespace
}  // namespace crownstar::draughts
