#include "site/server/api/preview/preview.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crownstar::server {
namespace {

using testing::HasSubstr;
using testing::Not;

live::MatchSummary match_with(std::vector<store::SeatRow> seats, store::MatchState state) {
  live::MatchSummary match;
  match.header.id = "m1";
  match.header.game = "american";
  match.header.state = state;
  match.header.seats = std::move(seats);
  return match;
}

store::SeatRow person(int seat, std::string name) {
  return {seat, store::PlayerKind::guest, "p" + std::to_string(seat), std::move(name)};
}

TEST(Preview, SaysWhoWaitsWhoPlaysAndHowItEnded) {
  const Preview open = preview_of(match_with({person(1, "Ada")}, store::MatchState::open), "https://play.example");
  EXPECT_EQ(open.title, "American checkers with Ada?");
  EXPECT_THAT(open.description, HasSubstr("No account needed"));
  EXPECT_EQ(open.address, "https://play.example/match/m1");
  EXPECT_EQ(open.picture, "https://play.example/match/m1/picture.png?moves=0");

  live::MatchSummary match = match_with({person(1, "Béla"), person(0, "Ada")}, store::MatchState::running);
  match.moves = 1;
  EXPECT_EQ(preview_of(match, "").title, "American checkers: Ada and Béla");
  EXPECT_THAT(preview_of(match, "").description, HasSubstr("1 move so far"));
  EXPECT_EQ(preview_of(match, "").picture, "/match/m1/picture.png?moves=1");

  match.header.state = store::MatchState::over;
  match.header.result = "2-0";
  match.moves = 40;
  EXPECT_EQ(preview_of(match, "").description, "Final result 2-0 after 40 moves.");
}

TEST(Preview, NamesTheComputerAndThoseWhoHaveLeft) {
  live::MatchSummary match = match_with(
      {person(0, "Ada"), {1, store::PlayerKind::engine, "casual", "Casual"}, {2, store::PlayerKind::deleted}},
      store::MatchState::running);
  match.header.game = "sternhalma:players=3";
  EXPECT_EQ(preview_of(match, "").title, "Chinese checkers: Ada, the computer and a player who has left");
}

TEST(Preview, StandsInTheHeadAndNothingInItIsReadAsHtml) {
  const Preview preview = preview_of(match_with({person(0, "\"><script>&'")}, store::MatchState::open), "");
  const std::string page = with_preview("<html><head><title>T</title></head><body></body></html>", preview);
  EXPECT_THAT(
      page,
      HasSubstr("<meta property=\"og:title\" content=\"American checkers with &quot;&gt;&lt;script&gt;&amp;'?\" />"));
  EXPECT_THAT(page, Not(HasSubstr("<script>")));
  EXPECT_LT(page.find("og:image"), page.find("</head>"));
  EXPECT_THAT(page, HasSubstr("<title>T</title>"));
  EXPECT_EQ(with_preview("no head", preview), "no head");
}

TEST(Preview, TheSiteIsNamedByAnAddressAndNothingElse) {
  EXPECT_EQ(site_of("play.example:8080", false), "http://play.example:8080");
  EXPECT_EQ(site_of("[::1]:443", true), "https://[::1]:443");
  EXPECT_EQ(site_of("", true), "");
  EXPECT_EQ(site_of("evil\"><b>", false), "");
}

}  // namespace
}  // namespace crownstar::server
