#include "programs/cli/games/perft_count.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace crownstar::cli {
namespace {

using base::Checked;
using base::Refusal;
using game::Counting;
using game::PerftNode;

struct Part {
  std::size_t root_move = 0;
  std::unique_ptr<PerftNode> node;
  std::uint64_t nodes = 0;  // written by the one thread that took the part
};

struct Parts {
  std::vector<Part> list;
  int depth = 0;  // that is left below each
};

constexpr std::size_t parts_a_thread = 64;  // so that the last one to finish keeps nobody waiting for long
constexpr std::size_t most_wanted = 512;    // a star's 150 branches a part still fit in memory then
constexpr int deepest_cut = 3;
constexpr int least_depth_of_part = 2;

Checked<Parts> one_ply_further(const Parts& parts, Counting counting) {
  Parts next{{}, parts.depth - 1};
  for (const Part& part : parts.list) {
    auto branches = part.node->branches(counting);
    if (!branches) return std::unexpected(branches.error());
    for (PerftNode::Branch& branch : *branches) next.list.push_back({part.root_move, std::move(branch.node), 0});
  }
  return next;
}

// Takes parts from a common counter until there are none, or one has been refused.
class Counters {
 public:
  Counters(Parts& parts, Counting counting) : parts_(parts), counting_(counting) {}

  std::optional<Refusal> run(int threads, const PartsWatcher& watcher) {
    constexpr std::chrono::milliseconds between_looks{250};
    const std::size_t wanted = std::min(static_cast<std::size_t>(threads), parts_.list.size());
    std::vector<std::jthread> workers;
    working_ = wanted;
    for (std::size_t worker = 0; worker < wanted; ++worker) workers.emplace_back([this] { work(); });
    std::unique_lock lock(mutex_);
    while (!is_finished_.wait_for(lock, between_looks, [this] { return working_ == 0; })) {
      lock.unlock();
      watcher(done_.load(), parts_.list.size());
      lock.lock();
    }
    return refusal_;
  }

 private:
  void work() {
    for (std::size_t index = next_++; index < parts_.list.size() && !is_refused_; index = next_++) {
      Part& part = parts_.list[index];
      const Checked<std::uint64_t> nodes = part.node->count(parts_.depth, counting_);
      if (nodes) {
        part.nodes = *nodes;
      } else {
        refuse(nodes.error());
      }
      ++done_;
    }
    const std::scoped_lock lock(mutex_);
    if (--working_ == 0) is_finished_.notify_one();
  }

  void refuse(const Refusal& refusal) {
    const std::scoped_lock lock(mutex_);
    if (!refusal_) refusal_ = refusal;
    is_refused_ = true;
  }

  Parts& parts_;
  Counting counting_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<bool> is_refused_ = false;
  std::mutex mutex_;  // of what follows
  std::condition_variable is_finished_;
  std::size_t working_ = 0;
  std::optional<Refusal> refusal_;
};

}  // namespace

Checked<TreeCount> count_tree(const PerftNode& root, int depth, Counting counting, int threads,
                              const PartsWatcher& watcher) {
  auto branches = root.branches(counting);
  if (!branches) return std::unexpected(branches.error());
  TreeCount result;
  Parts parts{{}, depth - 1};
  for (PerftNode::Branch& branch : *branches) {
    parts.list.push_back({result.by_move.size(), std::move(branch.node), 0});
    result.by_move.push_back({std::move(branch.move), 0});
  }
  const std::size_t wanted = std::min(parts_a_thread * static_cast<std::size_t>(threads), most_wanted);
  while (!parts.list.empty() && parts.list.size() < wanted && depth - parts.depth < deepest_cut &&
         parts.depth > least_depth_of_part) {
    auto next = one_ply_further(parts, counting);
    if (!next) return std::unexpected(next.error());
    parts = *std::move(next);
  }
  if (const auto refusal = Counters(parts, counting).run(threads, watcher)) return std::unexpected(*refusal);
  for (const Part& part : parts.list) {
    result.nodes += part.nodes;
    result.by_move[part.root_move].nodes += part.nodes;
  }
  return result;
}

}  // namespace crownstar::cli
