#include "rules/game/sides.hpp"

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"

namespace crownstar::game {
namespace {

Sides sides_in(std::string_view token) { return sides_of(**start(token)); }

TEST(Sides, AreTheSeatsWhereThereAreNoTeams) {
  EXPECT_EQ(sides_in("american").count, 2);
  EXPECT_EQ(sides_in("sternhalma:players=6").count, 6);
  EXPECT_EQ(sides_in("sternhalma:players=4,teams=none").count, 4);
  EXPECT_EQ(sides_in("sternhalma:players=3").of_seat(2), 2);
}

// CC-6: a mate is at the opposite point, half a round away.
TEST(Sides, AreTheTeams) {
  EXPECT_EQ(sides_in("sternhalma:players=4,teams=opposite").count, 2);
  const Sides three = sides_in("sternhalma:players=6,teams=opposite");
  EXPECT_EQ(three.count, 3);
  for (int seat = 0; seat < 6; ++seat) {
    EXPECT_EQ(three.of_seat(seat), three.of_seat((seat + 3) % 6));
    EXPECT_NE(three.of_seat(seat), three.of_seat((seat + 1) % 6));
  }
}

// What the rules say of a team's place is what the sides say.
TEST(Sides, ShareTheirPlaces) {
  const auto game = *start("sternhalma:players=6,teams=opposite");
  ASSERT_TRUE(game->withdraw(1, "left"));
  const Sides sides = sides_of(*game);
  for (int seat = 0; seat < 6; ++seat) {
    const int place = game->outcome().standings[static_cast<std::size_t>(seat)].place;
    EXPECT_EQ(place, sides.of_seat(seat) == sides.of_seat(1) ? 3 : 0) << seat;
  }
}

}  // namespace
}  // namespace crownstar::game
