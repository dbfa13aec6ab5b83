#include "site/match/seating.hpp"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/match/match_fixture_test.hpp"

namespace crownstar::match {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing_match::fischer;
using testing_match::people;

TEST(Seating, by_lot_gives_every_order_equally_often) {
  std::map<std::vector<int>, int> counts;
  for (std::uint64_t random = 0; random < 24 * 5; ++random) ++counts[drawn_seats(4, false, random)];
  EXPECT_EQ(counts.size(), 24U);
  for (const auto& [order, count] : counts) EXPECT_EQ(count, 5);
}

TEST(Seating, by_lot_keeps_mates_opposite) {
  std::set<std::vector<int>> orders;
  for (std::uint64_t random = 0; random < 1000; ++random) {
    const std::vector<int> order = drawn_seats(6, true, random);
    orders.insert(order);
    for (std::size_t seat = 0; seat < 3; ++seat) EXPECT_EQ(order[seat] % 3, order[seat + 3] % 3);
  }
  EXPECT_EQ(orders.size(), 6U * 8U);
}

TEST(Seating, am_11_colours_are_swapped_in_each_later_game) {
  const Terms terms = *checked({"american", {}, {fischer(60s, 0s), fischer(30s, 0s)}, false});
  const Seating next = rematch_of(terms, people(2));
  EXPECT_EQ(next.players[0].id, "b");
  EXPECT_EQ(next.players[1].id, "a");
  EXPECT_THAT(next.terms.clocks, ElementsAre(fischer(30s, 0s), fischer(60s, 0s)));
  EXPECT_EQ(rematch_of(next.terms, next.players).players[0].id, "a");
}

TEST(Seating, in_a_star_everybody_moves_on_and_mates_stay_mates) {
  const Terms terms = *checked({"sternhalma:players=6,teams=opposite", {}, {}, false});
  const Seating next = rematch_of(terms, people(6));
  std::string ids;
  for (const Player& player : next.players) ids += player.id;
  EXPECT_EQ(ids, "bcdefa");
}

TEST(Seating, opens_with_everybody_seated) {
  const Instant now{std::chrono::days{20000}};
  const auto events = opening({"american", {}, {}, false}, people(2), now);
  ASSERT_TRUE(events);
  ASSERT_EQ(events->size(), 4U);
  EXPECT_EQ(name_of(events->front().what), "created");
  EXPECT_EQ(name_of(events->back().what), "started");
  EXPECT_EQ(opening({"american", {}, {}, false}, people(3), now).error().code, refusal_code::no_such_seat);
  std::vector<Player> twice = people(1);
  twice.push_back(twice.front());
  EXPECT_EQ(opening({"american", {}, {}, false}, twice, now).error().code, refusal_code::already_seated);
  for (Player& player : twice) player.kind = PlayerKind::engine;
  EXPECT_TRUE(opening({"american", {}, {}, false}, twice, now));
  EXPECT_EQ(opening({"american", {}, {}, true}, twice, now).error().code, refusal_code::not_ratable);
  twice.front().kind = PlayerKind::guest;
  EXPECT_EQ(opening({"american", {}, {}, true}, twice, now).error().code, refusal_code::accounts_only);
}

}  // namespace
}  // namespace crownstar::match
