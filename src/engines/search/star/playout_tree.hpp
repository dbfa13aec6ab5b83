// A tree of play-outs for races of three seats and more (Monte Carlo tree search): it grows where each seat does well,
// and at its edge a round is played on in which seats mostly make the move that gains most.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include "engines/search/budget.hpp"
#include "engines/search/star/evaluation/evaluation.hpp"
#include "engines/search/star/evaluation/several_seats_net.hpp"
#include "engines/search/star/evaluation/tuned.hpp"
#include "engines/search/star/root_move.hpp"

namespace crownstar::search::star {

// How the tree grows.
struct PlayoutOptions {
  int rounds = tuned::playout_rounds;              // that are played on from its edge
  int width = tuned::playout_width;                // moves that are considered in one position
  int exploration = tuned::playout_exploration;    // of moves with few visits, in hundredths
  int prior_visits = tuned::playout_prior_visits;  // that the evaluation at first sight counts for, in hundredths
  int scale = tuned::playout_scale;                // a lead that makes the odds grow by a factor of e
  int shut_in = tuned::playout_shut_in;            // a piece in its start costs so much for each rival's piece there
};

template <int Side>
class PlayoutTree {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Move = sternhalma::Move;
  using Node = EvaluatedPosition<Side>;
  using NetViews = typename SeveralSeatsNet<Side>::Views;

 public:
  // Visits and value of a first move.
  struct VisitStats {
    double visits = 0;
    double sum = 0;  // of values: 1 for the first place, 0 for the last

    double value() const { return visits > 0 ? sum / visits : 0; }
  };

  PlayoutTree(const Course& course, const Evaluation<Side>& evaluation, const SeveralSeatsNet<Side>& net,
              const PlayoutOptions& options, std::size_t most_bytes, int seed)
      : course_(course),
        evaluation_(evaluation),
        net_(net),
        options_(bounded(options)),
        most_branches_(std::max(most_bytes / sizeof(Branch), least_branches)),
        random_(static_cast<std::uint32_t>(seed)) {}

  void set_root(const Node& root, const std::vector<RootMove>& root_moves) {
    root_ = root;
    branches_.assign(1, {});
    branches_.front().first = 1;
    branches_.front().count = static_cast<std::uint32_t>(root_moves.size());
    const FirstSight first_sight(*this, root);
    for (const RootMove& first : root_moves) {
      Branch& branch = branches_.emplace_back(Branch{first.move, first.set});
      branch.gain = evaluation_.gain(first.set, first.move);
      branch.penalty = first.penalty;
      branch.prior = first_sight.value_of(first.move, branch.gain - first.penalty);
    }
  }

  // Grows until so many lines were played out in all, or the budget is spent.
  void run(std::uint64_t lines, Budget& budget) {
    while (lines_ < lines && !budget.is_spent()) visit(budget);
  }
  std::uint64_t lines() const { return lines_; }

  void add_to(std::vector<VisitStats>& visits) const {
    for (std::size_t nth = 0; nth < visits.size(); ++nth) {
      const Branch& branch = branches_[branches_.front().first + nth];
      visits[nth].visits += branch.visits + prior_visits();
      visits[nth].sum += branch.sum + prior_visits() * branch.prior;
    }
  }

  // The expected line after a move of the root: the most visited moves.
  std::vector<Move> line_after(std::size_t nth, std::size_t most) const {
    std::vector<Move> line;
    for (std::size_t at = branches_.front().first + nth; line.size() < most;) {
      line.push_back(branches_[at].move);
      const Branch& branch = branches_[at];
      if (branch.count == 0) break;
      at = branch.first;
      for (std::size_t other = at + 1; other < std::size_t{branch.first} + branch.count; ++other) {
        if (branches_[other].visits > branches_[at].visits) at = other;
      }
      if (branches_[at].visits < 1) break;
    }
    return line;
  }

  // The lead before those still playing, without the network.
  int plain_lead(const Node& node, int unit) const {
    const Position& position = node.position;
    int home = 0;
    for (int other = 0; other < course_.seating.units; ++other) {
      const bool is_playing = (course_.seating.seats_of_unit[other] & position.playing) != 0;
      const bool has_left = (course_.seating.seats_of_unit[other] & position.left) != 0;
      home += other != unit && !is_playing && !has_left ? 1 : 0;
    }
    return evaluation_.lead_of_unit(node, unit) + home * evaluation_.lost_place_cost() - shut_in_cost(position, unit);
  }

  // The lead before those still playing that has this value, and the expected place.
  int lead_of(double value) const {
    const double bounded = std::clamp(chance_of(value), 0.0005, 0.9995);
    return static_cast<int>(std::lround(options_.scale * std::log(bounded / (1 - bounded))));
  }
  double place_of(double value) const {
    const Open open = open_places(root_.position);
    return open.best + (1 - chance_of(value)) * (open.worst - open.best);
  }

 private:
  struct Branch {
    Move move{};
    std::uint8_t set = 0;
    std::int32_t gain = 0;
    std::int32_t penalty = 0;
    float prior = 0;  // the value at first sight, for the unit that moves
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    double sum = 0;
    double visits = 0;
  };
  struct RatedMove {
    Move move{};
    std::uint8_t set = 0;
    int gain = -infinite;
  };
  struct Step {
    std::size_t branch;
    int unit;
  };

  // The places that units still playing can reach.
  struct Open {
    int best;
    int worst;
  };

  static constexpr int infinite = 1'000'000;
  static constexpr std::size_t least_branches = 4096;

  static PlayoutOptions bounded(PlayoutOptions options) {
    options.width = std::max(options.width, 1);
    options.prior_visits = std::max(options.prior_visits, 1);
    options.scale = std::max(options.scale, 1);
    return options;
  }

  int unit_of(int seat) const { return course_.seating.unit_of_seat[seat]; }
  double prior_visits() const { return options_.prior_visits / 100.0; }
  bool only_the_first_counts() const { return course_.rules.places == sternhalma::Places::first; }
  bool is_over(const Node& node) const {
    if (sternhalma::units_playing(course_, node.position) < 2) return true;
    return only_the_first_counts() && sternhalma::is_place_taken(course_, node.position, 1);
  }

  Open open_places(const Position& position) const {
    const int best = sternhalma::best_open_place(course_, position);
    return {best, best + std::max(sternhalma::units_playing(course_, position), 1) - 1};
  }

  double value_of_place(int place) const {
    if (only_the_first_counts()) return place == 1 ? 1 : 0;
    return static_cast<double>(course_.seating.units - place) / (course_.seating.units - 1);
  }

  // What a unit may expect: its place, or between the best and the worst open place by its lead over those still
  // playing. So being home is worth more than being nearly home, however far ahead.
  struct Prospect {
    double least = 0;
    double span = 0;
    int lead = 0;
  };

  Prospect plain_prospect(const Node& node, int unit) const {
    const Position& position = node.position;
    for (int seat = 0; seat < course_.seating.seats; ++seat) {
      if (unit_of(seat) == unit && position.places[seat] > 0) return {value_of_place(position.places[seat]), 0, 0};
    }
    const Open open = open_places(position);
    const double least = value_of_place(open.worst);
    if (is_over(node)) return {least, 0, 0};
    return {least, value_of_place(open.best) - least, plain_lead(node, unit)};
  }

  Prospect prospect_of(const Node& node, int unit, NetViews& views) const {
    Prospect prospect = plain_prospect(node, unit);
    if (net_.is_used() && prospect.span > 0) {
      prospect.lead += net_.value(views, evaluation_, node, first_seat_of(unit));
    }
    return prospect;
  }

  // What the moves of a position are worth before they are tried, for the unit that moves.
  class FirstSight {
   public:
    FirstSight(const PlayoutTree& tree, const Node& node)
        : tree_(tree), prospect_(tree.plain_prospect(node, tree.unit_of(node.position.seat))) {
      if (tree.net_.is_used() && prospect_.span > 0) values_.emplace(tree.net_, tree.evaluation_, node);
    }
    float value_of(Move move, int gain) const {
      return static_cast<float>(tree_.value_of(prospect_, values_ ? gain + values_->value_after(move) : gain));
    }

   private:
    const PlayoutTree& tree_;
    const Prospect prospect_;
    std::optional<typename SeveralSeatsNet<Side>::MoveValues> values_;
  };

  int first_seat_of(int unit) const {
    return std::countr_zero(static_cast<unsigned>(course_.seating.seats_of_unit[unit]));
  }

  // A rival's pieces in one's own start shut in the pieces that are left there. Two sides that do it to each other wait
  // until the last round. A seat that plays both sets makes way for itself.
  int shut_in_cost(const Position& position, int unit) const {
    const auto& seating = course_.seating;
    int pairs = 0;
    for (int set = 0; set < sternhalma::most_sets; ++set) {
      if (!seating.is_of_unit(set, unit) || seating.is_of_unit(sternhalma::opposite_set(set), unit)) continue;
      const auto& theirs = position.sets[sternhalma::opposite_set(set)];
      pairs += (position.sets[set] & course_.start[set]).count() * (theirs & course_.start[set]).count();
    }
    return options_.shut_in * pairs;
  }

  double value_of(const Prospect& prospect, int more_lead) const {
    const int lead = prospect.lead + more_lead;
    return prospect.least + prospect.span / (1 + std::exp(-lead / static_cast<double>(options_.scale)));
  }

  // Of the best place that is open at the root.
  double chance_of(double value) const {
    const Open open = open_places(root_.position);
    const double least = value_of_place(open.worst);
    const double span = value_of_place(open.best) - least;
    return span <= 0 ? 0 : std::clamp((value - least) / span, 0.0, 1.0);
  }

  void visit(Budget& budget) {
    Node node = root_;
    path_.clear();
    std::size_t at = 0;
    while (branches_[at].count > 0) {
      at = best_child(branches_[at]);
      path_.push_back({at, unit_of(node.position.seat)});
      const Branch& branch = branches_[at];
      play(node, {branch.move, branch.set, branch.gain});
    }
    if (branches_[at].visits > 0 && !is_over(node) && branches_.size() < most_branches_) expand(at, node, budget);
    for (int turn = 0; turn < options_.rounds * course_.seating.seats && !is_over(node); ++turn) {
      if (budget.is_spent()) return;  // an unfinished line has no result
      play(node, playout_move(node, budget));
    }
    budget.count_node();
    ++lines_;
    NetViews views;
    for (const Step& step : path_) {
      Branch& branch = branches_[step.branch];
      branch.visits += 1;
      branch.sum += value_of(prospect_of(node, step.unit, views), -branch.penalty);
    }
    branches_.front().visits += 1;
  }

  std::size_t best_child(const Branch& parent) const {
    const double doubt = options_.exploration / 100.0 * std::sqrt(std::log(parent.visits + 1));
    std::size_t best = parent.first;
    double most = -1;
    for (std::size_t at = parent.first; at < parent.first + parent.count; ++at) {
      const Branch& branch = branches_[at];
      const double visits = branch.visits + prior_visits();
      const double value = (branch.sum + prior_visits() * branch.prior) / visits + doubt / std::sqrt(visits);
      if (value <= most) continue;
      most = value;
      best = at;
    }
    return best;
  }

  void expand(std::size_t at, const Node& node, Budget& budget) {
    budget.count_node();
    const FirstSight first_sight(*this, node);
    rated_.clear();
    visit_rated(node.position, [&](const RatedMove& choice) { rated_.push_back(choice); });
    const auto kept = std::min(rated_.size(), static_cast<std::size_t>(options_.width));
    std::partial_sort(rated_.begin(), rated_.begin() + static_cast<std::ptrdiff_t>(kept), rated_.end(), gains_more);
    branches_[at].first = static_cast<std::uint32_t>(branches_.size());
    branches_[at].count = static_cast<std::uint32_t>(kept);
    for (std::size_t nth = 0; nth < kept; ++nth) {
      const RatedMove& choice = rated_[nth];
      Branch& branch = branches_.emplace_back(Branch{choice.move, choice.set});
      branch.gain = choice.gain;
      branch.prior = first_sight.value_of(choice.move, choice.gain);
    }
  }

  static bool gains_more(const RatedMove& left, const RatedMove& right) {
    if (left.gain != right.gain) return left.gain > right.gain;
    return left.move.from != right.move.from ? left.move.from < right.move.from : left.move.to < right.move.to;
  }

  template <typename Visitor>
  void visit_rated(const Position& position, Visitor&& visit) const {
    sternhalma::with_hop(course_.rules.hop, [&]<sternhalma::Hop hop>() {
      sternhalma::visit_moves<hop>(course_, position, [&](int set, int from, const auto& targets) {
        targets.for_each([&](int to) {
          const Move move{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)};
          visit({move, static_cast<std::uint8_t>(set), evaluation_.gain(set, move)});
        });
      });
    });
  }

  // The move that gains most, now and then another good one. Without a move where the seat must pass (CC-16).
  RatedMove playout_move(const Node& node, Budget& budget) {
    budget.count_node();
    std::array<RatedMove, tuned::playout_good_moves> best{};
    std::size_t count = 0;
    visit_rated(node.position, [&](const RatedMove& choice) {
      if (count == tuned::playout_good_moves && choice.gain <= best.back().gain) return;
      std::size_t at = count < tuned::playout_good_moves ? count++ : tuned::playout_good_moves - 1;
      for (; at > 0 && best[at - 1].gain < choice.gain; --at) best[at] = best[at - 1];
      best[at] = choice;
    });
    if (count == 0) return {};
    return best[random_() % tuned::playout_random_one_in == 0 ? random_() % count : 0];
  }

  void play(Node& node, const RatedMove& choice) const {
    Position& position = node.position;
    if (choice.gain != -infinite) {
      const int unit = unit_of(position.seat);
      position.move(choice.set, choice.move);
      node.left[choice.set] -= choice.gain;
      if (sternhalma::is_unit_home(course_, position, unit)) {
        sternhalma::give_place_at_home(course_, position, unit);
      }
    }
    if (sternhalma::units_playing(course_, position) > 1) sternhalma::pass_turn_on(course_, position);
  }

  const Course& course_;
  const Evaluation<Side>& evaluation_;
  const SeveralSeatsNet<Side>& net_;
  const PlayoutOptions options_;
  const std::size_t most_branches_;
  std::mt19937 random_;
  Node root_;
  std::vector<Branch> branches_;
  std::vector<Step> path_;
  std::vector<RatedMove> rated_;
  std::uint64_t lines_ = 0;
};

}  // namespace crownstar::search::star
