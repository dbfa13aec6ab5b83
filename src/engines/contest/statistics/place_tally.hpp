// Counts the places of one side among more than two: how often it is first, with the error.
#pragma once

#include <vector>

namespace crownstar::contest {

// How one game ended for the side that is counted.
struct Finish {
  int place = 1;
  bool is_shared = false;     // a rival has the same place
  bool is_undecided = false;  // nobody is first alone, whoever that would have been
};

struct Share {
  double value = 0;
  double error = 1;  // 95 of 100 times the truth is no farther off
};

class PlaceTally {
 public:
  explicit PlaceTally(int sides = 3) : sides_(sides), places_(static_cast<std::size_t>(sides)) {}

  // The games of one start, the side once in each place at the board. They begin alike, and engines that are alike play
  // the same game in all of them, so that only starts are counted for the error.
  void add_group(const std::vector<Finish>& finishes);

  int games() const { return games_; }
  // These three add up to the games.
  const std::vector<int>& places() const { return places_; }  // by place less one, where the side has it for itself
  int shared() const { return shared_; }                      // somebody is first, and a lower place is shared
  int undecided() const { return undecided_; }

  // Of all games; an undecided one is nobody's first place.
  Share first() const;
  // What that is on average where all sides are alike, with as many undecided games.
  double first_among_equals() const;

 private:
  int sides_;
  std::vector<int> places_;
  int games_ = 0;
  int shared_ = 0;
  int undecided_ = 0;
  double groups_ = 0;
  double squares_ = 0;  // of the first places of each group
};

}  // namespace crownstar::contest
