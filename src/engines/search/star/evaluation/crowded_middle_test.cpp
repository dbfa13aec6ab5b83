#include "engines/search/star/evaluation/crowded_middle.hpp"

#include <gtest/gtest.h>

#include "engines/search/star/evaluation/evaluation.hpp"
#include "rules/sternhalma/setup.hpp"

namespace crownstar::search::star {
namespace {

using LargeCourse = sternhalma::Course<6>;
using LargePosition = sternhalma::Position<6>;

LargeCourse large_course(int evacuate) {
  sternhalma::Rules rules;
  rules.players = 6;
  rules.board = 253;
  rules.evacuate = evacuate;
  return LargeCourse(*sternhalma::check(rules));
}

// So many pieces of each set stand somewhere in the middle.
LargePosition with_out(const LargeCourse& course, int pieces) {
  auto position = *sternhalma::checked_position(course, sternhalma::starting_setup(course.rules));
  auto middle = sternhalma::lattice<6>.board.without(position.occupied());
  for (int set = 0; set < sternhalma::most_sets; ++set) {
    for (int nth = 0; nth < pieces; ++nth) {
      const auto from = static_cast<std::uint16_t>((position.sets[set] & course.start[set]).first());
      const auto to = static_cast<std::uint16_t>(middle.first());
      position.move(set, {from, to});
      middle = middle.without(position.occupied());
    }
  }
  return position;
}

sternhalma::Move out_of_start(const LargeCourse& course, const LargePosition& position, int set) {
  const auto open = sternhalma::lattice<6>.board.without(position.occupied());
  return {static_cast<std::uint16_t>((position.sets[set] & course.start[set]).first()),
          static_cast<std::uint16_t>(open.without(course.start[set]).first())};
}

int cost_of_leaving(const LargeCourse& course, const LargePosition& position) {
  return CrowdedMiddle<6>(course, EvaluationOptions().crowded_percent, position)
      .penalty(0, out_of_start(course, position, 0));
}

TEST(CrowdedMiddle, WhoIsNotBehindTheOppositeSetWaitsWhileTheMiddleIsFull) {
  const LargeCourse course = large_course(0);
  EXPECT_EQ(cost_of_leaving(course, with_out(course, 9)), 0);
  auto full = with_out(course, 11);
  EXPECT_GT(cost_of_leaving(course, full), 0);
  full.move(3, out_of_start(course, full, 3));
  EXPECT_EQ(cost_of_leaving(course, full), 0) << "the opposite set needs the room";
}

TEST(CrowdedMiddle, WhoMustHaveLeftSoonDoesNotWait) {
  EXPECT_EQ(cost_of_leaving(large_course(60), with_out(large_course(60), 11)), 0);
  EXPECT_GT(cost_of_leaving(large_course(250), with_out(large_course(250), 11)), 0);
}

TEST(CrowdedMiddle, PiecesThatNeverMoveAgainAreNotWaitedFor) {
  const LargeCourse course = large_course(0);
  auto position = with_out(course, 11);
  sternhalma::give_place(position, 0b110110, 3);
  EXPECT_EQ(cost_of_leaving(course, position), 0);
}

}  // namespace
}  // namespace crownstar::search::star
