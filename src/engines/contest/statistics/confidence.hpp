// The 95 % confidence margin of the mean of a few groups of games.
#pragma once

namespace crownstar::contest {

// Groups are independent of each other, the games in one are not: each gives one figure from 0 to 1.
struct GroupFigures {
  double groups = 0;
  double mean = 0;
  double squares = 0;  // of what each is off the mean, added up
};

// 95 of 100 times the truth is no farther from the mean than this.
double confidence_margin(const GroupFigures& figures);

}  // namespace crownstar::contest
