#include "rules/draughts/generation.hpp"

#include <set>

#include <gtest/gtest.h>

#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/perft/perft.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {
namespace {

using Names = std::set<std::string>;

// `9-14`, `18x4:15,8`, a crowning marked `=K`.
template <class Variant>
Names moves_of(std::string_view fen) {
  const auto position = position_from_fen<Variant>(fen).value();
  const SquareNames& squares = SquareNames::of<Variant>();
  MoveList<Variant> list;
  generate<Variant>(position, list);
  Names names;
  for (const Move<Variant>& move : list) {
    std::string name = squares.name(move.from) + (move.captured == 0 ? "-" : "x") + squares.name(move.to);
    char sign = ':';
    for (const int bit : squares.in_order()) {
      if ((move.captured >> bit & 1) == 0) continue;
      name += sign + squares.name(bit);
      sign = ',';
    }
    names.insert(name + (move.crowns ? "=K" : ""));
  }
  EXPECT_EQ(names.size(), list.size()) << fen;
  return names;
}

TEST(Generation, stays_on_the_board_at_its_edges) {
  EXPECT_EQ(moves_of<American>("W:W5:B28"), (Names{"5-1=K"}));
  EXPECT_EQ(moves_of<American>("B:W5:B28"), (Names{"28-32=K"}));
  EXPECT_EQ(moves_of<American>("W:WK29:B1"), (Names{"29-25"}));
  EXPECT_EQ(moves_of<American>("W:WK4:B25"), (Names{"4-8"}));
  EXPECT_EQ(moves_of<International>("W:WK46:B6"),
            (Names{"46-41", "46-37", "46-32", "46-28", "46-23", "46-19", "46-14", "46-10", "46-5"}));
  EXPECT_EQ(moves_of<Canadian>("W:WK67:B7").size(), 11U);
}

TEST(Generation, has_no_moves_for_a_side_without_pieces_or_locked_in) {
  EXPECT_EQ(moves_of<American>("W:W:B1"), Names{});
  EXPECT_EQ(moves_of<American>("W:W5:B1"), Names{});
  EXPECT_EQ(moves_of<American>("W:W12:B8,3"), Names{});
}

TEST(Generation, lands_where_it_began_after_a_round_trip) {
  // AM-6: four jumps round a square, in either direction, are one move; as paths they are two.
  EXPECT_EQ(moves_of<American>("W:WK31:B26,27,18,19"), (Names{"31x31:18,19,26,27"}));
  const auto position = position_from_fen<American>("W:WK31:B26,27,18,19").value();
  MoveList<American> paths;
  generate(position, paths, Counted::paths);
  EXPECT_EQ(paths.size(), 2U);
}

TEST(Generation, of_the_first_king_is_over) {
  EXPECT_EQ(moves_of<Breakthrough>("W:W28:BK3"), Names{});
  EXPECT_FALSE(moves_of<International>("W:W28:BK3").empty());
  EXPECT_EQ(perft<Breakthrough>(position_from_fen<Breakthrough>("W:W28:BK3").value(), 1), 0U);
}

TEST(Generation, lets_a_king_rest_after_three_moves) {
  // FR-17
  EXPECT_EQ(moves_of<Frisian>("W:W35,K46:B1:+3@46+0"), (Names{"35-30"}));
  EXPECT_TRUE(moves_of<Frisian>("W:W35,K46:B1:+2@46+0").contains("46-41"));
  EXPECT_EQ(moves_of<Frisian>("W:W35,K46:B37:+3@46+0").count("46x32:37"), 1U);
  EXPECT_TRUE(moves_of<Frisian>("W:WK46:B1").contains("46-41"));
}

TEST(MoveList, says_when_it_is_full) {
  MoveList<American> list;
  for (std::size_t i = 0; i < most_moves; ++i) list.add({});
  EXPECT_FALSE(list.is_too_complex());
  list.add({});
  EXPECT_TRUE(list.is_too_complex());
  EXPECT_EQ(list.size(), most_moves);
}

TEST(MoveList, keeps_the_worthiest_and_each_once) {
  MoveList<International> list;
  const Move<International> one{1, 2, 3, false};
  const Move<International> other{4, 2, 3, false};
  EXPECT_TRUE(list.accepts(1));
  list.add(one);
  EXPECT_TRUE(list.accepts(2));
  EXPECT_TRUE(list.is_empty());
  list.add_distinct(one);
  list.add_distinct(other);
  list.add_distinct(one);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_FALSE(list.accepts(1));
}

TEST(Perft, of_nothing_is_one) {
  EXPECT_EQ(perft<American>(start_position<American>(), 0), 1U);
  EXPECT_EQ(perft<American>(start_position<American>(), -1), 1U);
  EXPECT_EQ((perft<American, Leaves::made>(start_position<American>(), 6, Counted::paths)), 36768U);
  EXPECT_EQ(perft<American>(position_from_fen<American>("W:W5:B1").value(), 3), 0U);
}

}  // namespace
}  // namespace crownstar::draughts
