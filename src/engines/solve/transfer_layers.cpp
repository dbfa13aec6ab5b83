#include "engines/solve/transfer_layers.hpp"

#include <array>
#include <bit>

namespace crownstar::solve {
namespace {

// Leaves out of a rising layer what another rising one has, without room for a third.
void leave_out(Layer& layer, const Layer& other) {
  auto known = other.begin();
  const auto is_known = [&](Holes position) {
    while (known != other.end() && *known < position) ++known;
    return known != other.end() && *known == position;
  };
  layer.erase(std::remove_if(layer.begin(), layer.end(), is_known), layer.end());
}

}  // namespace

// An eighth of all memory at most.
TransferLayers::LastSeen::LastSeen(std::uint64_t memory_bytes) {
  constexpr int most_bits = 18;
  const int fitting_bits = static_cast<int>(std::bit_width(memory_bytes / (8 * sizeof(Holes)))) - 1;
  const int bits = std::clamp(fitting_bits, 1, most_bits);
  shift_ = 64 - bits;
  places_.resize(std::size_t{1} << static_cast<unsigned>(bits));
}

TransferLayers::TransferLayers(const Field& field, const Limits& limits, const CheckpointFolder& folder,
                               const OnTransfer& progress, const std::string& name)
    : field_(field),
      limits_(limits),
      folder_(folder),
      progress_(progress),
      name_("transfer-" + field.name + "-" + name),
      here_{canonical(field, field.start)} {}

void TransferLayers::sort_out(Layer& layer) {
  std::ranges::sort(layer);
  layer.erase(std::ranges::unique(layer).begin(), layer.end());
}

bool TransferLayers::go_on(std::size_t done) {
  was_stopped_ = progress_ && !progress_({moves_ + 1, done, here_.size()});
  return !was_stopped_;
}

std::unexpected<base::Refusal> TransferLayers::refuse_for_memory() const {
  return base::refuse("too complex: the positions " + std::to_string(moves_ + 1) + " moves away take more than the " +
                      in_mebibytes(limits_.memory_bytes) + " that --memory allows");
}

// Makes room for more, first by dropping repeats. If those are few, by twice the memory, or as much as is allowed:
// while the contents are moved, they are in memory twice.
Checked<void> TransferLayers::make_room(Layer& next, std::uint64_t other_bytes) const {
  constexpr std::size_t least = 1024;
  sort_out(next);
  const std::size_t old = next.capacity();
  if (old > 0 && next.size() <= old - old / 4) return {};
  const std::uint64_t taken = bytes_of_others() + other_bytes + old * sizeof(Holes);
  const std::uint64_t fitting =
      limits_.memory_bytes > taken ? (limits_.memory_bytes - taken) / sizeof(Holes) : std::uint64_t{0};
  const std::uint64_t wanted = std::max(least, 2 * old);
  if (std::min(fitting, wanted) > old) {
    next.reserve(std::min(fitting, wanted));
    return {};
  }
  // Sorting again and again to use the last sixteenth is not worth it.
  if (old > 0 && next.size() <= old - old / 16) return {};
  return refuse_for_memory();
}

// Moves can be made back, so a layer meets none but its two predecessors.
void TransferLayers::leave_out_known(Layer& next) const {
  leave_out(next, here_);
  leave_out(next, before_);
  const std::uint64_t taken = bytes_of_others() + (next.capacity() + next.size()) * sizeof(Holes);
  if (taken <= limits_.memory_bytes) next.shrink_to_fit();
}

std::string TransferLayers::file() const { return name_ + "-moves-" + std::to_string(moves_ + 1); }
std::string TransferLayers::label() const { return "crownstar solve " + file(); }

Checked<bool> TransferLayers::read(Layer& layer) const {
  const auto make_room = [&](std::uint64_t bytes) -> Checked<std::vector<std::span<std::uint8_t>>> {
    const std::uint64_t taken = bytes_of_others();
    if (taken > limits_.memory_bytes || bytes > limits_.memory_bytes - taken) return refuse_for_memory();
    layer.resize(bytes / sizeof(Holes));
    return std::vector{writable_bytes_of(std::span(layer))};
  };
  const auto found = folder_.find(file(), label(), make_room);
  if (found && !*found) layer = {};
  return found;
}

Checked<void> TransferLayers::keep(const Layer& layer) const {
  const std::array parts{bytes_of(std::span(layer))};
  return folder_.keep(file(), label(), parts);
}

}  // namespace crownstar::solve
