#include "site/people/ratings/ratings.hpp"

#include <array>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace crownstar::people {
namespace {

using match::ClockKind;
using match::ClockTerms;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(Paces, ByTheTimeForFortyMoves) {
  EXPECT_EQ(pace_of({ClockKind::fischer, minutes{1}, seconds{0}, 0}), Pace::bullet);
  EXPECT_EQ(pace_of({ClockKind::fischer, minutes{1}, seconds{2}, 0}), Pace::bullet);  // 2:20
  EXPECT_EQ(pace_of({ClockKind::fischer, minutes{1}, seconds{3}, 0}), Pace::blitz);   // 3:00
  EXPECT_EQ(pace_of({ClockKind::fischer, minutes{5}, seconds{4}, 0}), Pace::blitz);
  EXPECT_EQ(pace_of({ClockKind::delay, minutes{5}, seconds{5}, 0}), Pace::rapid);
  EXPECT_EQ(pace_of({ClockKind::fischer, minutes{15}, seconds{15}, 0}), Pace::classical);
  EXPECT_EQ(pace_of({ClockKind::byoyomi, minutes{5}, seconds{30}, 3}), Pace::rapid);  // 5:00 + 23 * 0:30
  EXPECT_EQ(pace_of({ClockKind::turn, minutes{0}, seconds{30}, 3}), Pace::rapid);     // 23 * 0:30
  EXPECT_EQ(pace_of({ClockKind::days, minutes{0}, hours{48}, 0}), Pace::correspondence);
  EXPECT_EQ(pace_of({}), Pace::correspondence);
  EXPECT_EQ(name_of(Pace::rapid), "rapid");
}

TEST(Families, AreGamesWithoutTheirOptions) {
  EXPECT_EQ(rating_family("american"), "american");
  EXPECT_EQ(rating_family("sternhalma:players=3,hop=super"), "sternhalma");
}

match::Terms rated_terms() {
  match::Terms terms;
  terms.game = "american";
  terms.clocks.assign(2, {ClockKind::fischer, minutes{5}, seconds{3}, 0});
  terms.is_rated = true;
  return terms;
}

TEST(RatedGames, OnEqualTermsFromTheStart) {
  EXPECT_TRUE(check_rated(rated_terms()));
  match::Terms set_up = rated_terms();
  set_up.position = "W:W31:B1";
  EXPECT_FALSE(check_rated(set_up));
  match::Terms odds = rated_terms();
  odds.clocks[1].main = minutes{1};
  EXPECT_FALSE(check_rated(odds));
  match::Terms endless = rated_terms();
  endless.clocks.assign(2, {});
  EXPECT_EQ(check_rated(endless).error().code, "not_ratable");
}

std::optional<store::RatingRow> row(const std::string& id, double rating, int games, Instant updated) {
  return store::RatingRow{.player = id,
                          .family = "american",
                          .speed = "blitz",
                          .rating = rating,
                          .deviation = 80,
                          .volatility = 0.06,
                          .games = games,
                          .updated = updated};
}

TEST(RowsAfter, TheWinnerRisesAndTheLoserFalls) {
  const Instant now{hours{10'000}};
  const std::array seats{RatedSeat{"ann", 2}, RatedSeat{"bob", 1}};
  const std::array before{row("ann", 1600, 30, now - hours{1}), std::optional<store::RatingRow>{}};
  const auto after = rows_after("american", Pace::blitz, seats, before, now);
  ASSERT_EQ(after.size(), 2U);
  EXPECT_EQ(after[0].player, "ann");
  EXPECT_EQ(after[0].games, 31);
  EXPECT_LT(after[0].rating, 1600);
  EXPECT_EQ(after[1].player, "bob");
  EXPECT_EQ(after[1].games, 1);
  EXPECT_GT(after[1].rating, 1600);
  EXPECT_LT(after[1].deviation, 500);
  EXPECT_EQ(after[1].family, "american");
  EXPECT_EQ(after[1].speed, "blitz");
  EXPECT_EQ(after[1].updated, now);
}

TEST(RowsAfter, OfManyEachIsComparedWithEach) {
  const Instant now{hours{10'000}};
  const std::array seats{RatedSeat{"ann", 1}, RatedSeat{"bob", 2}, RatedSeat{"cid", 2}, RatedSeat{"dan", 4}};
  std::vector<std::optional<store::RatingRow>> before;
  for (const RatedSeat& seat : seats) before.push_back(row(seat.player, 1500, 10, now));
  const auto after = rows_after("sternhalma", Pace::rapid, seats, before, now);
  EXPECT_GT(after[0].rating, after[1].rating);
  EXPECT_NEAR(after[1].rating, after[2].rating, 1e-9);
  EXPECT_NEAR(after[1].rating, 1500, 1e-9);  // one won, one lost, one drawn
  EXPECT_LT(after[3].rating, after[2].rating);
}

TEST(RowsAfter, TeamMatesAreNotCompared) {
  const Instant now{hours{10'000}};
  const std::array seats{RatedSeat{"ann", 1, 0}, RatedSeat{"bob", 2, 1}, RatedSeat{"mate", 1, 0},
                         RatedSeat{"cid", 2, 1}};
  std::vector<std::optional<store::RatingRow>> before;
  for (const RatedSeat& seat : seats) before.push_back(row(seat.player, 1500, 10, now));
  before[2]->rating = 3000;  // a mate of any strength
  const auto strong = rows_after("sternhalma", Pace::rapid, seats, before, now);
  before[2]->rating = 1000;
  const auto weak = rows_after("sternhalma", Pace::rapid, seats, before, now);
  EXPECT_EQ(strong[0].rating, weak[0].rating);
  EXPECT_GT(strong[0].rating, 1500);
}

TEST(RatingNow, IsLessSureAfterALongRest) {
  const Instant now{hours{100'000}};
  const auto before = row("ann", 1600, 30, now - hours{24 * 365});
  EXPECT_FALSE(is_provisional(rating_of(before)));
  EXPECT_TRUE(is_provisional(rating_now(before, now)));
  EXPECT_EQ(shown(rating_now(before, now)), 1600);
  EXPECT_EQ(rating_now(std::nullopt, now), Rating{});
}

}  // namespace
}  // namespace crownstar::people
