#include "rules/draughts/notation/setup.hpp"

#include <gtest/gtest.h>

#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {
namespace {

template <class Variant>
std::string refusal(std::string_view fen) {
  const auto position = position_from_fen<Variant>(fen);
  return position ? "accepted" : to_text(position.error());
}

TEST(Setup, of_a_position_is_the_position) {
  AllVariants::for_each([]<class Variant>() {
    const auto start = start_position<Variant>();
    EXPECT_EQ(check<Variant>(to_setup(start)), start) << Variant::id;
  });
}

TEST(Setup, holds_a_square_once) {
  EXPECT_EQ(refusal<American>("W:W18,18:B1"), "two pieces stand on 18; expected one at most");
  EXPECT_EQ(refusal<American>("W:W18:B18"), "two pieces stand on 18; expected one at most");
  EXPECT_EQ(refusal<American>("W:W:B"), "the board is empty; expected a piece of some side");
}

TEST(Setup, holds_no_more_pieces_than_began) {
  EXPECT_EQ(refusal<American>("W:W17-29:B1"), "AM-2: White has 13 pieces; a position has 12 of a side at most");
  EXPECT_EQ(refusal<American>("W:W29:B1-13"), "AM-2: Red has 13 pieces; a position has 12 of a side at most");
  EXPECT_EQ(refusal<International>("W:W30-50:B1-20"), "IN-2: White has 21 pieces; a position has 20 of a side at most");
  EXPECT_EQ(refusal<FlyingKing>("W:W21-32:B1-12"), "accepted");
  // As many as the published counts of the Thai rules begin with.
  EXPECT_EQ(refusal<Thai>("B:W1-12:B21-32"), "accepted");
  EXPECT_EQ(most_pieces_a_side<Turkish>(), 16);
  EXPECT_EQ(most_pieces_a_side<Canadian>(), 30);
  EXPECT_EQ(most_pieces_a_side<Spantsiretti>(), 15);
}

TEST(Setup, holds_no_man_where_it_would_have_been_crowned) {
  EXPECT_EQ(refusal<American>("W:W4:B5"),
            "AM-9: a man of White cannot stand on 4, where it would have been crowned; put a king there");
  EXPECT_EQ(refusal<American>("W:W5:B29"),
            "AM-9: a man of Red cannot stand on 29, where it would have been crowned; put a king there");
  EXPECT_EQ(refusal<FlyingKing>("W:W4:B5").substr(0, 5), "FK-5:");
  EXPECT_EQ(refusal<American>("W:WK4:BK29"), "accepted");
  EXPECT_EQ(refusal<American>("W:W29:B4"), "accepted");
}

TEST(Setup, counts_the_moves_of_a_king_only_where_the_game_does) {
  EXPECT_EQ(refusal<Frisian>("W:W28,K14:B1:+3@14+0"), "accepted");
  EXPECT_EQ(refusal<Frisian>("W:W28,K14:B1:+4@14+0"),
            "FR-17: a king cannot have moved 4 times in a row; expected 0 to 3");
  EXPECT_EQ(refusal<Frisian>("W:W28,K14:B1:+1@28+0"), "FR-17: the king that moved 1 times in a row must stand on 28");
  EXPECT_EQ(refusal<Frisian>("W:WK14:B1:+1@14+0"),
            "FR-17: a side without men has no count of a king's moves; expected +0");
  EXPECT_EQ(refusal<International>("W:W28,K14:B1:+1@14+0"),
            "this game does not count a king's moves in a row; expected a position without '+'");
  EXPECT_EQ(refusal<International>("W:W28,K14:B1:+0+0"), "accepted");
}

}  // namespace
}  // namespace crownstar::draughts
