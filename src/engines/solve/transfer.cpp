#include "engines/solve/transfer.hpp"

#include "engines/solve/transfer_layers.hpp"

namespace crownstar::solve {

Checked<TransferCount> count_transfer(const Field& field, int depth, const Limits& limits, const OnTransfer& progress) {
  const auto folder = CheckpointFolder::open(limits.folder);
  if (!folder) return std::unexpected(folder.error());
  TransferLayers layers(field, limits, *folder, progress, "all");
  TransferCount found;
  std::uint64_t sum = 0;
  for (;;) {
    sum += layers.here().size();
    found.within.push_back(sum);
    if (found.home_at < 0 && layers.has(field.goal)) found.home_at = layers.moves();
    if (layers.moves() == depth) return found;
    if (auto made = layers.move_on([](Holes, int, int) { return true; }); !made) return std::unexpected(made.error());
    found.was_stopped = layers.was_stopped();
    if (found.was_stopped) return found;
  }
}

}  // namespace crownstar::solve
