#include "rules/sternhalma/judge.hpp"

#include <gtest/gtest.h>

#include "rules/sternhalma/playground_test.hpp"

namespace crownstar::sternhalma {
namespace {

Playground ladder() { return Playground({.pieces = 10}, {{1, {"i9"}}, {4, {"i10", "j11", "k10", "j9"}}}); }

std::vector<std::string> ways(const Playground& ground, const std::string& from, const std::string& to) {
  std::vector<std::string> texts;
  const auto paths = every_path(ground.scene(), Playground::hole(from), Playground::hole(to));
  EXPECT_TRUE(paths);
  for (const Path& path : *paths) texts.push_back(write_path(Playground::star(), path));
  return texts;
}

TEST(Sternhalma, the_shortest_path_is_shown_and_every_path_is_listed_on_request) {
  const Playground ground = ladder();
  EXPECT_EQ(
      write_path(Playground::star(), shortest_path(ground.scene(), Playground::hole("i9"), Playground::hole("k9"))),
      "i9-k9");
  EXPECT_EQ(ways(ground, "i9", "k9"), (std::vector<std::string>{"i9-k9", "i9-i11-k11-k9"}));
  EXPECT_EQ(ways(ground, "i9", "k11"), (std::vector<std::string>{"i9-i11-k11", "i9-k9-k11"}));
  EXPECT_EQ(ways(ground, "i9", "i8"), (std::vector<std::string>{"i9-i8"})) << "a step";
}

TEST(Sternhalma, a_path_is_looked_at_hop_by_hop) {
  const Playground ground = ladder();
  EXPECT_EQ(ground.judgement("i9-i11-k11-k9"), "");
  EXPECT_EQ(ground.judgement("i9-i11-k9"), "CC-9: i11 and k9 are not in one line") << "though the ends are right";
}

TEST(Sternhalma, a_wrong_hop_inside_a_path_is_named) {
  const Playground ground = ladder();
  EXPECT_EQ(ground.judgement("i9-i11-g9"), "CC-9: there is nothing to hop over between i11 and g9");
  EXPECT_EQ(ground.judgement("i9-i11-h12"), "CC-9: i11 and h12 are not in one line");
  EXPECT_EQ(ground.judgement("i9-k9-j9-h9"), "CC-8: k9-j9 is a step; a move is one step or hops, never both");
}

TEST(Sternhalma, too_many_ways_are_refused_as_too_complex) {
  // A grid of pieces with a hole between any two: everything is connected by hops in a great many ways.
  const Star& star = board::star<6>;
  sternhalma::Setup setup;
  const Rules rules = *check({.players = 2, .sets = 3, .board = 253, .rest = Rest::anywhere});
  std::vector<int> grid;
  for (int hole = 0; hole < star.holes(); ++hole) {
    const auto at = star.place(hole);
    const bool is_post = (at.row % 2 == 1) != (at.column % 2 == 1) || (at.row % 2 == 1 && at.column % 2 == 1);
    if (is_post && star.point(hole) == 0) grid.push_back(hole);
  }
  const int from = star.hole_at({12, 12});
  std::erase(grid, from);
  ASSERT_GE(grid.size(), 60U);
  setup.sets.push_back({0, {from}});
  setup.sets.push_back({1, grid});
  const auto paths = every_path(Scene(rules, setup), from, star.hole_at({14, 14}));
  ASSERT_FALSE(paths);
  EXPECT_EQ(paths.error().reason, "too complex: more ways from m12 to o14 than can be listed");
}

}  // namespace
}  // namespace crownstar::sternhalma
