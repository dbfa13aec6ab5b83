// What a bot is told of a game that ended because somebody had gone.
#include "site/server/api/bot/bot_json.hpp"

#include <gtest/gtest.h>

#include "site/match/seating.hpp"

namespace crownstar::server {
namespace {

using namespace std::chrono_literals;

// A game of which the second player went away, and the first one claimed something.
template <typename Claim>
wire::BotGameState state_after(Claim claim) {
  match::Instant now{std::chrono::days{20'000}};
  const std::vector<match::Player> players{{"ann", "Ann", match::PlayerKind::account, 1'500, false},
                                           {"ben", "Ben", match::PlayerKind::account, 1'500, false}};
  const match::Terms terms{"american", {}, {{match::ClockKind::fischer, 300s, 3s, 0}}, false};
  match::Match match = *match::Match::replay(*match::opening(terms, players, now));
  const auto tell = [&](int seat, auto what) {
    now += 1s;
    const auto batch = match.handle({seat, match.number(), what, {}}, now);
    ASSERT_TRUE(batch) << batch.error().reason;
    ASSERT_TRUE(match.apply(*batch));
  };
  for (int count = 0; count < 2; ++count) {
    tell(match.seat_to_move(), match::Move{match.game().legal_moves()->front().text});
  }
  tell(1, match::Depart{});
  tell(0, claim);
  MovesText moves;
  return bot_state(match, moves, now);
}

TEST(BotForms, AWinThatIsClaimedIsATimeoutWithAWinner) {
  const wire::BotGameState state = state_after(match::ClaimWin{});
  EXPECT_EQ(state.status, wire::BotStatus::timeout);
  EXPECT_EQ(state.winner_seat, 0);
}

TEST(BotForms, ADrawThatIsClaimedIsADraw) {
  const wire::BotGameState state = state_after(match::ClaimDraw{});
  EXPECT_EQ(state.status, wire::BotStatus::draw);
  EXPECT_FALSE(state.winner_seat);
}

}  // namespace
}  // namespace crownstar::server
