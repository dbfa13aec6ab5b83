#include "solve/transfer_layers.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace crownstar::solve {
namespace {

Layer without(const Layer& layer, const Layer& other) {
  Layer rest;
  std::ranges::set_difference(layer, other, std::back_inserter(rest));
  return rest;
}

}  // namespace

TransferLayers::TransferLayers(const Field& field, const TransferLimits& limits, const OnTransfer& progress,
                               std::string name)
    : field_(field),
      limits_(limits),
      progress_(progress),
      name_(std::move(name)),
      made_of_(field.start ^ field.rest << 1U),
      here_{canonical(field, field.start)} {}

void TransferLayers::sort_out(Layer& layer) {
  std::ranges::sort(layer);
  layer.erase(std::ranges::unique(layer).begin(), layer.end());
}

bool TransferLayers::go_on(std::size_t done) {
  was_stopped_ = progress_ && !progress_({moves_ + 1, done, here_.size()});
  return !was_stopped_;
}

Checked<void> TransferLayers::check_room(std::size_t room) const {
  // What is being put in order stands there twice at most.
  if ((here_.size() + before_.size() + 2 * room) * sizeof(Holes) <= limits_.memory_bytes) return {};
  return board::refuse("too complex: the positions " + std::to_string(moves_ + 1) +
                       " moves away take more memory than is allowed");
}

// Moves can be made back, so a layer meets none but its two predecessors.
void TransferLayers::leave_out_known(Layer& next) const { next = without(without(next, here_), before_); }

std::string TransferLayers::file() const {
  return (std::filesystem::path(limits_.folder) / (name_ + "-" + std::to_string(moves_ + 1))).string();
}

// The file says first what it was made of, so that the layers of another board are not taken for these.
bool TransferLayers::read(Layer& layer) const {
  if (limits_.folder.empty()) return false;
  std::ifstream file(this->file(), std::ios::binary);
  Holes made_of = 0;
  std::uint64_t size = 0;
  file.read(reinterpret_cast<char*>(&made_of), sizeof made_of);
  file.read(reinterpret_cast<char*>(&size), sizeof size);
  if (!file || made_of != made_of_) return false;
  std::error_code problem;
  const auto bytes = std::filesystem::file_size(this->file(), problem);
  if (problem || bytes != sizeof made_of + sizeof size + size * sizeof(Holes)) return false;
  layer.resize(size);
  file.read(reinterpret_cast<char*>(layer.data()), static_cast<std::streamsize>(size * sizeof(Holes)));
  return static_cast<bool>(file);
}

// Under another name until it is whole.
Checked<void> TransferLayers::keep(const Layer& layer) const {
  if (limits_.folder.empty()) return {};
  std::error_code problem;
  std::filesystem::create_directories(limits_.folder, problem);
  const std::string whole = file();
  const std::string part = whole + ".part";
  {
    std::ofstream file(part, std::ios::binary);
    const std::uint64_t size = layer.size();
    file.write(reinterpret_cast<const char*>(&made_of_), sizeof made_of_);
    file.write(reinterpret_cast<const char*>(&size), sizeof size);
    file.write(reinterpret_cast<const char*>(layer.data()), static_cast<std::streamsize>(size * sizeof(Holes)));
    if (!file.flush()) return board::refuse("cannot write " + part);
  }
  std::filesystem::rename(part, whole, problem);
  if (problem) return board::refuse("cannot write " + whole + ": " + problem.message());
  return {};
}

}  // namespace crownstar::solve
