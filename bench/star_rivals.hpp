// A way of playing the star that the engine does not have, to be compared with: max^n. A generation of moves is a
// node. It does not know how a seat counts its way home where nobody meets it.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "engines/search/star/root_search.hpp"

namespace crownstar::bench {

template <int Side>
class StarRivals {
  using Course = sternhalma::Course<Side>;
  using Node = search::star::EvaluatedPosition<Side>;

 public:
  struct Choice {
    sternhalma::Move move;
    int set = 0;
    int gain = 0;
  };

  StarRivals(const Course& course, const search::star::Evaluation<Side>& evaluation)
      : course_(course), evaluation_(evaluation) {}

  // Every seat looks for its own best, turn after turn, as deep as the nodes last.
  Choice by_max_n(const sternhalma::Position<Side>& position, const search::star::ArrangementCounts& arrangements,
                  search::Budget& budget) {
    budget_ = &budget;
    const Node root = evaluation_.node(position);
    std::vector<Choice> firsts = choices(root, most_firsts);
    const std::vector<int> penalties = penalties_of(position, firsts, arrangements);
    Choice best = firsts.front();
    const int own = unit_of(position.seat);
    for (int depth = 1; depth <= most_depth && !budget_->is_spent(); ++depth) {
      int most = -infinite;
      Choice here = best;
      for (std::size_t nth = 0; nth < firsts.size() && !budget_->is_spent(); ++nth) {
        Node child = root;
        play(child, firsts[nth]);
        const int hole_value = max_n(child, depth - 1)[index(own)] - penalties[nth];
        if (budget_->is_spent() && depth > 1) break;
        if (hole_value <= most) continue;
        most = hole_value;
        here = firsts[nth];
      }
      if (!budget_->is_spent() || depth == 1) best = here;
    }
    return best;
  }

 private:
  using Worths = std::array<int, sternhalma::most_seats>;

  static constexpr int infinite = 1'000'000;
  static constexpr int most_depth = 12;
  static constexpr std::size_t most_firsts = 30;
  static constexpr std::size_t width = 10;
  static constexpr int repeated = 150;

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  int unit_of(int seat) const { return course_.seating.unit_of_seat[seat]; }

  // The moves that gain most.
  std::vector<Choice> choices(const Node& node, std::size_t most) {
    budget_->count_node();
    std::vector<Choice> all;
    sternhalma::find_moves(course_, node.position, moves_);
    for (const auto& piece : moves_) {
      piece.targets.for_each([&](int to) {
        const sternhalma::Move move{piece.from, static_cast<std::uint16_t>(to)};
        all.push_back({move, piece.set, evaluation_.gain(piece.set, move)});
      });
    }
    const std::size_t kept = std::min(most, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(),
                      [](const Choice& left, const Choice& right) { return left.gain > right.gain; });
    all.resize(kept);
    return all;
  }

  std::vector<int> penalties_of(const sternhalma::Position<Side>& position, const std::vector<Choice>& firsts,
                                const search::star::ArrangementCounts& arrangements) const {
    std::vector<int> penalties;
    for (const Choice& choice : firsts) {
      auto after = position;
      after.move(choice.set, choice.move);
      const auto known = arrangements.find(search::star::arrangement_key(course_, after, position.seat));
      penalties.push_back(known == arrangements.end() ? 0 : known->second * repeated);
    }
    return penalties;
  }

  void play(Node& node, const Choice& choice) const {
    auto& position = node.position;
    const int unit = unit_of(position.seat);
    position.move(choice.set, choice.move);
    node.left[index(choice.set)] -= choice.gain;
    if (sternhalma::is_unit_home(course_, position, unit)) {
      sternhalma::give_place_at_home(course_, position, unit);
    }
    if (sternhalma::units_playing(course_, position) > 1) sternhalma::pass_turn_on(course_, position);
  }

  bool is_over(const Node& node) const { return sternhalma::units_playing(course_, node.position) < 2; }

  Worths worths_of(const Node& node) const {
    Worths worths{};
    for (int seat = 0; seat < course_.seating.seats; ++seat) {
      const int place = node.position.places[seat];
      const int unit = unit_of(seat);
      worths[index(unit)] = place > 0 ? 10'000 / place : evaluation_.lead_of_unit(node, unit);
    }
    return worths;
  }

  Worths max_n(const Node& node, int depth) {
    if (depth <= 0 || budget_->is_spent() || is_over(node)) return worths_of(node);
    const std::vector<Choice> all = choices(node, width);
    Worths best = worths_of(node);
    if (all.empty()) return best;
    const std::size_t own = index(unit_of(node.position.seat));
    bool is_first = true;
    for (const Choice& choice : all) {
      Node child = node;
      play(child, choice);
      const Worths worths = max_n(child, depth - 1);
      if (!is_first && worths[own] <= best[own]) continue;
      best = worths;
      is_first = false;
    }
    return best;
  }

  const Course& course_;
  const search::star::Evaluation<Side>& evaluation_;
  search::Budget* budget_ = nullptr;
  sternhalma::LegalMoves<Side> moves_;
};

}  // namespace crownstar::bench
