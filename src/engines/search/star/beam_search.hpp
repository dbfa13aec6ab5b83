// Beam search over a seat's own next turns, with rivals that each make the move that gains them most.
#pragma once

#include <algorithm>
#include <vector>

#include "engines/search/budget.hpp"
#include "engines/search/findings.hpp"
#include "engines/search/star/evaluation/evaluation.hpp"
#include "engines/search/star/evaluation/tuned.hpp"
#include "engines/search/star/root_move.hpp"
#include "engines/search/star/solo_race.hpp"
#include "engines/search/star/turns_home.hpp"

namespace crownstar::search::star {

// Turn by turn the best positions are kept. A rival's answer costs one generation of moves and no choice, so plans of
// many turns are within reach where a tree of all seats sees one or two.
template <int Side>
class BeamSearch {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Move = sternhalma::Move;
  using Node = EvaluatedPosition<Side>;

 public:
  struct Found {
    std::vector<int> scores;  // of each first move; `none` where a better one took its place on the way
    int best = -1;
    int turns = 0;  // of one's own, that were looked at
    bool is_home = false;
  };
  static constexpr int none = -won - 1;
  static constexpr int infinite = won + 1;

  BeamSearch(const Course& course, const Evaluation<Side>& evaluation, Budget& budget)
      : course_(course), evaluation_(evaluation), budget_(budget) {}

  // Plans so many turns, with so many positions kept at each. False where the budget is spent before.
  bool find(const Node& root, const std::vector<RootMove>& firsts, int turns, int width, Found& found) {
    root_unit_ = course_.seating.unit_of_seat[root.position.seat];
    root_seat_ = root.position.seat;
    found = {std::vector<int>(firsts.size(), none), -1, 0, false};
    kept_.assign(1, Kept{root, 0, 0});
    for (int turn = 1; turn <= turns; ++turn) {
      branches_.clear();
      if (turn == 1) {
        branch_first(firsts);
      } else {
        for (std::size_t parent = 0; parent < kept_.size() && !budget_.is_spent(); ++parent) branch(parent);
      }
      if (budget_.is_spent()) return false;
      if (branches_.empty()) break;
      found.turns = turn;
      if (const Branch* home = nearest_home(); home != nullptr) {
        found.best = home->first;
        found.is_home = true;
        found.scores[static_cast<std::size_t>(home->first)] = won - turn;
        return true;
      }
      note(found);
      if (turn == turns) break;
      follow(width);
      if (budget_.is_spent()) return false;
      if (kept_.empty()) break;
    }
    return found.best >= 0;
  }

 private:
  struct Kept {
    Node node;
    int first = 0;
    int penalty = 0;
  };
  struct Branch {
    std::uint32_t parent = 0;
    Move move;
    std::uint8_t set = 0;
    bool is_home = false;
    int first = 0;
    int penalty = 0;
    int score = 0;
  };

  void branch_first(const std::vector<RootMove>& firsts) {
    budget_.count_node();
    const Node& node = kept_.front().node;
    const int stands = evaluation_.lead_of_unit(node, root_unit_);
    for (std::size_t number = 0; number < firsts.size(); ++number) {
      const RootMove& first = firsts[number];
      const int score = stands + evaluation_.gain(first.set, first.move) - first.penalty;
      branches_.push_back({0, first.move, first.set, comes_home(node.position, first.set, first.move),
                           static_cast<int>(number), first.penalty, score});
    }
  }

  void branch(std::size_t parent) {
    budget_.count_node();
    const Kept& kept = kept_[parent];
    const Position& position = kept.node.position;
    const int stands = evaluation_.lead_of_unit(kept.node, root_unit_) - kept.penalty;
    const bool may_come_home = could_come_home(course_, position, root_unit_);
    sternhalma::find_moves(course_, position, moves_);
    for (const auto& piece : moves_) {
      piece.targets.for_each([&](int to) {
        const Move move{piece.from, static_cast<std::uint16_t>(to)};
        const int gain = evaluation_.gain(piece.set, move);
        const bool is_home = may_come_home && comes_home(position, piece.set, move);
        if (gain < tuned::least_plan_gain && !is_home) return;
        branches_.push_back(
            {static_cast<std::uint32_t>(parent), move, piece.set, is_home, kept.first, kept.penalty, stands + gain});
      });
    }
  }

  bool comes_home(const Position& position, int set, Move move) const {
    Position after = position;
    after.move(set, move);
    return sternhalma::is_unit_home(course_, after, root_unit_);
  }

  const Branch* nearest_home() const {
    const auto home = std::ranges::find(branches_, true, &Branch::is_home);
    return home == branches_.end() ? nullptr : &*home;
  }

  // What each first move leads to at this turn: those that lead no farther are not to be compared any more.
  void note(Found& found) const {
    std::ranges::fill(found.scores, none);
    int best = none;
    for (const Branch& branch : branches_) {
      int& score = found.scores[static_cast<std::size_t>(branch.first)];
      score = std::max(score, branch.score);
      if (branch.score <= best) continue;
      best = branch.score;
      found.best = branch.first;
    }
  }

  // Keeps the best, and lets the rivals answer each.
  void follow(int width) {
    const auto better = [](const Branch& left, const Branch& right) {
      if (left.score != right.score) return left.score > right.score;
      if (left.parent != right.parent) return left.parent < right.parent;
      return left.move.from != right.move.from ? left.move.from < right.move.from : left.move.to < right.move.to;
    };
    // Some come to the same position by another way, so a few more are sorted.
    const auto most = std::min(branches_.size(), static_cast<std::size_t>(width) * tuned::beam_sorted_for_width);
    std::partial_sort(branches_.begin(), branches_.begin() + static_cast<std::ptrdiff_t>(most), branches_.end(),
                      better);
    next_.clear();
    KeySet met;
    for (std::size_t number = 0; number < most && next_.size() < static_cast<std::size_t>(width); ++number) {
      const Branch& branch = branches_[number];
      Kept kept{kept_[branch.parent].node, branch.first, branch.penalty};
      play(kept.node, branch.set, branch.move);
      if (!met.add(kept.node.position.placement)) continue;
      const bool goes_on = let_rivals_move(kept.node);
      if (budget_.is_spent()) return;
      if (goes_on) next_.push_back(kept);
    }
    kept_.swap(next_);
  }

  void play(Node& node, int set, Move move) const {
    node.position.move(set, move);
    node.left[static_cast<std::size_t>(set)] -= evaluation_.gain(set, move);
    sternhalma::pass_turn_on(course_, node.position);
  }

  // False where that ends the game for us.
  bool let_rivals_move(Node& node) {
    Position& position = node.position;
    while (position.seat != root_seat_) {
      if (budget_.is_spent()) return false;
      budget_.count_node();
      int best_gain = -won;
      int best_set = 0;
      Move best{};
      sternhalma::with_hop(course_.rules.hop, [&]<sternhalma::Hop hop>() {
        sternhalma::visit_moves<hop>(course_, position, [&](int set, int from, const auto& targets) {
          targets.for_each([&](int to) {
            const Move move{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)};
            const int gain = evaluation_.gain(set, move);
            if (gain <= best_gain) return;
            best_gain = gain;
            best_set = set;
            best = move;
          });
        });
      });
      if (best_gain == -won) {  // CC-16
        sternhalma::pass_turn_on(course_, position);
        continue;
      }
      const int unit = course_.seating.unit_of_seat[position.seat];
      position.move(best_set, best);
      node.left[static_cast<std::size_t>(best_set)] -= best_gain;
      if (sternhalma::is_unit_home(course_, position, unit)) {
        sternhalma::give_place_at_home(course_, position, unit);
        const bool is_last = sternhalma::units_playing(course_, position) < 2;
        if (is_last || course_.rules.places == sternhalma::Places::first) return false;
      }
      sternhalma::pass_turn_on(course_, position);
    }
    return true;
  }

  const Course& course_;
  const Evaluation<Side>& evaluation_;
  Budget& budget_;
  int root_unit_ = 0;
  int root_seat_ = 0;
  std::vector<Kept> kept_;
  std::vector<Kept> next_;
  std::vector<Branch> branches_;
  sternhalma::LegalMoves<Side> moves_;
};

}  // namespace crownstar::search::star
