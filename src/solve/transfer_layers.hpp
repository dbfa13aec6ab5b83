// Knows layers of positions of one army, a number of moves from its start each: how the next one is made, what is
// left out of it, and how whole ones are kept in files. Refuses to know what they are good for.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "solve/transfer.hpp"

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
  TransferLayers(const Field& field, const TransferLimits& limits, const OnTransfer& progress, std::string name);

  const Layer& here() const { return here_; }
  int moves() const { return moves_; }
  bool was_stopped() const { return was_stopped_; }
  bool has(Holes position) const { return std::ranges::binary_search(here_, canonical(field_, position)); }

  // One move on. `keeps(position, from, to)` says whether what a move leads to is of any use.
  template <typename Keeps>
  Checked<void> move_on(Keeps&& keeps) {
    Layer next;
    if (!read(next)) {
      if (auto made = make(next, keeps); !made || was_stopped_) return made;
      if (auto kept = keep(next); !kept) return kept;
    }
    before_ = std::exchange(here_, std::move(next));
    ++moves_;
    return {};
  }

 private:
  static constexpr std::uint64_t between_looks = 4096;
  static constexpr std::size_t last_seen = std::size_t{1} << 18U;

  template <typename Keeps>
  Checked<void> make(Layer& next, Keeps& keeps) {
    // Most repeats come soon after one another.
    std::vector<Holes> seen(last_seen, Holes{0});
    std::size_t room = std::size_t{1} << 20U;
    for (std::size_t done = 0; done < here_.size(); ++done) {
      if (done % between_looks == 0 && !go_on(done)) return {};
      const Holes position = here_[done];
      for_successors(field_, position, [&](int from, int to, Holes after) {
        if (!keeps(position, from, to)) return;
        const Holes found = canonical(field_, after);
        Holes& known = seen[place_of(found)];
        if (std::exchange(known, found) != found) next.push_back(found);
      });
      if (next.size() < room) continue;
      sort_out(next);
      room = std::max(room, 2 * next.size());
      if (auto fits = check_room(room); !fits) return fits;
    }
    sort_out(next);
    leave_out_known(next);
    return {};
  }

  static std::size_t place_of(Holes position) {
    const std::uint64_t folded = static_cast<std::uint64_t>(position) ^ static_cast<std::uint64_t>(position >> 61U);
    return folded * 0x9E3779B97F4A7C15U >> 46U;
  }
  static void sort_out(Layer& layer);

  bool go_on(std::size_t done);
  Checked<void> check_room(std::size_t room) const;
  void leave_out_known(Layer& next) const;
  std::string file() const;
  bool read(Layer& layer) const;
  Checked<void> keep(const Layer& layer) const;

  const Field& field_;
  const TransferLimits& limits_;
  const OnTransfer& progress_;
  const std::string name_;
  const Holes made_of_;
  Layer here_;
  Layer before_;
  int moves_ = 0;
  bool was_stopped_ = false;
};

}  // namespace crownstar::solve
