#include "site/match/terms/terms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/match/match_fixture_test.hpp"

namespace crownstar::match {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing_match::byoyomi;
using testing_match::days;
using testing_match::delay;
using testing_match::fischer;
using testing_match::turns;

std::string refusal_of(const Terms& terms) {
  const auto result = checked(terms);
  return result ? "" : result.error().rule + ": " + result.error().reason;
}

TEST(Terms, are_stored_with_a_canonical_token_and_a_clock_a_seat) {
  const auto terms = checked({"sternhalma:hop=standard,players=3", {}, {fischer(60s, 1s)}, false});
  ASSERT_TRUE(terms);
  EXPECT_EQ(terms->game, "sternhalma:players=3");
  EXPECT_THAT(terms->clocks, testing::SizeIs(3));
  EXPECT_EQ(terms->clocks[2], fischer(60s, 1s));
  EXPECT_THAT(checked({"american", {}, {}, false})->clocks, testing::ElementsAre(ClockTerms{}, ClockTerms{}));
}

TEST(Terms, a_game_that_cannot_be_is_refused_in_the_words_of_the_game) {
  EXPECT_THAT(refusal_of({"go", {}, {}, false}), HasSubstr("american"));
  EXPECT_THAT(refusal_of({"sternhalma:players=7", {}, {}, false}), HasSubstr("CC-4"));
  EXPECT_THAT(refusal_of({std::string(1000, 'a'), {}, {}, false}), HasSubstr("too long"));
}

TEST(Terms, the_start_spelt_out_is_no_position_of_its_own) {
  const std::string start = "B:W21-32:B1-12";
  EXPECT_EQ(checked({"american", start, {}, false})->position, "");
  EXPECT_EQ(checked({"american", "B:WK29:B1", {}, false})->position, "B:WK29:B1");
  EXPECT_NE(refusal_of({"american", "B:W", {}, false}), "");
  EXPECT_THAT(refusal_of({"american", "B:W32:B", {}, false}), HasSubstr("over"));
  EXPECT_THAT(refusal_of({"american", std::string(5000, 'W'), {}, false}), HasSubstr("too long"));
}

TEST(Terms, clocks_may_differ_by_seat_but_not_mix_days_and_hours) {
  EXPECT_EQ(refusal_of({"american", {}, {fischer(60s, 1s), byoyomi(0s, 10s, 3)}, false}), "");
  EXPECT_EQ(refusal_of({"american", {}, {ClockTerms{}, delay(0s, 10s)}, false}), "");
  EXPECT_EQ(refusal_of({"american", {}, {days(1), days(7)}, false}), "");
  EXPECT_THAT(refusal_of({"american", {}, {days(1), fischer(60s, 1s)}, false}), HasSubstr("days"));
  EXPECT_THAT(refusal_of({"sternhalma:players=3", {}, {days(1), days(1)}, false}), HasSubstr("2 clocks"));
}

TEST(Terms, clocks_have_bounds) {
  for (const ClockTerms& clock :
       {fischer(0s, 0s), fischer(-1s, 5s), fischer(60s, -1s), fischer(11h, 0s), fischer(60s, 2h), delay(0s, 0s),
        byoyomi(60s, 0s, 3), byoyomi(60s, 10s, 0), byoyomi(60s, 10s, 1000), days(0), days(31),
        ClockTerms{ClockKind::days, 5s, 24h, 0}, ClockTerms{ClockKind::none, 5s, 0s, 0}, turns(0s), turns(31min),
        turns(30s, 0), turns(30s, 26), ClockTerms{ClockKind::turn, 5s, 30s, 3},
        ClockTerms{ClockKind::fischer, 60s, 5s, 2}}) {
    EXPECT_NE(refusal_of({"american", {}, {clock}, false}), "") << name_of(clock.kind) << clock.main.count();
  }
}

TEST(Terms, a_rated_game_is_even_and_from_the_start) {
  EXPECT_EQ(refusal_of({"american", {}, {fischer(60s, 1s)}, true}), "");
  EXPECT_NE(refusal_of({"american", {}, {fischer(60s, 1s), fischer(30s, 1s)}, true}), "");
  EXPECT_NE(refusal_of({"american", "B:WK29:B1", {fischer(60s, 1s)}, true}), "");
}

TEST(Terms, know_teams) {
  EXPECT_TRUE(is_teamed({"sternhalma:players=4,teams=opposite", {}, {}, false}));
  EXPECT_FALSE(is_teamed({"sternhalma:players=4", {}, {}, false}));
  EXPECT_FALSE(is_teamed({"american", {}, {}, false}));
}

}  // namespace
}  // namespace crownstar::match
