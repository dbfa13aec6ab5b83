#include "engines/search/star/evaluation/start_blockade.hpp"

#include <gtest/gtest.h>

#include "engines/search/star/play_game_test.hpp"
#include "rules/sternhalma/notation.hpp"

namespace crownstar::search::star {
namespace {

// A piece is shut in, in its start that the rival has filled around it: neither could win. Nobody waits for that.
TEST(WayOut, WhoIsShutInIsLetOutAndLeaves) {
  sternhalma::Rules rules;
  rules.win = sternhalma::Win::own;
  rules.hop = sternhalma::Hop::super;
  rules.rounds = 60;
  for (const char* text :
       {"1:1=c5,l12,m9,m10,m11,m12,n10,n11,n12,n13,o12,o13,p12,p13,q13:4=a5,b5,b6,c6,c7,d5,d6,d7,d8,e5,e6,e7,e9,f8,o11",
        "1:1=j11,l9,m9,m10,m12,m13,n10,n11,n12,n13,o11,o12,o13,p13,q13:4=a5,b5,b6,c5,c6,d5,d6,d7,d8,e6,e7,e8,e9,f7,p12",
        "1:1=k10,l12,m10,m11,m12,m13,n10,n11,n12,n13,o11,o12,o13,p12,p13:4=a5,b5,b6,c5,c6,c7,d5,d6,d7,d8,e6,e7,e8,"
        "f10,q13"}) {
    sternhalma::Race<4> race(*sternhalma::check(rules));
    ASSERT_TRUE(race.begin(*sternhalma::read_setup(board::star<4>, text)));
    const GameEnd ended = play_race(race, 1500, {}, {});
    EXPECT_EQ(ended.ending, sternhalma::Ending::home) << text;
  }
}

// The rival's piece before the goal that it has filled but for one hole: who could leave that and stays is in the way.
void expect_that_staying_costs(sternhalma::Rules rules) {
  rules.pieces = 10;
  const sternhalma::Course<4> course(*sternhalma::check(rules));
  const Evaluation<4> evaluation(course, {});
  const auto penalty = [&](const char* text, const char* from, const char* to) {
    // All other seats stand as in the beginning.
    sternhalma::Setup setup = sternhalma::starting_setup(course.rules);
    for (const auto& set : sternhalma::read_setup(board::star<4>, text)->sets) {
      for (auto& each : setup.sets) each = each.set == set.set ? set : each;
    }
    const auto position = sternhalma::checked_position(course, setup);
    const auto slot = [](const char* hole) {
      return sternhalma::lattice<4>.slot_of_hole[*board::read_hole(board::star<4>, hole)];
    };
    return StartBlockade<4>(course, evaluation, *position).penalty(0, {slot(from), slot(to)});
  };
  const char* shut_in = "1:1=d6,m10,m12,n10,n11,n12,o11,o12,p12,p13:4=a5,b5,b6,c5,c6,c7,d5,d7,d8,f7";
  EXPECT_EQ(penalty(shut_in, "d6", "e6"), 0);
  EXPECT_GT(penalty(shut_in, "m10", "m11"), 0);
}

TEST(WayOut, StayingInANearlyFilledStartCosts) {
  sternhalma::Rules rules;
  rules.win = sternhalma::Win::own;
  expect_that_staying_costs(rules);
  rules.players = 6;
  expect_that_staying_costs(rules);
}

}  // namespace
}  // namespace crownstar::search::star
