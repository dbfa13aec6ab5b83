// A short way across: promising positions only, from both ends at once, since the way back is the way there turned.

#include <algorithm>
#include <unordered_map>

#include "solve/transfer.hpp"

namespace crownstar::solve {
namespace {

struct Reached {
  Holes position = 0;
  std::uint32_t parent = 0;
  std::int8_t from = 0;
  std::int8_t to = 0;
  std::int16_t score = 0;
};
using ReachedLayer = std::vector<Reached>;

struct HolesHash {
  std::size_t operator()(Holes holes) const {
    const auto low = static_cast<std::uint64_t>(holes);
    const auto high = static_cast<std::uint64_t>(holes >> 64U);
    std::uint64_t mixed = (low ^ (high * 0x9E3779B97F4A7C15U)) * 0xBF58476D1CE4E5B9U;
    mixed ^= mixed >> 31U;
    return mixed * 0x94D049BB133111EBU >> 8U;
  }
};
using Places = std::unordered_map<Holes, std::uint32_t, HolesHash>;

class Crossing {
 public:
  Crossing(const Field& field, int width, const OnTransfer& progress)
      : field_(field), width_(static_cast<std::size_t>(width)), progress_(progress) {}

  std::vector<TransferStep> find(int most_moves) {
    layers_.assign(1, ReachedLayer{{field_.start, 0, 0, 0, 0}});
    for (int depth = 0; 2 * depth <= most_moves; ++depth) {
      const ReachedLayer& here = layers_.back();
      places_.clear();
      for (std::uint32_t number = 0; number < here.size(); ++number) {
        places_.emplace(canonical(field_, here[number].position), number);
      }
      if (auto steps = meet_at_once(); !steps.empty()) return steps;
      if (2 * depth < most_moves) {
        if (auto steps = meet_after_a_move(); !steps.empty()) return steps;
      }
      if (progress_ && !progress_({depth + 1, 0, here.size()})) return {};
      advance();
      if (layers_.back().empty()) return {};
    }
    return {};
  }

 private:
  // The farther the whole army the better, and nobody far behind.
  int score_of(Holes position) const {
    int sum = 0;
    int least = field_.holes;
    for_each(position, [&](int hole) {
      const int advance = field_.advance[static_cast<std::size_t>(hole)];
      sum += advance;
      least = std::min(least, advance);
    });
    return 8 * sum + 4 * least;
  }

  void advance() {
    const ReachedLayer& here = layers_.back();
    ReachedLayer next;
    for (std::uint32_t parent = 0; parent < here.size(); ++parent) {
      const Holes position = here[parent].position;
      for_each(position, [&](int from) {
        for_each(targets(field_, position, from), [&](int to) {
          const Holes after = position ^ one(from) ^ one(to);
          if (score_of(after) < here[parent].score) return;
          next.push_back({after, parent, static_cast<std::int8_t>(from), static_cast<std::int8_t>(to),
                          static_cast<std::int16_t>(score_of(after))});
        });
      });
      if (next.size() > 8 * width_ + (1U << 16U)) cut(next);
    }
    cut(next);
    layers_.push_back(std::move(next));
  }

  void cut(ReachedLayer& layer) const {
    std::ranges::sort(layer, [&](const Reached& left, const Reached& right) {
      if (left.score != right.score) return left.score > right.score;
      return left.position < right.position;
    });
    Places met;
    ReachedLayer kept;
    for (const Reached& each : layer) {
      if (kept.size() == width_) break;
      if (met.emplace(canonical(field_, each.position), 0).second) kept.push_back(each);
    }
    layer = std::move(kept);
  }

  std::vector<TransferStep> meet_at_once() const {
    const ReachedLayer& here = layers_.back();
    for (std::uint32_t number = 0; number < here.size(); ++number) {
      const Holes turned = moved(field_.turned, here[number].position);
      const auto found = places_.find(canonical(field_, turned));
      if (found == places_.end()) continue;
      std::vector<TransferStep> steps = way_to(number);
      append_way_back(found->second, turned, steps);
      return steps;
    }
    return {};
  }

  std::vector<TransferStep> meet_after_a_move() const {
    const ReachedLayer& here = layers_.back();
    std::vector<TransferStep> steps;
    for (std::uint32_t number = 0; number < here.size() && steps.empty(); ++number) {
      const Holes position = here[number].position;
      for_each(position, [&](int from) {
        for_each(targets(field_, position, from), [&](int to) {
          if (!steps.empty()) return;
          const Holes turned = moved(field_.turned, position ^ one(from) ^ one(to));
          const auto found = places_.find(canonical(field_, turned));
          if (found == places_.end()) return;
          steps = way_to(number);
          steps.push_back({from, to});
          append_way_back(found->second, turned, steps);
        });
      });
    }
    return steps;
  }

  std::vector<TransferStep> way_to(std::uint32_t number) const {
    std::vector<TransferStep> steps;
    for (std::size_t depth = layers_.size() - 1; depth > 0; --depth) {
      const Reached& reached = layers_[depth][number];
      steps.push_back({reached.from, reached.to});
      number = reached.parent;
    }
    std::ranges::reverse(steps);
    return steps;
  }

  // From the position whose turned image is `turned` on to the goal: the way to that image, turned and back to front.
  void append_way_back(std::uint32_t number, Holes turned, std::vector<TransferStep>& steps) const {
    const bool is_mirrored = layers_.back()[number].position != turned;
    std::vector<TransferStep> there = way_to(number);
    std::ranges::reverse(there);
    const auto on_the_way = [&](int hole) -> int {
      const int image = is_mirrored ? field_.mirrored[static_cast<std::size_t>(hole)] : hole;
      return field_.turned[static_cast<std::size_t>(image)];
    };
    for (const TransferStep& step : there) steps.push_back({on_the_way(step.to), on_the_way(step.from)});
  }

  const Field& field_;
  const std::size_t width_;
  const OnTransfer& progress_;
  std::vector<ReachedLayer> layers_;
  Places places_;
};

}  // namespace

std::vector<TransferStep> find_transfer(const Field& field, int most_moves, int width, const OnTransfer& progress) {
  return Crossing(field, width, progress).find(most_moves);
}

}  // namespace crownstar::solve
