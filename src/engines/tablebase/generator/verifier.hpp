// Verifies each entry of a variant's tables against its successors. It shares no step with the solver, which goes
// backward.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/generator/memory_check.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"
#include "rules/draughts/notation/fen.hpp"

namespace crownstar::tablebase {

template <class Variant>
class Verifier {
  using Position = draughts::Position<Variant>;
  using Side = draughts::Side;
  using Walk = typename PositionIndex<Variant>::Walk;

 public:
  Verifier(const BuildRequest& request, const OnProgress& on_progress)
      : request_(request),
        folder_(folder_of<Variant>(request.folder)),
        on_progress_(on_progress),
        parallel_for_(request.threads, [this](std::uint64_t done) {
          Progress progress = progress_;
          progress.done = std::min(progress.all, progress.done + done);
          return on_progress_(progress);
        }) {}

  base::Checked<Report> run() {
    progress_.all = count_positions<Variant>(request_.pieces);
    const auto need = [this](const Slice& slice, bool has_distances) {
      return LoadedSlices<Variant>(folder_, has_distances).bytes_for(slices_to_verify(slice));
    };
    if (auto room = check_memory<Variant>(request_, need); !room) return std::unexpected(room.error());
    for (int pieces = 1; pieces <= request_.pieces; ++pieces) {
      const bool has_distances = request_.has_distances(pieces);
      LoadedSlices<Variant> loaded(folder_, has_distances);
      const std::vector<Slice> slices = slices_of(pieces, has_tables_with_kings<Variant>);
      // A slice and its turned one need the same others.
      for (const Slice& slice : slices) {
        if (!is_first_of_pair(slice)) continue;
        if (auto done = verify(slice, loaded); !done) return std::unexpected(done.error());
        if (slice == slice.turned()) continue;
        if (auto done = verify(slice.turned(), loaded); !done) return std::unexpected(done.error());
      }
      for (const Slice& slice : slices) report_.slices.push_back(reports_.at(slice));
    }
    report_.positions = progress_.all;
    return std::move(report_);
  }

 private:
  static std::set<Slice> slices_to_verify(const Slice& slice) {
    std::set<Slice> wanted = slices_below<Variant>(slice);
    wanted.insert(slice);
    wanted.insert(slice.turned());
    return wanted;
  }

  base::Checked<void> verify(const Slice& slice, LoadedSlices<Variant>& loaded) {
    progress_.slice = slice;
    if (auto laid = loaded.load(slices_to_verify(slice), request_.memory_bytes, parallel_for_); !laid) return laid;
    const PositionIndex<Variant> index(slice);
    Tally tally;
    const bool is_whole = parallel_for_.run(
        index.size(), [&](std::uint64_t first, std::uint64_t last) { verify(index, loaded, first, last, tally); });
    if (!is_whole) return base::refuse("it was stopped");
    const auto values = TableFile::open(folder_, name_of<Variant>(slice, TableKind::values), index.size());
    if (!values) return std::unexpected(values.error());
    SliceReport report{slice, tally.totals(), loaded.has_distances(), tally.longest.load(), values->bytes(), 0};
    if (report.totals != values->header().totals)
      add_fault("the totals of " + to_text(slice) + " are not those it tells");
    if (loaded.has_distances()) {
      const auto distances = TableFile::open(folder_, name_of<Variant>(slice, TableKind::distances), index.size());
      if (!distances) return std::unexpected(distances.error());
      report.distance_bytes = distances->bytes();
    }
    reports_.emplace(slice, report);
    progress_.done += index.size();
    return {};
  }

  struct Tally {
    std::atomic<std::uint64_t> win = 0;
    std::atomic<std::uint64_t> draw = 0;
    std::atomic<std::uint64_t> loss = 0;
    std::atomic<std::uint32_t> longest = 0;

    Totals totals() const { return {win, draw, loss}; }
  };

  void verify(const PositionIndex<Variant>& index, const LoadedSlices<Variant>& loaded, std::uint64_t first,
              std::uint64_t last, Tally& tally) {
    std::array<std::uint64_t, 3> counts{};
    std::uint32_t longest = 0;
    Walk walk(index, first);
    for (std::uint64_t number = first; number < last; ++number) {
      if (number != first) walk.advance();
      const Depth depth = depth_of_moves<Variant>(walk.position(), loaded);
      const Value value = value_of<Variant>(depth);
      ++counts[static_cast<std::size_t>(value)];
      if (loaded.has_distances() && depth != drawn_depth)
        longest = std::max(longest, static_cast<std::uint32_t>(depth - 1));
      if (draughts::can_capture<Variant, Side::white>(walk.position())) continue;
      const Depth stored = loaded.at(index.slice(), number);
      const bool agrees = loaded.has_distances() ? stored == depth : value_of<Variant>(stored) == value;
      if (!agrees) add_fault(fault_text(walk.position(), stored, depth));
    }
    tally.draw += counts[static_cast<std::size_t>(Value::draw)];
    tally.win += counts[static_cast<std::size_t>(Value::win)];
    tally.loss += counts[static_cast<std::size_t>(Value::loss)];
    std::uint32_t known = tally.longest;
    while (longest > known && !tally.longest.compare_exchange_weak(known, longest)) {
    }
  }

  static std::string fault_text(const Position& position, Depth stored, Depth expected) {
    const auto text = [](Depth depth) {
      const Value value = value_of<Variant>(depth);
      const std::string name = "a " + std::string(name_of(value));
      return value == Value::draw ? name : name + " in " + std::to_string(depth - 1);
    };
    return draughts::to_fen(position) + ": the table has " + text(stored) + ", its successors make it " +
           text(expected);
  }

  void add_fault(std::string fault) {
    const std::scoped_lock lock(mutex_);
    ++report_.wrong;
    if (report_.faults.size() < Report::most_faults) report_.faults.push_back(std::move(fault));
  }

  const BuildRequest& request_;
  std::string folder_;
  const OnProgress& on_progress_;
  Progress progress_;
  ParallelFor parallel_for_;
  std::map<Slice, SliceReport> reports_;
  std::mutex mutex_;  // of the report's faults
  Report report_;
};

}  // namespace crownstar::tablebase
