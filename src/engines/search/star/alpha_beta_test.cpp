#include "engines/search/star/alpha_beta.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rules/sternhalma/notation.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::search::star {
namespace {

using sternhalma::Win;
using Course = sternhalma::Course<4>;
using Position = sternhalma::Position<4>;
using Tree = AlphaBeta<4>;
constexpr int searched_depth = 6;

Course course_of(Win win) {
  sternhalma::Rules rules;
  rules.win = win;
  rules.places = sternhalma::Places::first;
  return Course(*sternhalma::check(rules));
}

// All at home but two, each a step away from a hole of its own: two turns. The rival has as many to go as it likes.
Position two_turns_from_home(const Course& course) {
  Position position = sternhalma::Race<4>(course.rules).position();
  const auto goal = course.goal[0];
  auto pieces = goal;
  int moved = 0;
  goal.for_each([&](int hole) {
    int beside = -1;
    sternhalma::lattice<4>.neighbours[hole].for_each([&](int slot) {
      if (!goal.contains(slot) && !pieces.contains(slot) && beside < 0) beside = slot;
    });
    if (moved == 2 || beside < 0) return;
    pieces.erase(hole);
    pieces.insert(beside);
    ++moved;
  });
  EXPECT_EQ(moved, 2);
  position.sets[0] = pieces;
  // The rival's pieces stood where these are now: they have left, none has arrived.
  position.sets[3] = {};
  for (int slot = 0; position.sets[3].count() < course.rules.pieces; ++slot) {
    const bool is_free = sternhalma::lattice<4>.hole_of_slot[slot] >= 0 && !pieces.contains(slot) &&
                         !goal.contains(slot) && !course.goal[3].contains(slot);
    if (is_free) position.sets[3].insert(slot);
  }
  position.placement = position.placement_afresh();
  return position;
}

struct Found {
  int score;
  std::uint64_t nodes;
};

// Nothing is remembered from before.
Found looked_at(const Course& course, const Position& position, const Tree::OrderedMove& first, int alpha) {
  const Evaluation<4> evaluation(course, {});
  const NetEvaluation<4> net(course, nullptr);
  const StopSignal stop;
  Budget budget({}, 0, stop);
  TranspositionTable table(std::size_t{1} << 18U);
  Tree tree(course, evaluation, net, OpponentModel::paranoid, budget, table);
  tree.set_root(evaluation.node(position));
  const int score = tree.score_of(first, searched_depth, alpha, Tree::infinite);
  return {score, budget.nodes()};
}

std::vector<Tree::OrderedMove> moves_of(const Course& course, const Position& position) {
  const Evaluation<4> evaluation(course, {});
  const NetEvaluation<4> net(course, nullptr);
  const StopSignal stop;
  Budget budget({}, 0, stop);
  TranspositionTable table(std::size_t{1} << 18U);
  const Tree tree(course, evaluation, net, OpponentModel::paranoid, budget, table);
  sternhalma::LegalMoves<4> moves;
  std::vector<Tree::OrderedMove> tries;
  tree.list_moves(evaluation.node(position), moves, tries);
  return tries;
}

TEST(AlphaBeta, ACountOfTurnsHidesNoNearerWin) {
  for (const Win win : {Win::filled, Win::own}) {
    const Course course = course_of(win);
    const Position position = two_turns_from_home(course);
    int nearest = 0;
    int farther = 0;
    for (const Tree::OrderedMove& first : moves_of(course, position)) {
      const int score = looked_at(course, position, first, -Tree::infinite).score;
      nearest += score == won - 3 ? 1 : 0;
      farther += score == won - 5 ? 1 : 0;
      // Beside a win in three turns one in two is still seen, and none is made up.
      EXPECT_EQ(looked_at(course, position, first, won - 5).score > won - 5, score > won - 5);
      EXPECT_LE(looked_at(course, position, first, won - 3).score, won - 3);
    }
    EXPECT_GE(nearest, 2);
    EXPECT_GE(farther, 1);
  }
}

TEST(AlphaBeta, BesideAWinNobodyLooksWhereThereCannotBeANearerOne) {
  const Course course = course_of(Win::own);
  const Position position = two_turns_from_home(course);
  for (const Tree::OrderedMove& first : moves_of(course, position)) {
    const Found open = looked_at(course, position, first, -Tree::infinite);
    const Found bounded = looked_at(course, position, first, won - 3);
    if (open.nodes > 1) EXPECT_LE(bounded.nodes, 1U) << "instead of " << open.nodes;
  }
}

// The scores of the moves that bring the seat to move home, and the best of the others.
struct LastRoundScores {
  std::vector<int> home;
  int other = -Tree::infinite;
};

LastRoundScores scores_in_the_last_round(const std::string& text, int depth) {
  const Course course(*sternhalma::check({.pieces = 10, .last_round = sternhalma::LastRound::yes}));
  const Position position = *sternhalma::checked_position(course, *sternhalma::read_setup(board::star<4>, text));
  const Evaluation<4> evaluation(course, {});
  const NetEvaluation<4> no_net(course, nullptr);
  const StopSignal stop;
  Budget budget({}, 0, stop);
  TranspositionTable table(std::size_t{1} << 18U);
  Tree tree(course, evaluation, no_net, OpponentModel::paranoid, budget, table);
  tree.set_root(evaluation.node(position));
  LastRoundScores scores;
  for (const Tree::OrderedMove& first : moves_of(course, position)) {
    Position after = position;
    after.move(first.set, first.move);
    const int score = tree.score_of(first, depth, -Tree::infinite, Tree::infinite);
    if (sternhalma::is_home(course, after, first.set)) {
      scores.home.push_back(score);
    } else {
      scores.other = std::max(scores.other, score);
    }
  }
  return scores;
}

TEST(AlphaBeta, CC_24_WhoCanBeFollowedHomeInTheSameRoundHasNotWon) {
  const std::string first = "1:1=m13,n10,n11,n12,o11,o12,o13,p12,p13,q13:4=";
  for (const int depth : {1, 4}) {
    EXPECT_EQ(scores_in_the_last_round(first + "a5,b5,b6,c5,c6,c7,d6,d7,d8,e5", depth).home, std::vector<int>{0});
    EXPECT_EQ(scores_in_the_last_round(first + "a5,b5,b6,c5,c6,c7,d6,d7,d8,i9", depth).home, std::vector<int>{won - 1});
  }
  // A turn before: whoever moves last in a round need not be home first.
  const std::string before = "4:1=m13,n10,n11,n12,o11,o12,o13,p12,p13,q13:4=a5,b5,b6,c5,c6,c7,d6,d7,d8,f6";
  EXPECT_EQ(scores_in_the_last_round(before, 4).other, 0);
}

TEST(AlphaBeta, CC_24_TheLastTurnOfTheGameSharesThePlaceOrLoses) {
  const auto scores =
      scores_in_the_last_round("4:1=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13:4=a5,b5,b6,c5,c6,c7,d6,d7,d8,e5:last=1", 4);
  EXPECT_EQ(scores.home, std::vector<int>{0});
  EXPECT_EQ(scores.other, 1 - won);
}

}  // namespace
}  // namespace crownstar::search::star
