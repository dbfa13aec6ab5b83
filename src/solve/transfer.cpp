#include "solve/transfer.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace crownstar::solve {
namespace {

using Layer = std::vector<Holes>;  // rising, without repeats

void sort_out(Layer& layer) {
  std::ranges::sort(layer);
  layer.erase(std::ranges::unique(layer).begin(), layer.end());
}

Layer without(const Layer& layer, const Layer& other) {
  Layer rest;
  std::ranges::set_difference(layer, other, std::back_inserter(rest));
  return rest;
}

template <typename Visitor>
void for_successors(const Field& field, Holes position, Visitor&& visit) {
  for_each(position, [&](int from) {
    for_each(targets(field, position, from), [&](int to) { visit(from, to, position ^ one(from) ^ one(to)); });
  });
}

std::filesystem::path layer_file(const std::string& folder, std::size_t depth) {
  return std::filesystem::path(folder) / ("layer-" + std::to_string(depth));
}

// The file says first what it was made of, so that the layers of another board are not taken for these.
bool read_layer(const std::string& folder, std::size_t depth, Holes start, Layer& layer) {
  std::ifstream file(layer_file(folder, depth), std::ios::binary);
  Holes made_of = 0;
  std::uint64_t size = 0;
  file.read(reinterpret_cast<char*>(&made_of), sizeof made_of);
  file.read(reinterpret_cast<char*>(&size), sizeof size);
  if (!file || made_of != start) return false;
  std::error_code problem;
  const auto bytes = std::filesystem::file_size(layer_file(folder, depth), problem);
  if (problem || bytes != sizeof made_of + sizeof size + size * sizeof(Holes)) return false;
  layer.resize(size);
  file.read(reinterpret_cast<char*>(layer.data()), static_cast<std::streamsize>(size * sizeof(Holes)));
  return static_cast<bool>(file);
}

// Under another name until it is whole.
Checked<void> keep_layer(const std::string& folder, std::size_t depth, Holes start, const Layer& layer) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  const auto whole = layer_file(folder, depth);
  const auto part = whole.string() + ".part";
  {
    std::ofstream file(part, std::ios::binary);
    const std::uint64_t size = layer.size();
    file.write(reinterpret_cast<const char*>(&start), sizeof start);
    file.write(reinterpret_cast<const char*>(&size), sizeof size);
    file.write(reinterpret_cast<const char*>(layer.data()), static_cast<std::streamsize>(size * sizeof(Holes)));
    if (!file.flush()) return board::refuse("cannot write " + part);
  }
  std::filesystem::rename(part, whole, problem);
  if (problem) return board::refuse("cannot write " + whole.string() + ": " + problem.message());
  return {};
}

class Counting {
 public:
  Counting(const Field& field, const TransferLimits& limits, const OnTransfer& progress)
      : field_(field), limits_(limits), progress_(progress), start_(field.start ^ field.rest << 1U) {}

  Checked<TransferCount> run(int depth) {
    Layer here{canonical(field_, field_.start)};
    Layer before;
    std::uint64_t sum = 0;
    for (int moves = 0;; ++moves) {
      sum += here.size();
      found_.within.push_back(sum);
      if (found_.home_at < 0 && std::ranges::binary_search(here, canonical(field_, field_.goal))) {
        found_.home_at = moves;
      }
      if (moves == depth) return found_;
      Layer next;
      const auto number = static_cast<std::size_t>(moves) + 1;
      const bool is_kept = !limits_.folder.empty();
      if (!is_kept || !read_layer(limits_.folder, number, start_, next)) {
        const auto made = make_next(here, before, moves + 1);
        if (!made) return std::unexpected(made.error());
        if (found_.was_stopped) return found_;
        next = std::move(next_);
        if (is_kept) {
          if (auto kept = keep_layer(limits_.folder, number, start_, next); !kept) {
            return std::unexpected(kept.error());
          }
        }
      }
      before = std::move(here);
      here = std::move(next);
    }
  }

 private:
  static constexpr std::uint64_t between_looks = 4096;

  // Moves can be made back, so a layer meets none but its two predecessors.
  Checked<void> make_next(const Layer& here, const Layer& before, int depth) {
    next_.clear();
    const std::uint64_t kept = (here.size() + before.size()) * sizeof(Holes);
    std::uint64_t room = 1U << 20U;
    for (std::uint64_t done = 0; done < here.size(); ++done) {
      if (done % between_looks == 0 && progress_ && !progress_({depth, done, here.size()})) {
        found_.was_stopped = true;
        return {};
      }
      for_successors(field_, here[done],
                     [&](int, int, Holes position) { next_.push_back(canonical(field_, position)); });
      if (next_.size() < room) continue;
      sort_out(next_);
      room = std::max(room, 2 * static_cast<std::uint64_t>(next_.size()));
      // What is being put in order stands there twice at most.
      if (kept + 2 * room * sizeof(Holes) > limits_.memory_bytes) {
        return board::refuse("too complex: the positions " + std::to_string(depth) +
                             " moves away take more memory than is allowed");
      }
    }
    sort_out(next_);
    next_ = without(without(next_, here), before);
    return {};
  }

  const Field& field_;
  const TransferLimits& limits_;
  const OnTransfer& progress_;
  const Holes start_;
  Layer next_;
  TransferCount found_;
};

}  // namespace

Checked<TransferCount> count_transfer(const Field& field, int depth, const TransferLimits& limits,
                                      const OnTransfer& progress) {
  return Counting(field, limits, progress).run(depth);
}

}  // namespace crownstar::solve
