// Proves that no way across has so many moves or fewer. Advance is the sum of how far all pieces have come.
//
// A way that is turned by half a turn and read from its end is a way too. So one of the two has come halfway in advance
// after half of its moves, rounded up. Until then a position is dropped if it cannot get halfway in the moves that are
// left of that half. After it, a position k moves before the end is dropped if it has farther to go than the best
// position k moves after the start has come. All other positions are searched, move by move. docs/solving.md says more.

#include <array>
#include <numeric>
#include <span>

#include "engines/solve/transfer.hpp"
#include "engines/solve/transfer_layers.hpp"

namespace crownstar::solve {
namespace {

class Proof {
 public:
  Proof(const Field& field, int most_moves, const Limits& limits, const CheckpointFolder& folder,
        const OnTransfer& progress)
      : field_(field),
        limits_(limits),
        folder_(folder),
        progress_(progress),
        most_moves_(most_moves),
        halfway_((most_moves + 1) / 2),
        pieces_(count(field.start)),
        total_(advance_of(field.start) + advance_of(field.goal)),
        middle_((total_ + 1) / 2) {
    for_each(field.rest, [&](int hole) { farthest_hole_ = std::max(farthest_hole_, advance_at(hole)); });
  }

  Checked<TransferProof> run() {
    for (;;) {
      const auto is_sound = try_from_here();
      if (!is_sound) return std::unexpected(is_sound.error());
      if (*is_sound) return found_;
    }
  }

 private:
  // False where what was left out up to the middle may have been needed; then the middle is lower now.
  Checked<bool> try_from_here() {
    found_ = {};
    found_.most_moves = most_moves_;
    TransferLayers layers(field_, limits_, folder_, progress_,
                          "none-in-" + std::to_string(most_moves_) + "-by-" + std::to_string(middle_));
    for (;;) {
      found_.kept.push_back(layers.here().size());
      found_.farthest.push_back(farthest_of(layers));
      // A shorter way is no farther from its end at this place than the one that is asked for, less a move.
      if (layers.moves() == halfway_ - 1 && total_ - found_.farthest.back() < middle_) {
        middle_ = total_ - found_.farthest.back();
        return false;
      }
      if (layers.has(field_.goal)) found_.home_at = layers.moves();
      if (found_.home_at >= 0) break;
      found_.is_proved = layers.here().empty() || layers.moves() == most_moves_;
      if (found_.is_proved) break;
      const int moves = layers.moves() + 1;
      const auto made = layers.move_on([&](Holes before, int from, int to) { return keeps(before, from, to, moves); });
      if (!made) return std::unexpected(made.error());
      found_.was_stopped = layers.was_stopped();
      if (found_.was_stopped) break;
    }
    return true;
  }

  bool keeps(Holes before, int from, int to, int moves) {
    if (before != summed_) {
      summed_ = before;
      sum_ = advance_of(before);
    }
    const int advance = sum_ + advance_at(to) - advance_at(from);
    if (moves > halfway_) return advance >= total_ - found_.farthest[static_cast<std::size_t>(most_moves_ - moves)];
    const int missing = middle_ - advance;
    const int left = halfway_ - moves;
    if (missing <= 0) return true;
    if (missing > left * farthest_hole_) return false;
    return missing <= most_gain(before ^ one(from) ^ one(to), left);
  }

  // In so many moves no more pieces move, none of them farther than to the farthest hole.
  int most_gain(Holes position, int moves) const {
    std::array<int, most_holes> advances{};
    std::size_t size = 0;
    for_each(position, [&](int hole) { advances[size++] = advance_at(hole); });
    const auto all = std::span(advances).first(size);
    std::ranges::sort(all);
    const auto moving = all.first(std::min(size, static_cast<std::size_t>(moves)));
    return static_cast<int>(moving.size()) * farthest_hole_ - std::accumulate(moving.begin(), moving.end(), 0);
  }

  // The greatest advance within as many moves: what is kept has it, or what was left out, which cannot be far. Its
  // `left` hindmost pieces have no more than their share of it, and going to the farthest hole they'd be short of the
  // middle.
  int farthest_of(const TransferLayers& layers) const {
    int farthest = found_.farthest.empty() ? 0 : found_.farthest.back();
    for (const Holes position : layers.here()) farthest = std::max(farthest, advance_of(position));
    const int left = halfway_ - layers.moves();
    const int short_of = pieces_ * (middle_ - left * farthest_hole_);
    if (left >= 0 && left < pieces_ && short_of > 0) farthest = std::max(farthest, (short_of - 1) / (pieces_ - left));
    return farthest;
  }

  int advance_at(int hole) const { return field_.advance[static_cast<std::size_t>(hole)]; }
  int advance_of(Holes position) const {
    int sum = 0;
    for_each(position, [&](int hole) { sum += advance_at(hole); });
    return sum;
  }

  const Field& field_;
  const Limits& limits_;
  const CheckpointFolder& folder_;
  const OnTransfer& progress_;
  const int most_moves_;
  const int halfway_;
  const int pieces_;
  const int total_;
  int middle_;
  int farthest_hole_ = 0;
  Holes summed_ = 0;
  int sum_ = 0;
  TransferProof found_;
};

}  // namespace

Checked<TransferProof> prove_transfer(const Field& field, int most_moves, const Limits& limits,
                                      const OnTransfer& progress) {
  const auto folder = CheckpointFolder::open(limits.folder);
  if (!folder) return std::unexpected(folder.error());
  return Proof(field, most_moves, limits, *folder, progress).run();
}

}  // namespace crownstar::solve
