// Asks two tables of a variant for every position, and counts where they agree.
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

#include "engines/tablebase/generator/comparison.hpp"
#include "engines/tablebase/probe.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"
#include "rules/draughts/notation/fen.hpp"

namespace crownstar::tablebase {

template <class Variant>
class Comparer {
  using Position = draughts::Position<Variant>;
  using Walk = typename PositionIndex<Variant>::Walk;

 public:
  Comparer(const TablesOf<Variant>& ours, const TablesOf<Variant>& theirs, int pieces, int threads,
           const OnProgress& on_progress)
      : ours_(ours), theirs_(theirs), pieces_(pieces), parallel_for_(threads, [&](std::uint64_t done) {
          Progress progress = progress_;
          progress.done = std::min(progress.all, progress.done + done);
          return on_progress(progress);
        }) {}

  base::Checked<Comparison> run() {
    for (int pieces = 2; pieces <= pieces_; ++pieces) {
      for (const Slice& slice : compared_slices(pieces)) progress_.all += PositionIndex<Variant>(slice).size();
    }
    comparison_.foreign_name = theirs_.foreign_name();
    for (int pieces = 2; pieces <= pieces_; ++pieces) {
      comparison_.by_pieces.push_back({pieces, 0, 0, 0});
      for (const Slice& slice : compared_slices(pieces)) {
        progress_.slice = slice;
        const PositionIndex<Variant> index(slice);
        const auto compare_part = [&](std::uint64_t first, std::uint64_t last) { compare(index, first, last); };
        if (!parallel_for_.run(index.size(), compare_part)) return base::refuse("it was stopped");
        progress_.done += index.size();
      }
    }
    return std::move(comparison_);
  }

 private:
  static std::vector<Slice> compared_slices(int pieces) {
    return slices_of_both_sides(pieces, has_tables_with_kings<Variant>);
  }

  void compare(const PositionIndex<Variant>& index, std::uint64_t first, std::uint64_t last) {
    ComparedPieces counted;
    Walk walk(index, first);
    for (std::uint64_t number = first; number < last; ++number) {
      if (number != first) walk.advance();
      const auto ours = ours_.value(walk.position());
      const auto theirs = theirs_.value(walk.position());
      if (!ours || !theirs) {
        ++counted.unknown;
      } else if (ours == theirs) {
        ++counted.alike;
      } else {
        ++counted.different;
        add_difference(walk.position(), *ours, *theirs);
      }
    }
    const std::scoped_lock lock(mutex_);
    ComparedPieces& all = comparison_.by_pieces.back();
    all.alike += counted.alike;
    all.different += counted.different;
    all.unknown += counted.unknown;
  }

  void add_difference(const Position& position, Value ours, Value theirs) {
    const std::scoped_lock lock(mutex_);
    if (comparison_.differences.size() >= Comparison::most_differences) return;
    comparison_.differences.push_back(draughts::to_fen(position) + ": a " + std::string(name_of(theirs)) +
                                      " there, a " + std::string(name_of(ours)) + " here");
  }

  const TablesOf<Variant>& ours_;
  const TablesOf<Variant>& theirs_;
  int pieces_;
  Progress progress_;
  ParallelFor parallel_for_;
  std::mutex mutex_;  // of the comparison
  Comparison comparison_;
};

}  // namespace crownstar::tablebase
