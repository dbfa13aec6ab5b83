// The race home of a seat that nobody meets any more: a beam search for the fewest turns, with rivals standing still.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "engines/search/budget.hpp"
#include "engines/search/star/evaluation/evaluation.hpp"
#include "engines/search/star/evaluation/tuned.hpp"

namespace crownstar::search::star {

struct SoloMove {
  sternhalma::Move move;
  std::uint8_t set = 0;
};

struct SoloPlan {
  std::vector<SoloMove> moves;
  // No way home takes fewer turns, unless it goes back by nearly a turn somewhere on it.
  bool is_shortest = false;
};

// A set of keys, in a hash table that grows.
class KeySet {
 public:
  KeySet() : slots_(first_slots) {}

  // False where it was there already.
  bool add(std::uint64_t key) {
    if (2 * used_ >= slots_.size()) grow();
    std::uint64_t& slot = slot_of(key | 1U);
    if (slot != 0) return false;
    slot = key | 1U;
    ++used_;
    return true;
  }

 private:
  static constexpr std::size_t first_slots = 4096;

  std::uint64_t& slot_of(std::uint64_t key) {
    std::size_t index = (key >> 8U) & (slots_.size() - 1);
    while (slots_[index] != 0 && slots_[index] != key) index = (index + 1) & (slots_.size() - 1);
    return slots_[index];
  }
  void grow() {
    const std::vector<std::uint64_t> old = std::exchange(slots_, std::vector<std::uint64_t>(2 * slots_.size()));
    for (const std::uint64_t key : old) {
      if (key != 0) slot_of(key) = key;
    }
  }

  std::vector<std::uint64_t> slots_;
  std::size_t used_ = 0;
};

template <int Side>
class SoloRace {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Node = EvaluatedPosition<Side>;
  using Slots = typename sternhalma::Lattice<Side>::Slots;

 public:
  SoloRace(const Course& course, const Evaluation<Side>& evaluation, Budget& budget)
      : course_(course), evaluation_(evaluation), budget_(budget) {}

  // The fewest turns in which the seat to move is home, found with so many positions kept a layer; nothing where there
  // is no way in fewer than `before` turns, or none was found.
  std::optional<SoloPlan> find(const Node& start, int width, int before) {
    seat_ = start.position.seat;
    layers_.clear();
    const int fewest = fewest_turns(start.position);
    bool is_whole = true;
    std::vector<Node> here{start};
    KeySet met;
    met.add(start.position.placement);
    for (int turn = 1; turn < before; ++turn) {
      Layer layer;
      for (std::size_t parent = 0; parent < here.size(); ++parent) {
        budget_.count_node();
        if (budget_.is_spent()) return std::nullopt;
        const Step home = expand(here[parent], parent, turn, before, met, layer);
        if (home.is_home) {
          layers_.push_back({home});
          return SoloPlan{moves_to(0), is_whole || turn == fewest};
        }
      }
      is_whole = is_whole && layer.size() <= static_cast<std::size_t>(width);
      cut(layer, width);
      here = stand_after(here, layer);
      layers_.push_back(std::move(layer));
      if (here.empty()) break;
    }
    return std::nullopt;
  }

  // No fewer turns can do: every open hole of a goal takes one, and so does every piece still in its start.
  int fewest_turns(const Position& position) const {
    int open = 0;
    int behind = 0;
    for_sets([&](int set) {
      open += sternhalma::open_goal_holes(course_, position, set);
      behind += (position.sets[set] & course_.start[set]).count();
    });
    return std::max(open, behind);
  }

 private:
  struct Step {
    SoloMove move;
    bool is_home = false;
    std::uint32_t parent = 0;
    int far = 0;
  };
  using Layer = std::vector<Step>;

  template <typename Visitor>
  void for_sets(Visitor&& visit) const {
    for (int nth = 0; nth < course_.seating.sets_each; ++nth) visit(course_.seating.sets[seat_][nth]);
  }

  Step expand(const Node& node, std::size_t parent, int turn, int before, KeySet& met, Layer& layer) {
    Step home;
    sternhalma::find_moves(course_, node.position, moves_);
    int left = 0;
    for_sets([&](int set) { left += node.left[static_cast<std::size_t>(set)]; });
    for (const auto& piece : moves_) {
      piece.targets.for_each([&](int to) {
        const sternhalma::Move move{piece.from, static_cast<std::uint16_t>(to)};
        const int gain = evaluation_.gain(piece.set, move);
        if (home.is_home || gain < tuned::least_plan_gain) return;
        Position after = node.position;
        after.move(piece.set, move);
        if (!met.add(after.placement)) return;
        const Step step{{move, piece.set}, false, static_cast<std::uint32_t>(parent), left - gain + to_holes(after)};
        const int fewest = fewest_turns(after);
        if (fewest == 0 && is_home(after)) {
          home = step;
          home.is_home = true;
        } else if (turn + std::max(fewest, 1) < before) {
          layer.push_back(step);
        }
      });
    }
    return home;
  }

  bool is_home(const Position& position) const {
    bool all = true;
    for_sets([&](int set) { all = all && sternhalma::is_home(course_, position, set); });
    return all;
  }

  // Near the end it counts which holes are open: a piece on the wrong side of a full goal is not helped by being close
  // to its tip.
  int to_holes(const Position& position) const {
    int total = 0;
    for_sets([&](int set) {
      const Slots open = (course_.to_fill[set] | course_.row_to_fill[set]).without(position.occupied());
      if (open.count() > tuned::most_open_holes) return;
      Slots outside = position.sets[set].without(course_.goal[set]);
      open.for_each([&](int hole) {
        int nearest = 99;
        int which = -1;
        outside.for_each([&](int slot) {
          const int far = steps_between(place(hole), place(slot));
          if (far >= nearest) return;
          nearest = far;
          which = slot;
        });
        if (which < 0) return;
        outside.erase(which);
        total += nearest * tuned::step_to_hole;
      });
    });
    return total;
  }

  static board::StarPlace place(int slot) {
    return board::star<Side>.place(sternhalma::lattice<Side>.hole_of_slot[slot]);
  }

  static void cut(Layer& layer, int width) {
    const auto nearer = [](const Step& left, const Step& right) { return left.far < right.far; };
    if (layer.size() <= static_cast<std::size_t>(width)) return;
    std::nth_element(layer.begin(), layer.begin() + width, layer.end(), nearer);
    layer.resize(static_cast<std::size_t>(width));
  }

  std::vector<Node> stand_after(const std::vector<Node>& here, const Layer& layer) const {
    std::vector<Node> next;
    next.reserve(layer.size());
    for (const Step& step : layer) {
      Node& node = next.emplace_back(here[step.parent]);
      node.position.move(step.move.set, step.move.move);
      node.left[step.move.set] -= evaluation_.gain(step.move.set, step.move.move);
    }
    return next;
  }

  // Back from a step of the last layer to the first.
  std::vector<SoloMove> moves_to(std::size_t index) const {
    std::vector<SoloMove> moves(layers_.size());
    for (std::size_t layer = layers_.size(); layer-- > 0;) {
      moves[layer] = layers_[layer][index].move;
      index = layers_[layer][index].parent;
    }
    return moves;
  }

  const Course& course_;
  const Evaluation<Side>& evaluation_;
  Budget& budget_;
  int seat_ = 0;
  std::vector<Layer> layers_;
  sternhalma::LegalMoves<Side> moves_;
};

}  // namespace crownstar::search::star
