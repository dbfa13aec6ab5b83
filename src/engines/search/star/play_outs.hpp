// Knows how a race of several is judged by playing on: a tree that grows where each seat does well, and at its edge a
// round in which everybody mostly makes the move that gains most.
// Refuses to know what the first moves cost besides (player.hpp), and rivals that are foreseen (forecast.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "engines/search/budget.hpp"
#include "engines/search/star/first_move.hpp"
#include "engines/search/star/outlook.hpp"

namespace crownstar::search {

// How the tree grows.
struct StarPlayOutShape {
  int rounds = 1;      // are played on from its edge
  int width = 10;      // moves that are looked at in one position
  int curiosity = 15;  // about what was seldom tried, in hundredths
  int trust = 200;     // in what a move promises at first sight, in hundredths of a try
  int scale = 150;     // of a lead, in hundredths of a turn, that makes the odds grow by a factor of e
  int shut_in = 30;    // what a piece still in its start costs for each rival's piece there, in hundredths of a turn
};

template <int Side>
class StarPlayOuts {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Move = sternhalma::Move;
  using Node = StarNode<Side>;

 public:
  // What became of a first move.
  struct Tried {
    double times = 0;
    double sum = 0;  // of worths: 1 for the first place, 0 for the last

    double worth() const { return times > 0 ? sum / times : 0; }
  };

  StarPlayOuts(const Course& course, const StarOutlook<Side>& outlook, const StarPlayOutShape& shape,
               std::size_t most_bytes, int seed)
      : course_(course),
        outlook_(outlook),
        shape_(bounded(shape)),
        most_branches_(std::max(most_bytes / sizeof(Branch), least_branches)),
        random_(static_cast<std::uint32_t>(seed)) {}

  void begin(const Node& root, const std::vector<StarFirst>& firsts) {
    root_ = root;
    branches_.assign(1, {});
    branches_.front().first = 1;
    branches_.front().count = static_cast<std::uint32_t>(firsts.size());
    const Prospect prospect = prospect_of(root, unit_of(root.position.seat));
    for (const StarFirst& first : firsts) {
      Branch& branch = branches_.emplace_back(Branch{first.move, first.set});
      branch.gain = outlook_.gain(first.set, first.move);
      branch.penalty = first.penalty;
      branch.promise = static_cast<float>(worth_of(prospect, branch.gain - first.penalty));
    }
  }

  // Goes on until so many lines were played out, or the budget is spent.
  void play_out(std::uint64_t lines, Budget& budget) {
    while (lines_ < lines && !budget.is_spent()) visit(budget);
  }
  std::uint64_t lines() const { return lines_; }

  void add_to(std::vector<Tried>& tried) const {
    for (std::size_t nth = 0; nth < tried.size(); ++nth) {
      const Branch& branch = branches_[branches_.front().first + nth];
      tried[nth].times += branch.times + trust();
      tried[nth].sum += branch.sum + trust() * branch.promise;
    }
  }

  // What a first move is expected to be followed by: what was tried most.
  std::vector<Move> line_after(std::size_t nth, std::size_t most) const {
    std::vector<Move> line;
    for (std::size_t at = branches_.front().first + nth; line.size() < most;) {
      line.push_back(branches_[at].move);
      const Branch& branch = branches_[at];
      if (branch.count == 0) break;
      at = branch.first;
      for (std::size_t other = at + 1; other < std::size_t{branch.first} + branch.count; ++other) {
        if (branches_[other].times > branches_[at].times) at = other;
      }
      if (branches_[at].times < 1) break;
    }
    return line;
  }

  // The lead before those who still play that is worth so much, and the place that may be expected.
  int lead_of(double worth) const {
    const double bounded = std::clamp(chance_of(worth), 0.0005, 0.9995);
    return static_cast<int>(std::lround(shape_.scale * std::log(bounded / (1 - bounded))));
  }
  double place_of(double worth) const {
    const Open open = open_places(root_.position);
    return open.best + (1 - chance_of(worth)) * (open.worst - open.best);
  }

 private:
  struct Branch {
    Move move{};
    std::uint8_t set = 0;
    std::int32_t gain = 0;
    std::int32_t penalty = 0;
    float promise = 0;  // the worth at first sight, for who makes the move
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    double sum = 0;
    double times = 0;
  };
  struct Choice {
    Move move{};
    std::uint8_t set = 0;
    int gain = -infinite;
  };
  struct Step {
    std::size_t branch;
    int unit;
  };

  // The places that those who still play can come to.
  struct Open {
    int best;
    int worst;
  };

  static constexpr int infinite = 1'000'000;
  static constexpr std::size_t good = 4;  // that a play-out chooses from
  static constexpr unsigned whim = 5;     // one in so many times it does not take the best of them
  static constexpr std::size_t least_branches = 4096;

  static StarPlayOutShape bounded(StarPlayOutShape shape) {
    shape.width = std::max(shape.width, 1);
    shape.trust = std::max(shape.trust, 1);
    shape.scale = std::max(shape.scale, 1);
    return shape;
  }

  int unit_of(int seat) const { return course_.seating.unit_of_seat[seat]; }
  double trust() const { return shape_.trust / 100.0; }
  bool only_the_first_counts() const { return course_.rules.places == sternhalma::Places::first; }
  bool is_over(const Node& node) const {
    if (sternhalma::units_playing(course_, node.position) < 2) return true;
    return only_the_first_counts() && sternhalma::is_place_taken(course_, node.position, 1);
  }

  Open open_places(const Position& position) const {
    const int best = sternhalma::best_open_place(course_, position);
    return {best, best + std::max(sternhalma::units_playing(course_, position), 1) - 1};
  }

  double worth_of_place(int place) const {
    if (only_the_first_counts()) return place == 1 ? 1 : 0;
    return static_cast<double>(course_.seating.units - place) / (course_.seating.units - 1);
  }

  // What a unit may expect: its place, or something between the best and the worst that are open, by its lead before
  // those who still play. So it is worth more to come home than to be as near as one likes.
  struct Prospect {
    double least = 0;
    double span = 0;
    int lead = 0;
  };

  Prospect prospect_of(const Node& node, int unit) const {
    const Position& position = node.position;
    int home = 0;
    for (int seat = 0; seat < course_.seating.seats; ++seat) {
      if (unit_of(seat) == unit && position.places[seat] > 0) return {worth_of_place(position.places[seat]), 0, 0};
    }
    for (int other = 0; other < course_.seating.units; ++other) {
      const bool is_playing = (course_.seating.seats_of_unit[other] & position.playing) != 0;
      home += other != unit && !is_playing ? 1 : 0;
    }
    const Open open = open_places(position);
    const double least = worth_of_place(open.worst);
    if (is_over(node)) return {least, 0, 0};
    const int lead = outlook_.lead_of_unit(node, unit) + home * outlook_.cost_of_a_place() - shut_in(position, unit);
    return {least, worth_of_place(open.best) - least, lead};
  }

  // Who fills another's start shuts in what is left there; two who do it to each other wait until the last round. One
  // who plays both sets makes way for itself.
  int shut_in(const Position& position, int unit) const {
    const auto& seating = course_.seating;
    int pairs = 0;
    for (int set = 0; set < sternhalma::most_sets; ++set) {
      if (!seating.is_of_unit(set, unit) || seating.is_of_unit(sternhalma::opposite_set(set), unit)) continue;
      const auto& theirs = position.sets[sternhalma::opposite_set(set)];
      pairs += (position.sets[set] & course_.start[set]).count() * (theirs & course_.start[set]).count();
    }
    return shape_.shut_in * pairs;
  }

  double worth_of(const Prospect& prospect, int more_lead) const {
    const int lead = prospect.lead + more_lead;
    return prospect.least + prospect.span / (1 + std::exp(-lead / static_cast<double>(shape_.scale)));
  }

  // Of the best place that is open at the root.
  double chance_of(double worth) const {
    const Open open = open_places(root_.position);
    const double least = worth_of_place(open.worst);
    const double span = worth_of_place(open.best) - least;
    return span <= 0 ? 0 : std::clamp((worth - least) / span, 0.0, 1.0);
  }

  void visit(Budget& budget) {
    Node node = root_;
    path_.clear();
    std::size_t at = 0;
    while (branches_[at].count > 0) {
      at = promising(branches_[at]);
      path_.push_back({at, unit_of(node.position.seat)});
      const Branch& branch = branches_[at];
      play(node, {branch.move, branch.set, branch.gain});
    }
    if (branches_[at].times > 0 && !is_over(node) && branches_.size() < most_branches_) grow(at, node, budget);
    for (int turn = 0; turn < shape_.rounds * course_.seating.seats && !is_over(node); ++turn) {
      if (budget.is_spent()) return;  // half a line says nothing
      play(node, chosen(node, budget));
    }
    budget.count_node();
    ++lines_;
    for (const Step& step : path_) {
      Branch& branch = branches_[step.branch];
      branch.times += 1;
      branch.sum += worth_of(prospect_of(node, step.unit), -branch.penalty);
    }
    branches_.front().times += 1;
  }

  std::size_t promising(const Branch& parent) const {
    const double doubt = shape_.curiosity / 100.0 * std::sqrt(std::log(parent.times + 1));
    std::size_t best = parent.first;
    double most = -1;
    for (std::size_t at = parent.first; at < parent.first + parent.count; ++at) {
      const Branch& branch = branches_[at];
      const double tried = branch.times + trust();
      const double worth = (branch.sum + trust() * branch.promise) / tried + doubt / std::sqrt(tried);
      if (worth <= most) continue;
      most = worth;
      best = at;
    }
    return best;
  }

  void grow(std::size_t at, const Node& node, Budget& budget) {
    budget.count_node();
    const Prospect prospect = prospect_of(node, unit_of(node.position.seat));
    choices_.clear();
    visit_choices(node.position, [&](const Choice& choice) { choices_.push_back(choice); });
    const auto kept = std::min(choices_.size(), static_cast<std::size_t>(shape_.width));
    std::partial_sort(choices_.begin(), choices_.begin() + static_cast<std::ptrdiff_t>(kept), choices_.end(),
                      gains_more);
    branches_[at].first = static_cast<std::uint32_t>(branches_.size());
    branches_[at].count = static_cast<std::uint32_t>(kept);
    for (std::size_t nth = 0; nth < kept; ++nth) {
      const Choice& choice = choices_[nth];
      Branch& branch = branches_.emplace_back(Branch{choice.move, choice.set});
      branch.gain = choice.gain;
      branch.promise = static_cast<float>(worth_of(prospect, choice.gain));
    }
  }

  static bool gains_more(const Choice& left, const Choice& right) {
    if (left.gain != right.gain) return left.gain > right.gain;
    return left.move.from != right.move.from ? left.move.from < right.move.from : left.move.to < right.move.to;
  }

  template <typename Visitor>
  void visit_choices(const Position& position, Visitor&& visit) const {
    sternhalma::with_hop(course_.rules.hop, [&]<sternhalma::Hop hop>() {
      sternhalma::visit_moves<hop>(course_, position, [&](int set, int from, const auto& targets) {
        targets.for_each([&](int to) {
          const Move move{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)};
          visit({move, static_cast<std::uint8_t>(set), outlook_.gain(set, move)});
        });
      });
    });
  }

  // The move that gains most, now and then another good one; without a gain of its own where there is no move (CC-16).
  Choice chosen(const Node& node, Budget& budget) {
    budget.count_node();
    std::array<Choice, good> best{};
    std::size_t count = 0;
    visit_choices(node.position, [&](const Choice& choice) {
      if (count == good && choice.gain <= best.back().gain) return;
      std::size_t at = count < good ? count++ : good - 1;
      for (; at > 0 && best[at - 1].gain < choice.gain; --at) best[at] = best[at - 1];
      best[at] = choice;
    });
    if (count == 0) return {};
    return best[random_() % whim == 0 ? random_() % count : 0];
  }

  void play(Node& node, const Choice& choice) const {
    Position& position = node.position;
    if (choice.gain != -infinite) {
      const int unit = unit_of(position.seat);
      position.move(choice.set, choice.move);
      node.left[choice.set] -= choice.gain;
      if (sternhalma::is_unit_home(course_, position, unit)) {
        sternhalma::give_place(position, course_.seating.seats_of_unit[unit],
                               sternhalma::best_open_place(course_, position));
      }
    }
    if (sternhalma::units_playing(course_, position) > 1) sternhalma::pass_turn_on(course_, position);
  }

  const Course& course_;
  const StarOutlook<Side>& outlook_;
  const StarPlayOutShape shape_;
  const std::size_t most_branches_;
  std::mt19937 random_;
  Node root_;
  std::vector<Branch> branches_;
  std::vector<Step> path_;
  std::vector<Choice> choices_;
  std::uint64_t lines_ = 0;
};

}  // namespace crownstar::search
