// Evaluation of a race: the turns that each set still needs, as a sum over its pieces, and each side's lead.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <vector>

#include "engines/search/star/evaluation/tuned.hpp"
#include "rules/sternhalma/turn.hpp"

namespace crownstar::search::star {

inline int steps_between(board::StarPlace from, board::StarPlace to) {
  const int rows = to.row - from.row;
  const int columns = to.column - from.column;
  const bool is_with_diagonal = (rows >= 0) == (columns >= 0);
  return is_with_diagonal ? std::max(std::abs(rows), std::abs(columns)) : std::abs(rows) + std::abs(columns);
}

// A position and what every set has still to go in it, in hundredths of a turn.
template <int Side>
struct EvaluatedPosition {
  sternhalma::Position<Side> position;
  std::array<std::int32_t, sternhalma::most_sets> left{};
};

// How a side evaluates the race.
struct EvaluationOptions {
  // How much the rivals' progress counts against one's own, in percent.
  int rivals = 100;
  bool is_flat = false;       // counts steps only, so that stragglers cost no more than others
  int step_out_of_start = 0;  // what each step out of its start costs besides that a piece has still to go (CC-20)
  int crowded_percent = tuned::crowded_percent;  // of 100 holes of the middle: with more of them taken, six sets wait
                                                 // in their starts (crowded_middle.hpp)
  int goal_blockade_cost = tuned::goal_blockade_cost;  // where all holes must be one's own, what a rival's piece that
                                                       // comes back into the last costs
};

template <int Side>
class Evaluation {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Grid = sternhalma::Lattice<Side>;
  using HoleValues = std::array<std::int16_t, Grid::slots>;

 public:
  Evaluation(const Course& course, const EvaluationOptions& options, const EvaluationWeights& weights)
      : course_(course), options_(options), weights_(options.is_flat ? flat_weights : weights) {
    for (int set = 0; set < sternhalma::most_sets; ++set) {
      fill(hole_values_[static_cast<std::size_t>(set)], set);
      if (!course.seating.has_set(set)) continue;
      const int home_value = value_at_home(set);
      at_home_[static_cast<std::size_t>(set)] = home_value;
      const auto first = sternhalma::first_holes(board::star<Side>, course.rules, set);
      first.for_each([&](int hole) { whole_way_ += hole_value(set, sternhalma::lattice<Side>.slot_of_hole[hole]); });
      whole_way_ -= home_value;
    }
  }
  Evaluation(const Course& course, const EvaluationOptions& options)
      : Evaluation(course, options, evaluation_weights(course.rules)) {}

  int hole_value(int set, int slot) const {
    return hole_values_[static_cast<std::size_t>(set)][static_cast<std::size_t>(slot)];
  }
  int gain(int set, sternhalma::Move move) const { return hole_value(set, move.from) - hole_value(set, move.to); }

  EvaluatedPosition<Side> node(const Position& position) const {
    EvaluatedPosition<Side> node{position, {}};
    for (int set = 0; set < sternhalma::most_sets; ++set) {
      if (!course_.seating.has_set(set) || position.sets[set].is_empty()) continue;
      int left = -at_home_[static_cast<std::size_t>(set)];
      position.sets[set].for_each([&](int slot) { left += hole_value(set, slot); });
      node.left[static_cast<std::size_t>(set)] = left;
    }
    return node;
  }

  // How far the race has gone, in quarters of the whole way.
  int phase(const EvaluatedPosition<Side>& node) const {
    int left = 0;
    for (const std::int32_t each : node.left) left += each;
    return std::clamp(4 - (4 * left + whole_way_ - 1) / whole_way_, 0, 3);
  }

  // A level's noise in sixths. In teams a turn gained counts for a third or two, and two mates that both err hold each
  // other up, so their noise is smaller.
  int noise_sixths(const EvaluatedPosition<Side>& node, int seat) const {
    const int unit = course_.seating.unit_of_seat[seat];
    bool has_mates = false;
    bool is_slowest = true;
    for (int other = 0; other < course_.seating.seats; ++other) {
      if (other == seat || course_.seating.unit_of_seat[other] != unit) continue;
      has_mates = true;
      is_slowest = is_slowest && left_of_seat(node, seat) >= left_of_seat(node, other);
    }
    return !has_mates ? tuned::noise_alone : is_slowest ? tuned::noise_of_slowest_mate : tuned::noise_of_mate;
  }

  // How many turns a unit has still to go. Team mates move at the same time: the slower one holds both up.
  int left_of_unit(const EvaluatedPosition<Side>& node, int unit) const {
    int most = std::numeric_limits<int>::min();
    int sum = 0;
    int seats = 0;
    for (int seat = 0; seat < course_.seating.seats; ++seat) {
      if (course_.seating.unit_of_seat[seat] != unit) continue;
      const int left = left_of_seat(node, seat);
      most = std::max(most, left);
      sum += left;
      ++seats;
    }
    return seats == 1 ? sum : (most + sum) / tuned::team_turns_divisor;
  }

  const EvaluationOptions& options() const { return options_; }

  // Of a lead, for each that is home before.
  static constexpr int lost_place_cost() { return tuned::lost_place; }

  // The lead of a unit over the rivals that still play, in hundredths of a turn.
  int lead_of_unit(const EvaluatedPosition<Side>& node, int unit) const {
    int nearest = std::numeric_limits<int>::max();
    int sum = 0;
    int rivals = 0;
    int home = 0;
    for (int other = 0; other < course_.seating.units; ++other) {
      if (other == unit) continue;
      const int seats = course_.seating.seats_of_unit[other];
      if ((seats & node.position.playing) == 0) {
        if ((seats & node.position.left) == 0) ++home;
        continue;
      }
      const int left = left_of_unit(node, other);
      nearest = std::min(nearest, left);
      sum += left;
      ++rivals;
    }
    const int own = left_of_unit(node, unit);
    if (rivals == 0) return -own;
    return options_.rivals * (nearest + sum / rivals) / 200 - own - home * tuned::lost_place;
  }

 private:
  // What is left of a set at home: in the last row that it needs (CC-25) in the holes with the least.
  int value_at_home(int set) const {
    int value = 0;
    course_.to_fill[set].for_each([&](int slot) { value += hole_value(set, slot); });
    std::vector<int> row;
    course_.row_to_fill[set].for_each([&](int slot) { row.push_back(hole_value(set, slot)); });
    std::ranges::sort(row);
    for (int nth = 0; nth < course_.in_row[set]; ++nth) value += row[static_cast<std::size_t>(nth)];
    return value;
  }

  int left_of_seat(const EvaluatedPosition<Side>& node, int seat) const {
    int left = 0;
    for (int nth = 0; nth < course_.seating.sets_each; ++nth) {
      left += node.left[static_cast<std::size_t>(course_.seating.sets[seat][nth])];
    }
    return left;
  }

  // For the set that runs from the lowest hole up to the highest. In the goal the sides are to be filled like the
  // middle.
  int weighted_hole(int hole, bool is_in_goal) const {
    const board::Star& star = board::star<Side>;
    const board::StarPlace at = star.place(hole);
    const int far = steps_between(at, star.place(star.holes() - 1));
    const int aside = is_in_goal ? 0 : 2 * (at.column - 2 * Side - 1) - (at.row - 2 * Side);
    const int bonus = is_in_goal ? weights_.goal : 0;
    return (weights_.step * far + weights_.behind * far * far + weights_.aside * aside * aside - bonus) / 12;
  }

  // From a hole of the start at the bottom.
  int steps_out(int hole) const {
    const board::Star& star = board::star<Side>;
    int rows = 1;
    course_.start[0].for_each(
        [&](int slot) { rows = std::max(rows, star.place(sternhalma::lattice<Side>.hole_of_slot[slot]).row + 1); });
    return rows - star.place(hole).row;
  }

  void fill(HoleValues& hole_value, int set) const {
    const board::Star& star = board::star<Side>;
    for (int slot = 0; slot < Grid::slots; ++slot) {
      int hole = sternhalma::lattice<Side>.hole_of_slot[slot];
      if (hole == board::Star::none) continue;
      for (int turn = set; turn % sternhalma::most_sets != 0; ++turn) hole = star.turned(hole);
      const int step_out_of_start =
          course_.start[set].contains(slot) ? options_.step_out_of_start * steps_out(hole) : 0;
      hole_value[static_cast<std::size_t>(slot)] =
          static_cast<std::int16_t>(weighted_hole(hole, course_.goal[set].contains(slot)) + step_out_of_start);
    }
  }

  const Course& course_;
  const EvaluationOptions options_;
  const EvaluationWeights weights_;
  std::array<HoleValues, sternhalma::most_sets> hole_values_{};
  std::array<int, sternhalma::most_sets> at_home_{};
  int whole_way_ = 0;
};

}  // namespace crownstar::search::star
