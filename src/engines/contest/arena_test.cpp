#include "engines/contest/arena.hpp"

#include <set>

#include <gtest/gtest.h>

namespace crownstar::contest {
namespace {

ArenaTerms quick_terms() {
  ArenaTerms terms;
  for (const char* spec : {"nodes=200", "nodes=40", "nodes=10"}) terms.engines.push_back(*read_engine_spec(spec));
  terms.pairings = round_robin(3);
  terms.game.token = "american";
  terms.game.most_moves = 12;
  terms.games = 4;
  terms.seed = 5;
  return terms;
}

TEST(Arena, PairsEverybodyOrTheFirstWithEach) {
  EXPECT_EQ(round_robin(3), (std::vector<Pairing>{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(gauntlet(3), (std::vector<Pairing>{{0, 1}, {0, 2}}));
}

TEST(Arena, PlaysTheFirstRoundOfEachPairingFirst) {
  std::vector<std::pair<std::size_t, std::size_t>> rounds;
  std::set<std::string> starts;
  ArenaListeners listeners;
  listeners.on_round = [&](const ArenaResult&, const FinishedRound& round) {
    rounds.emplace_back(round.round, round.pairing);
  };
  listeners.on_game = [&](const PlayedGame& played, const FinishedRound& round, int) {
    starts.insert(std::to_string(round.round) + played.record.nodes[1].move + played.record.nodes[2].move);
  };
  const auto end = run_arena(quick_terms(), listeners);
  ASSERT_TRUE(end) << end.error().reason;
  EXPECT_EQ(end->games(), 12);
  EXPECT_EQ(rounds, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}));
  EXPECT_EQ(starts.size(), 2U) << "all pairings begin from the same starts";
  ASSERT_EQ(end->history.size(), 6U);
  EXPECT_EQ(end->pairings[2].tally.games(), 4);
}

TEST(Arena, GoesOnWhereItWasInterrupted) {
  std::vector<FinishedRound> all;
  ArenaListeners listeners;
  listeners.on_round = [&](const ArenaResult&, const FinishedRound& round) { all.push_back(round); };
  const auto whole = run_arena(quick_terms(), listeners);
  ASSERT_TRUE(whole);
  ASSERT_EQ(all.size(), 6U);
  ArenaTerms terms = quick_terms();
  terms.finished = {all[1], all[3], all[1]};
  const std::vector<FinishedRound> before = std::exchange(all, {});
  const auto resumed = run_arena(terms, listeners);
  ASSERT_TRUE(resumed);
  EXPECT_EQ(all.size(), 4U);
  for (std::size_t pairing = 0; pairing < 3; ++pairing) {
    EXPECT_EQ(resumed->pairings[pairing].tally.pairs(), whole->pairings[pairing].tally.pairs());
    EXPECT_EQ(resumed->pairings[pairing].search_totals_a.nodes, whole->pairings[pairing].search_totals_a.nodes);
    EXPECT_EQ(resumed->pairings[pairing].plies, whole->pairings[pairing].plies);
  }
  terms.finished = before;
  all.clear();
  ASSERT_TRUE(run_arena(terms, listeners));
  EXPECT_TRUE(all.empty());
  terms.finished.front().pairing = 3;
  EXPECT_FALSE(run_arena(terms, listeners));
}

TEST(Arena, ARecordSaysWhatTheEnginesSaw) {
  ArenaTerms terms = quick_terms();
  terms.games = 1;
  std::string comment;
  std::size_t with_time = 0;
  ArenaListeners listeners;
  listeners.on_game = [&](const PlayedGame& played, const FinishedRound&, int) {
    for (const game::RecordNode& node : played.record.nodes) {
      if (node.clocks.empty()) continue;
      ++with_time;
      if (!node.comments.empty()) comment = node.comments.front();
    }
  };
  ASSERT_TRUE(run_arena(terms, listeners));
  EXPECT_GT(with_time, 12U);
  EXPECT_TRUE(comment.starts_with('+') || comment.starts_with('-')) << comment;
  EXPECT_TRUE(comment.contains('/')) << comment;
}

}  // namespace
}  // namespace crownstar::contest
