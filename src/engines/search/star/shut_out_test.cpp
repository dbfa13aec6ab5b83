#include <cstdlib>

#include <gtest/gtest.h>

#include "engines/search/star/player.hpp"
#include "rules/sternhalma/notation.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::search {
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
  const StarOutlook<4> outlook(race.course(), {});
  sternhalma::LegalMoves<4> moves;
  sternhalma::find_moves(race.course(), race.position(), moves);
  Move best{};
  int most = -1'000'000;
  for (const auto& piece : moves) {
    piece.targets.for_each([&](int to) {
      const Move move{piece.from, static_cast<std::uint16_t>(to)};
      int worth = goes_back && !is_inside ? outlook.worth(set, to) : -std::abs(outlook.gain(set, move));
      if (start.contains(to)) worth += goes_back ? 10'000 : -10'000;
      if (start.contains(move.from) && !start.contains(to)) worth -= 10'000;
      if (worth <= most) return;
      most = worth;
      best = move;
    });
  }
  return best;
}

// How many turns it takes to win against the holder; 0 where that is not done in sixty.
int turns_to_win(const char* text, int shut_out) {
  sternhalma::Rules rules;
  rules.pieces = 10;
  rules.win = sternhalma::Win::own;
  Race<4> race(*sternhalma::check(rules));
  EXPECT_TRUE(race.begin(*sternhalma::read_setup(board::star<4>, text)));
  StarOrders orders;
  orders.view.shut_out = shut_out;
  StarMemory memory(std::size_t{1} << 20U);
  StarPlayer<4> player(race.course(), orders, memory);
  StarStands stands;
  const int seat = race.position().seat;
  const int set = race.course().seating.sets[seat][0];
  const int rival = race.course().seating.sets[1 - seat][0];
  for (int turn = 1; turn <= 60 && !race.position().is_over(); ++turn) {
    ++stands[StarPlayer<4>::stand_of(race.course(), race.position(), seat)];
    SearchLimits limits;
    limits.nodes = 4000;
    const StopSignal stop;
    Budget budget(limits, 0, stop);
    race.play(set, player.think(race.position(), stands, budget, {}).moves.front().move);
    if (race.position().places[seat] == 1) return turn;
    if (!race.position().is_over()) race.play(rival, move_of_holder(race, rival));
  }
  return 0;
}

// From games that were far ahead and never won, a few turns before the straggler came back.
TEST(ShutOut, ARivalThatHasLostTheRaceIsNotLetBackIntoTheLastHoles) {
  constexpr int usual = StarView().shut_out;
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

using ShutOutTree = StarTree<4>;

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
int worth(const sternhalma::Course<4>& course, const sternhalma::Position<4>& position, int depth, StarMemory& memory) {
  const StarOutlook<4> outlook(course, {});
  const StarNet<4> no_net(course, nullptr);
  const StopSignal stop;
  Budget budget({}, 0, stop);
  ShutOutTree tree(course, outlook, no_net, StarMethod::paranoid, budget, memory);
  const auto root = outlook.node(position);
  sternhalma::LegalMoves<4> moves;
  std::vector<ShutOutTree::Try> tries;
  tree.collect(root, moves, tries);
  int best = -ShutOutTree::infinite;
  for (int each = 2; each <= depth; ++each) {
    tree.begin(root);
    best = -ShutOutTree::infinite;
    for (const auto& move : tries) {
      best = std::max(best, tree.score_of(move, each, -ShutOutTree::infinite, ShutOutTree::infinite));
    }
  }
  return best;
}

// Who goes back to where a longer way is remembered, and from there back again, never gets home.
TEST(ShutOut, AWinThatIsRememberedHidesNoNearerOne) {
  const sternhalma::Course<4> course = course_of_own_holes();
  const auto position =
      position_of(course, "4:1=e8,i10,k10,m10,n11,n12,o12,p12,p13,q13:4=a5,b5,b6,c5,c7,d5,d6,d7,d8,f8");
  const StarOutlook<4> outlook(course, {});
  const auto root = outlook.node(position);
  const StarNet<4> no_net(course, nullptr);
  const StopSignal stop;
  // One of our moves, with nothing else in the memory.
  const auto worth_of_one = [&](const ShutOutTree::Try& move, StarMemory& memory) {
    Budget budget({}, 0, stop);
    ShutOutTree tree(course, outlook, no_net, StarMethod::paranoid, budget, memory);
    tree.begin(root);
    int score = 0;
    for (int depth = 2; depth <= 9; ++depth) {
      score = tree.score_of(move, depth, -ShutOutTree::infinite, ShutOutTree::infinite);
    }
    return score;
  };
  const int best = 999'995;  // five turns
  sternhalma::LegalMoves<4> moves;
  std::vector<ShutOutTree::Try> tries;
  Budget none({}, 0, stop);
  StarMemory nothing(std::size_t{1} << 20U);
  ShutOutTree(course, outlook, no_net, StarMethod::paranoid, none, nothing).collect(root, moves, tries);
  int longer = 0;
  for (const auto& move : tries) {
    StarMemory memory(std::size_t{1} << 22U);
    const int remembered = worth_of_one(move, memory);
    if (remembered < surely_won || remembered >= best) continue;
    StarPlayer<4> player(course, {}, memory);
    SearchLimits limits;
    limits.nodes = 30'000;
    Budget budget(limits, 0, stop);
    EXPECT_EQ(player.think(position, {}, budget, {}).moves.front().score, best);
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
  StarMemory warm(std::size_t{1} << 22U);
  worth(course, earlier, 6, warm);
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
      StarMemory cold(std::size_t{1} << 22U);
      EXPECT_EQ(worth(course, later, 4, warm), worth(course, later, 4, cold));
      ++compared;
    });
  });
  EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace crownstar::search
