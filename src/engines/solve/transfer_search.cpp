// A short way across: promising positions only, from both ends at once, since the way back is the way there turned.

#include <algorithm>
#include <unordered_map>

#include "base/mixing.hpp"
#include "engines/solve/transfer.hpp"

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
    return base::mix_bits(low ^ (high * 0x9E3779B97F4A7C15U));
  }
};
using Places = std::unordered_map<Holes, std::uint32_t, HolesHash>;

class Crossing {
 public:
  Crossing(const Field& field, int width, const Limits& limits, const OnTransfer& progress)
      : field_(field), width_(static_cast<std::size_t>(width)), limits_(limits), progress_(progress) {}

  Checked<TransferWay> find(int most_moves) {
    layers_.assign(1, ReachedLayer{{field_.start, 0, 0, 0, 0}});
    for (int depth = 0; 2 * depth <= most_moves; ++depth) {
      if (auto fits = check_memory(depth); !fits) return std::unexpected(fits.error());
      const ReachedLayer& here = layers_.back();
      places_.clear();
      for (std::uint32_t number = 0; number < here.size(); ++number) {
        places_.emplace(canonical(field_, here[number].position), number);
      }
      if (auto steps = meet_at_once(); !steps.empty()) return TransferWay{std::move(steps)};
      if (2 * depth < most_moves) {
        if (auto steps = meet_after_a_move(); !steps.empty()) return TransferWay{std::move(steps)};
      }
      if (!advance(depth + 1)) return TransferWay{{}, true};
      if (layers_.back().empty()) return TransferWay{};
    }
    return TransferWay{};
  }

 private:
  // Higher the farther the whole army is, and lower if a piece is far behind.
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

  // So many are cut down to the width at a time, and those of one more position may stand there before.
  std::size_t most_waiting() const { return 8 * width_ + (1U << 16U); }
  std::size_t most_at_once() const {
    const int pieces = count(field_.start);
    return most_waiting() + static_cast<std::size_t>(pieces) * static_cast<std::size_t>(field_.holes - pieces);
  }

  // What all layers so far take, and what a step takes at most: those that wait, those that are kept, and the places of
  // both in tables.
  Checked<void> check_memory(int depth) const {
    constexpr std::uint64_t bytes_in_a_table = 96;
    std::uint64_t needed = most_at_once() * sizeof(Reached) + width_ * (sizeof(Reached) + 2 * bytes_in_a_table);
    for (const ReachedLayer& layer : layers_) needed += layer.capacity() * sizeof(Reached);
    if (needed <= limits_.memory_bytes) return {};
    return base::refuse("too complex: " + std::to_string(width_) + " positions a move take " + in_mebibytes(needed) +
                        " after " + std::to_string(depth) + " moves from each end, and --memory allows " +
                        in_mebibytes(limits_.memory_bytes) + "; a smaller --width takes less");
  }

  // False where it was stopped.
  bool advance(int depth) {
    constexpr std::uint32_t between_looks = 4096;
    const ReachedLayer& here = layers_.back();
    ReachedLayer next;
    next.reserve(most_at_once());
    for (std::uint32_t parent = 0; parent < here.size(); ++parent) {
      if (parent % between_looks == 0 && progress_ && !progress_({depth, parent, here.size()})) return false;
      const Holes position = here[parent].position;
      for_each(position, [&](int from) {
        for_each(targets(field_, position, from), [&](int to) {
          const Holes after = position ^ one(from) ^ one(to);
          if (score_of(after) < here[parent].score) return;
          next.push_back({after, parent, static_cast<std::int8_t>(from), static_cast<std::int8_t>(to),
                          static_cast<std::int16_t>(score_of(after))});
        });
      });
      if (next.size() > most_waiting()) cut(next);
    }
    cut(next);
    layers_.emplace_back(next.begin(), next.end());
    return true;
  }

  void cut(ReachedLayer& layer) const {
    std::ranges::sort(layer, [&](const Reached& left, const Reached& right) {
      if (left.score != right.score) return left.score > right.score;
      return left.position < right.position;
    });
    Places met;
    ReachedLayer kept;
    kept.reserve(std::min(width_, layer.size()));
    for (const Reached& each : layer) {
      if (kept.size() == width_) break;
      if (met.emplace(canonical(field_, each.position), 0).second) kept.push_back(each);
    }
    // In its own place: there is room for more of them.
    layer.assign(kept.begin(), kept.end());
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
  const Limits& limits_;
  const OnTransfer& progress_;
  std::vector<ReachedLayer> layers_;
  Places places_;
};

}  // namespace

Checked<TransferWay> find_transfer(const Field& field, int most_moves, int width, const Limits& limits,
                                   const OnTransfer& progress) {
  return Crossing(field, width, limits, progress).find(most_moves);
}

}  // namespace crownstar::solve
