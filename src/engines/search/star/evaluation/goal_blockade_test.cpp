#include <cstdlib>

#include <gtest/gtest.h>

#include "engines/search/star/root_search.hpp"
#include "rules/sternhalma/notation.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::search::star {
namespace {

using sternhalma::Move;
using sternhalma::Race;

// A rival that has lost the race and wants nobody to win it: as soon as two holes are open at most, its straggler goes
// back to where it started and stays there. Until then, and after it, it stands about.
Move move_of_holder(const Race<4>& race, int set) {
  const auto& start = race.course().start[set];
  const auto& theirs = race.position().sets[sternhalma::opposite_set(set)];
  const bool goes_back = start.without(theirs).count() <= 2;
  const bool is_inside = !(race.position().sets[set] & start).is_empty();
  const Evaluation<4> evaluation(race.course(), {});
  sternhalma::LegalMoves<4> moves;
  sternhalma::find_moves(race.course(), race.position(), moves);
  Move best{};
  int most = -1'000'000;
  for (const auto& piece : moves) {
    piece.targets.for_each([&](int to) {
      const Move move{piece.from, static_cast<std::uint16_t>(to)};
      int rating = goes_back && !is_inside ? evaluation.hole_value(set, to) : -std::abs(evaluation.gain(set, move));
      if (start.contains(to)) rating += goes_back ? 10'000 : -10'000;
      if (start.contains(move.from) && !start.contains(to)) rating -= 10'000;
      if (rating <= most) return;
      most = rating;
      best = move;
    });
  }
  return best;
}

// How many turns it takes to win against the holder; 0 where that is not done in sixty.
int turns_to_win(const char* text, int goal_blockade_cost) {
  sternhalma::Rules rules;
  rules.pieces = 10;
  rules.win = sternhalma::Win::own;
  Race<4> race(*sternhalma::check(rules));
  EXPECT_TRUE(race.begin(*sternhalma::read_setup(board::star<4>, text)));
  SearchOptions options;
  options.evaluation.goal_blockade_cost = goal_blockade_cost;
  TranspositionTable table(std::size_t{1} << 20U);
  RootSearch<4> player(race.course(), options, table);
  ArrangementCounts arrangements;
  const int seat = race.position().seat;
  const int set = race.course().seating.sets[seat][0];
  const int rival = race.course().seating.sets[1 - seat][0];
  for (int turn = 1; turn <= 60 && !race.position().is_over(); ++turn) {
    ++arrangements[arrangement_key(race.course(), race.position(), seat)];
    SearchLimits limits;
    limits.nodes = 4000;
    const StopSignal stop;
    Budget budget(limits, 0, stop);
    race.play(set, player.search(race.position(), arrangements, budget, {}).moves.front().move);
    if (race.position().places[seat] == 1) return turn;
    if (!race.position().is_over()) race.play(rival, move_of_holder(race, rival));
  }
  return 0;
}

// From games that were far ahead and never won, a few turns before the straggler came back.
TEST(ShutOut, ARivalThatHasLostTheRaceIsNotLetBackIntoTheLastHoles) {
  constexpr int usual = EvaluationOptions().goal_blockade_cost;
  for (const char* text : {"1:1=k10,k11,l10,m12,n10,n11,n12,n13,o12,p13:4=a5,b5,c6,c7,d7,e7,f7,h8,i9,m11",
                           "4:1=f7,g7,l12,m12,o11,o12,o13,p12,p13,q13:4=a5,b5,b6,c5,c7,d6,d8,e8,h7,i7",
                           "1:1=j9,k9,k11,l10,n10,n12,n13,o12,p12,q13:4=a5,b6,c6,d7,e6,f7,g7,h8,l11,m11",
                           "4:1=f8,i10,j10,k9,m10,m11,o11,o12,p12,p13:4=a5,b5,c7,d6,d7,e6,e8,f6,g7,h8",
                           "1:1=i9,k12,m12,n10,n11,o11,o12,o13,p12,p13:4=b5,c6,c7,d5,d8,e6,f8,g9,k9,l12"}) {
    EXPECT_GT(turns_to_win(text, usual), 0) << text;
  }
  // What the test can tell: without minding it, the first of them is not won.
  EXPECT_EQ(turns_to_win("1:1=k10,k11,l10,m12,n10,n11,n12,n13,o12,p13:4=a5,b5,c6,c7,d7,e7,f7,h8,i9,m11", 0), 0);
}

using Tree = AlphaBeta<4>;

sternhalma::Course<4> course_of_own_holes() {
  sternhalma::Rules rules;
  rules.win = sternhalma::Win::own;
  rules.pieces = 10;
  return sternhalma::Course<4>(*sternhalma::check(rules));
}

sternhalma::Position<4> position_of(const sternhalma::Course<4>& course, const char* text) {
  return *sternhalma::checked_position(course, *sternhalma::read_setup(board::star<4>, text));
}

// The best of the position, searched so deep with what is remembered.
int score_of_position(const sternhalma::Course<4>& course, const sternhalma::Position<4>& position, int depth,
                      TranspositionTable& table) {
  const Evaluation<4> evaluation(course, {});
  const NetEvaluation<4> no_net(course, nullptr);
  const StopSignal stop;
  Budget budget({}, 0, stop);
  Tree tree(course, evaluation, no_net, OpponentModel::paranoid, budget, table);
  const auto root = evaluation.node(position);
  sternhalma::LegalMoves<4> moves;
  std::vector<Tree::OrderedMove> tries;
  tree.list_moves(root, moves, tries);
  int best = -Tree::infinite;
  for (int each = 2; each <= depth; ++each) {
    tree.set_root(root);
    best = -Tree::infinite;
    for (const auto& move : tries) {
      best = std::max(best, tree.score_of(move, each, -Tree::infinite, Tree::infinite));
    }
  }
  return best;
}

// Who goes back to where a longer way is remembered, and from there back again, never gets home.
TEST(ShutOut, AWinThatIsRememberedHidesNoNearerOne) {
  const sternhalma::Course<4> course = course_of_own_holes();
  const auto position =
      position_of(course, "4:1=e8,i10,k10,m10,n11,n12,o12,p12,p13,q13:4=a5,b5,b6,c5,c7,d5,d6,d7,d8,f8");
  const Evaluation<4> evaluation(course, {});
  const auto root = evaluation.node(position);
  const NetEvaluation<4> no_net(course, nullptr);
  const StopSignal stop;
  // One of our moves, with nothing else in the memory.
  const auto score_of_move = [&](const Tree::OrderedMove& move, TranspositionTable& table) {
    Budget budget({}, 0, stop);
    Tree tree(course, evaluation, no_net, OpponentModel::paranoid, budget, table);
    tree.set_root(root);
    int score = 0;
    for (int depth = 2; depth <= 9; ++depth) {
      score = tree.score_of(move, depth, -Tree::infinite, Tree::infinite);
    }
    return score;
  };
  const int best = 999'995;  // five turns
  sternhalma::LegalMoves<4> moves;
  std::vector<Tree::OrderedMove> tries;
  Budget none({}, 0, stop);
  TranspositionTable nothing(std::size_t{1} << 20U);
  Tree(course, evaluation, no_net, OpponentModel::paranoid, none, nothing).list_moves(root, moves, tries);
  int longer = 0;
  for (const auto& move : tries) {
    TranspositionTable table(std::size_t{1} << 22U);
    const int remembered = score_of_move(move, table);
    if (remembered < surely_won || remembered >= best) continue;
    RootSearch<4> player(course, {}, table);
    SearchLimits limits;
    limits.nodes = 30'000;
    Budget budget(limits, 0, stop);
    EXPECT_EQ(player.search(position, {}, budget, {}).moves.front().score, best);
    ++longer;
  }
  EXPECT_GT(longer, 0);
}

// What a position is worth depends on how many of the rival's pieces stood in the last holes when the search began:
// what is remembered of an earlier turn, when one more did, must not be taken for it.
TEST(ShutOut, WhatWasFoundBeforeARivalsPieceLeftIsNotTakenForWhatIsSo) {
  const sternhalma::Course<4> course = course_of_own_holes();
  const auto earlier =
      position_of(course, "1:1=n10,n11,n12,n13,o11,o12,m11,l11,k11,k10:4=a5,b5,b6,c5,c6,c7,d5,d6,d7,o13");
  TranspositionTable warm(std::size_t{1} << 22U);
  score_of_position(course, earlier, 6, warm);
  const auto each_move = [&](const auto& position, auto&& visit) {
    sternhalma::LegalMoves<4> moves;
    sternhalma::find_moves(course, position, moves);
    for (const auto& piece : moves) {
      piece.targets.for_each([&](int to) { visit(piece.set, Move{piece.from, static_cast<std::uint16_t>(to)}); });
    }
  };
  int compared = 0;
  each_move(earlier, [&](int own, Move move) {
    const auto answered = sternhalma::successor(course, earlier, own, move);
    each_move(answered, [&](int rival, Move reply) {
      if (!course.goal[own].contains(reply.from) || course.goal[own].contains(reply.to)) return;
      const auto later = sternhalma::successor(course, answered, rival, reply);
      TranspositionTable cold(std::size_t{1} << 22U);
      EXPECT_EQ(score_of_position(course, later, 4, warm), score_of_position(course, later, 4, cold));
      ++compared;
    });
  });
  EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace crownstar::search::star
