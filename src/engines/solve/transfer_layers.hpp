// Layers of positions of one army by the number of moves from its start, made one from the other and stored in a
// folder.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engines/solve/checkpoint_file.hpp"
#include "engines/solve/transfer.hpp"

namespace crownstar::solve {

using Layer = std::vector<Holes>;  // rising, without repeats

template <typename Visitor>
void for_successors(const Field& field, Holes position, Visitor&& visit) {
  for_each(position, [&](int from) {
    for_each(targets(field, position, from), [&](int to) { visit(from, to, position ^ one(from) ^ one(to)); });
  });
}

class TransferLayers {
 public:
  // Files are called after `name`: layers that were made in another way have another.
  TransferLayers(const Field& field, const Limits& limits, const CheckpointFolder& folder, const OnTransfer& progress,
                 const std::string& name);

  const Layer& here() const { return here_; }
  int moves() const { return moves_; }
  bool was_stopped() const { return was_stopped_; }
  bool has(Holes position) const { return std::ranges::binary_search(here_, canonical(field_, position)); }

  // One move on. `keeps(position, from, to)` says whether what a move leads to is of any use.
  template <typename Keeps>
  Checked<void> move_on(Keeps&& keeps) {
    Layer next;
    const auto was_kept = read(next);
    if (!was_kept) return std::unexpected(was_kept.error());
    if (!*was_kept) {
      if (auto made = make(next, keeps); !made || was_stopped_) return made;
      if (auto kept = keep(next); !kept) return kept;
    }
    before_ = std::exchange(here_, std::move(next));
    ++moves_;
    return {};
  }

 private:
  static constexpr std::uint64_t between_looks = 4096;

  // Most repeats come soon after one another: those that were met last, each in its place.
  class LastSeen {
   public:
    explicit LastSeen(std::uint64_t memory_bytes);
    bool is_new(Holes position) {
      const std::uint64_t folded = static_cast<std::uint64_t>(position) ^ static_cast<std::uint64_t>(position >> 61U);
      return std::exchange(places_[folded * 0x9E3779B97F4A7C15U >> shift_], position) != position;
    }
    std::uint64_t bytes() const { return places_.size() * sizeof(Holes); }

   private:
    int shift_;
    std::vector<Holes> places_;
  };

  template <typename Keeps>
  Checked<void> make(Layer& next, Keeps& keeps) {
    LastSeen seen(limits_.memory_bytes);
    Checked<void> has_room;
    for (std::size_t done = 0; done < here_.size(); ++done) {
      if (done % between_looks == 0 && !go_on(done)) return {};
      const Holes position = here_[done];
      for_successors(field_, position, [&](int from, int to, Holes after) {
        if (!has_room || !keeps(position, from, to)) return;
        const Holes found = canonical(field_, after);
        if (!seen.is_new(found)) return;
        if (next.size() == next.capacity()) has_room = make_room(next, seen.bytes());
        if (has_room) next.push_back(found);
      });
      if (!has_room) return has_room;
    }
    sort_out(next);
    leave_out_known(next);
    return {};
  }

  static void sort_out(Layer& layer);

  bool go_on(std::size_t done);
  std::uint64_t bytes_of_others() const { return (here_.capacity() + before_.capacity()) * sizeof(Holes); }
  std::unexpected<base::Refusal> refuse_for_memory() const;
  Checked<void> make_room(Layer& next, std::uint64_t other_bytes) const;
  void leave_out_known(Layer& next) const;
  std::string file() const;
  std::string label() const;
  Checked<bool> read(Layer& layer) const;
  Checked<void> keep(const Layer& layer) const;

  const Field& field_;
  const Limits& limits_;
  const CheckpointFolder& folder_;
  const OnTransfer& progress_;
  const std::string name_;
  Layer here_;
  Layer before_;
  int moves_ = 0;
  bool was_stopped_ = false;
};

}  // namespace crownstar::solve
