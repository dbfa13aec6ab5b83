#include "rules/draughts/notation/fen.hpp"

#include <gtest/gtest.h>

#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {
namespace {

template <class Variant>
std::string reads_as(std::string_view text) {
  const auto position = position_from_fen<Variant>(text);
  return position ? to_fen(*position) : "refused: " + to_text(position.error());
}

TEST(Fen, of_the_starts) {
  EXPECT_EQ(to_fen(start_position<American>()), "B:W21-32:B1-12");
  EXPECT_EQ(to_fen(start_position<FlyingKing>()), "W:W21-32:B1-12");
  EXPECT_EQ(to_fen(start_position<International>()), "W:W31-50:B1-20");
  EXPECT_EQ(to_fen(start_position<Spanish>()), "W:W1-12:B21-32");
  EXPECT_EQ(to_fen(start_position<Thai>()), "B:W1-8:B25-32");
  EXPECT_EQ(to_fen(start_position<Canadian>()), "W:W43-72:B1-30");
  EXPECT_EQ(to_fen(start_position<Frysk>()), "W:W46-50:B1-5");
  EXPECT_EQ(to_fen(start_position<Russian>()),
            "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8");
}

// FORMATS: spaces, ranges, a final dot, quotation marks, either order of colours, empty sides.
TEST(Fen, is_read_liberally) {
  const std::string plain = "W:W18,K27:B1-3";
  for (const std::string_view text :
       {"W:W18,K27:B1-3", "W:B1-3:W18,K27", "W : W 18 , K27 : B 1 - 3 .", "\"W:WK27,18:B3,2,1.\"", "W:W18,K27,:B1,2,3",
        "W:W018,K27:B01-03", "W:W18:WK27:B1-3:H0:F1", "W:W18,K27:B1-3\n"}) {
    EXPECT_EQ(reads_as<American>(text), plain) << text;
  }
  EXPECT_EQ(reads_as<American>("B:W:B5"), "B:W:B5");
  EXPECT_EQ(reads_as<American>("B:B5"), "B:W:B5");
  EXPECT_EQ(reads_as<Russian>("W:WC3,KA1:Bd4"), "W:WKa1,c3:Bd4");
  EXPECT_EQ(reads_as<American>("W:WK1-4:B5"), "W:WK1,K2,K3,K4:B5");
}

TEST(Fen, says_what_it_expected) {
  EXPECT_EQ(reads_as<American>(""), "refused: expected W or B for who is to move, found the end in the position");
  EXPECT_EQ(reads_as<American>("W;W1"), "refused: expected ':' before ';W1' in the position");
  EXPECT_EQ(reads_as<American>("W:X1"),
            "refused: expected W or B for the owner of the pieces, found 'X1' in the position");
  EXPECT_EQ(reads_as<American>("W:W33:B1"), "refused: expected a square from 1 to 32, found '33:B1' in the position");
  EXPECT_EQ(reads_as<American>("W:W9-5:B1"), "refused: the range 9-5 runs backwards");
  EXPECT_EQ(reads_as<American>("W:W9 B1"), "refused: expected a square from 1 to 32, found '9B1' in the position");
  EXPECT_EQ(reads_as<American>("W:W2 3:B1"), "refused: expected ',' or ':' before ' 3:B1' in the position");
  EXPECT_EQ(reads_as<American>("W:W2 1-2 3:B1"), "refused: expected ',' or ':' before ' 1-2 3:B1' in the position");
  EXPECT_EQ(reads_as<American>("W:W9;B1"), "refused: expected ',' or ':' before ';B1' in the position");
  EXPECT_EQ(reads_as<Russian>("W:Wb1"), "refused: expected a square from a1 to h8, found 'b1' in the position");
  EXPECT_TRUE(reads_as<American>(std::string(5000, 'W')).contains("longer than 4096 characters"));
  EXPECT_TRUE(reads_as<American>("W:W1-32:W1-32:W1-32").contains("names too many pieces"));
}

TEST(Fen, carries_the_runs_of_frisian_kings) {
  const auto position = position_from_fen<Frisian>("W:W28,K14:B1,K42:+2@14+1@42");
  ASSERT_TRUE(position) << to_text(position.error());
  EXPECT_EQ(position->king_runs[0].length, 2);
  EXPECT_EQ(position->king_runs[1].length, 1);
  EXPECT_EQ(to_fen(*position), "W:WK14,28:B1,K42:+2@14+1@42");
  EXPECT_EQ(reads_as<Frisian>("W:W28,K14:B1,K42:+2@14+0"), "W:WK14,28:B1,K42:+2@14+0");
  // lidraughts: Black first, the square onto the count. An only king need not be named; where there are two it must.
  EXPECT_EQ(reads_as<Frisian>("W:W28,K14:B1,K42:+2+0"), "W:WK14,28:B1,K42:+0+2@42");
  EXPECT_EQ(reads_as<Frisian>("W:W28,K14:B1,K42:H0:F9:+0+2"), "W:WK14,28:B1,K42:+2@14+0");
  EXPECT_EQ(reads_as<Frisian>("W:W28,K14:B1,K42:H2:F9:+142+214"), "W:WK14,28:B1,K42:+2@14+1@42");
  EXPECT_EQ(reads_as<Frisian>("W:W28,K14,K15:B1:H2:F9:+0+315"), "W:WK14,K15,28:B1:+3@15+0");
  EXPECT_EQ(reads_as<Frisian>("W:W28,K14:B1,K42:+0+0"), "W:WK14,28:B1,K42");
  EXPECT_TRUE(reads_as<Frisian>("W:W28,K14,K15:B1:+0+2").contains("expected '@' and the square of the king"));
  for (const std::string_view text : {"W:W28,K14:B1:+", "W:W28,K14:B1:+2", "W:W28,K14:B1:+x+0", "W:W28,K14:B1:+-1+0",
                                      "W:W28,K14:B1:+300+0", "W:W28,K14:B1:+2@+0", "W:W28,K14:B1:+2@14+0x"}) {
    EXPECT_TRUE(reads_as<Frisian>(text).starts_with("refused: ")) << text;
  }
}

}  // namespace
}  // namespace crownstar::draughts
