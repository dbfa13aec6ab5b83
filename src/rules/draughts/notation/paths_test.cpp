#include "rules/draughts/notation/paths.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "rules/draughts/generation.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {
namespace {

template <class Variant>
std::string written(const CapturePath& path) {
  const SquareNames& names = SquareNames::of<Variant>();
  std::string text;
  for (std::size_t leg = 0; leg < path.squares.size(); ++leg) {
    if (leg > 0) text += "(" + names.name(path.captured[leg - 1]) + ")";
    text += names.name(path.squares[leg]);
  }
  return text;
}

// Every way of each capture, a list a move.
template <class Variant>
std::vector<std::vector<std::string>> ways(std::string_view fen, std::size_t most = 100) {
  const auto position = position_from_fen<Variant>(fen).value();
  MoveList<Variant> list;
  generate<Variant>(position, list);
  std::vector<std::vector<std::string>> all;
  for (const Move<Variant>& move : list) {
    all.emplace_back();
    for (const CapturePath& path : PathFinder<Variant>(position).ways_of(move, most)) {
      all.back().push_back(written<Variant>(path));
    }
    std::ranges::sort(all.back());
  }
  return all;
}

using Ways = std::vector<std::vector<std::string>>;

TEST(Paths, name_each_landing_and_what_was_jumped) {
  EXPECT_EQ(ways<American>("W:W26:B22,14,6"), (Ways{{"26(22)17(14)10(6)1"}}));
  EXPECT_EQ(ways<American>("W:WK31:B26,27,18,19"),
            (Ways{{"31(26)22(18)15(19)24(27)31", "31(27)24(19)15(18)22(26)31"}}));
}

TEST(Paths, tell_the_landings_of_a_flying_king_apart) {
  // Straight on, it may be thought to have landed on 37, on 32 or on 28 in between.
  const std::string fen = "W:WK46:B41,23";
  const Ways all = ways<International>(fen);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all.front(), (std::vector<std::string>{"46(41)28(23)19", "46(41)32(23)19", "46(41)37(23)19"}));
  EXPECT_EQ(ways<International>(fen, 1).front().size(), 1U);
}

// In the Turkish game what is taken leaves at once, and the way that it frees is used.
TEST(Paths, go_over_what_has_left_where_pieces_leave_at_once) {
  for (const auto& each : ways<Turkish>("W:WKc1:Bc2,e4,f3,b2")) EXPECT_FALSE(each.empty());
}

TEST(Paths, of_chains_that_precedence_forbids_are_found_too) {
  // The largest capture takes two; the chain of one is no move, and a refusal wants to say why.
  const auto position = position_from_fen<International>("W:W28:B23,14,22").value();
  const SquareNames& names = SquareNames::of<International>();
  PathFinder<International> finder(position);
  EXPECT_EQ(finder.chains(*names.find("28"), *names.find("17"), 10).size(), 1U);
  EXPECT_EQ(finder.chains(*names.find("28"), *names.find("10"), 10).size(), 1U);
  EXPECT_EQ(finder.chains(*names.find("28"), *names.find("19"), 10).size(), 1U);
  EXPECT_TRUE(finder.chains(*names.find("28"), *names.find("32"), 10).empty());
  EXPECT_TRUE(finder.chains(*names.find("23"), *names.find("32"), 10).empty());
}

}  // namespace
}  // namespace crownstar::draughts
