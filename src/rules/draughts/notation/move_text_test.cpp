#include "rules/draughts/notation/move_text.hpp"

#include <gtest/gtest.h>

#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {
namespace {

template <class Variant>
std::vector<std::string> texts(std::string_view fen) {
  const auto position = position_from_fen<Variant>(fen).value();
  MoveList<Variant> list;
  generate<Variant>(position, list);
  std::vector<std::string> all;
  for (const auto& written : write_moves(position, list)) all.push_back(written.text);
  std::ranges::sort(all);
  return all;
}

// How the moves that a text may mean are written.
template <class Variant>
std::vector<std::string> meant(std::string_view fen, std::string_view text) {
  const auto position = position_from_fen<Variant>(fen).value();
  const auto typed = read_typed_move(text, SquareNames::of<Variant>());
  if (!typed) return {"refused: " + typed.error().reason};
  MoveList<Variant> list;
  generate<Variant>(position, list);
  std::vector<std::string> all;
  for (const auto& written : meanings(position, list, *typed)) all.push_back(written.text);
  std::ranges::sort(all);
  return all;
}

using Texts = std::vector<std::string>;

TEST(MoveText, is_from_and_to_where_that_is_enough) {
  EXPECT_EQ(texts<American>("W:W18:B14,7"), (Texts{"18x9"}));
  EXPECT_EQ(texts<American>("W:W18:B15,8"), (Texts{"18x4"}));
  EXPECT_EQ(texts<American>("W:W18:B1"), (Texts{"18-14", "18-15"}));
  EXPECT_EQ(texts<Russian>("W:Wc3:Bd4"), (Texts{"c3:e5"}));
  EXPECT_EQ(texts<Thai>("W:W10:B14"), (Texts{"10-17"}));  // PDN 3.0: a hyphen in the Thai game
}

// A man from 30 to 14 over one side of the square or over the other.
TEST(MoveText, is_the_whole_way_where_two_captures_share_both_ends) {
  const std::string fen = "W:W30:B25,26,17,18";
  EXPECT_EQ(texts<American>(fen), (Texts{"30x21x14", "30x23x14"}));
  EXPECT_EQ(meant<American>(fen, "30x14"), (Texts{"30x21x14", "30x23x14"}));
  EXPECT_EQ(meant<American>(fen, "30x21x14"), (Texts{"30x21x14"}));
  EXPECT_EQ(meant<American>(fen, "30-23-14"), (Texts{"30x23x14"}));
  EXPECT_EQ(meant<American>(fen, "30x22x14"), Texts{});
}

// The whole way of one capture may also be short for a longer one.
TEST(MoveText, written_whole_means_that_way) {
  const std::string fen = "W:WKf6:Bf2,h2,Kj2,j4,g5,Kg7,Kj8";
  EXPECT_EQ(meant<Spantsiretti>(fen, "f6:h8"), (Texts{"f6:h8"}));
  EXPECT_EQ(meant<Spantsiretti>(fen, "f6:i3:h8"), (Texts{"f6:i3:g1:d4:h8"}));
}

TEST(MoveText, is_read_with_any_sign_and_named_landings_left_out) {
  const std::string fen = "W:W26:B22,14,6";
  for (const std::string_view text :
       {"26x1", "26X1", "26:1", "26*1", "26-1", "26x17x1", "26x10x1", "026x01", "26x17x10x1"}) {
    EXPECT_EQ(meant<American>(fen, text), (Texts{"26x1"})) << text;
  }
  EXPECT_EQ(meant<American>("W:W18:B1", "18x14"), Texts{});  // nothing is captured there
}

TEST(MoveText, that_is_no_move_says_what_was_expected) {
  const auto refusal = [](std::string_view text) { return meant<American>("W:W18:B1", text).front(); };
  EXPECT_EQ(refusal("18"), "refused: the move '18' names one square only; expected a move such as 11-15 or 22x15");
  EXPECT_EQ(refusal("18-33"),
            "refused: '33' in the move '18-33' is not a square from 1 to 32; expected a move such as 11-15 or 22x15");
  EXPECT_EQ(refusal(""),
            "refused: '' in the move '' is not a square from 1 to 32; expected a move such as 11-15 or 22x15");
  EXPECT_EQ(refusal(std::string(300, '1')), "refused: the move is too long; expected a move such as 11-15 or 22x15");
  EXPECT_TRUE(meant<Russian>("W:Wc3:Bh8", "c3").front().contains("expected a move such as c3-d4 or c3:e5"));
}

TEST(MoveText, follows_a_way_in_its_order) {
  EXPECT_TRUE(follows({1, 2, 3, 4}, {1, 4}));
  EXPECT_TRUE(follows({1, 2, 3, 4}, {1, 3, 4}));
  EXPECT_FALSE(follows({1, 2, 3, 4}, {1, 3, 2, 4}));
  EXPECT_FALSE(follows({1, 2, 3, 4}, {1, 3}));
  EXPECT_FALSE(follows({1, 2, 3, 4}, {2, 4}));
}

}  // namespace
}  // namespace crownstar::draughts
