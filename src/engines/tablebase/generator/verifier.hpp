// Knows how each entry of a variant's tables is held against the entries of its successors.
// Refuses to know how the entries came about: it shares no step with the solver, which goes backward.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <utility>

#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"
#include "rules/draughts/notation/fen.hpp"

namespace crownstar::tablebase {

template <class Variant>
class Verifier {
  using Place = draughts::Position<Variant>;
  using Side = draughts::Side;
  using Walk = typename Placement<Variant>::Walk;

 public:
  Verifier(const Order& order, const Watcher& watcher)
      : order_(order),
        folder_(folder_of<Variant>(order.folder)),
        watcher_(watcher),
        crew_(order.threads, [this](std::uint64_t done) {
          Progress progress = progress_;
          progress.done = std::min(progress.all, progress.done + done);
          return watcher_(progress);
        }) {}

  board::Checked<Report> run() {
    progress_.all = positions_up_to<Variant>(order_.pieces);
    for (int pieces = 1; pieces <= order_.pieces; ++pieces) {
      const bool has_distances = pieces < order_.pieces;
      Shelf<Variant> shelf(folder_, has_distances);
      for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
        progress_.slice = slice;
        if (auto done = verify(slice, shelf); !done) return std::unexpected(done.error());
      }
    }
    report_.positions = progress_.all;
    return std::move(report_);
  }

 private:
  board::Checked<void> verify(const Slice& slice, Shelf<Variant>& shelf) {
    std::set<Slice> wanted = slices_below<Variant>(slice);
    wanted.insert(slice);
    wanted.insert(slice.turned());
    if (auto laid = shelf.lay_out(wanted, crew_); !laid) return laid;
    const Placement<Variant> placement(slice);
    Tally tally;
    const bool is_whole = crew_.share(placement.size(), [&](std::uint64_t first, std::uint64_t last) {
      verify(placement, shelf, first, last, tally);
    });
    if (!is_whole) return board::refuse("it was stopped");
    const auto values = TableFile::open(folder_, name_of<Variant>(slice, Kept::values), placement.size());
    if (!values) return std::unexpected(values.error());
    SliceReport report{slice, tally.totals(), shelf.has_distances(), tally.longest.load(), values->bytes(), 0};
    if (report.totals != values->facts().totals)
      add_fault("the totals of " + to_text(slice) + " are not those it tells");
    if (shelf.has_distances()) {
      const auto distances = TableFile::open(folder_, name_of<Variant>(slice, Kept::distances), placement.size());
      if (!distances) return std::unexpected(distances.error());
      report.distance_bytes = distances->bytes();
    }
    report_.slices.push_back(report);
    progress_.done += placement.size();
    return {};
  }

  struct Tally {
    std::atomic<std::uint64_t> win = 0;
    std::atomic<std::uint64_t> draw = 0;
    std::atomic<std::uint64_t> loss = 0;
    std::atomic<std::uint32_t> longest = 0;

    Totals totals() const { return {win, draw, loss}; }
  };

  void verify(const Placement<Variant>& placement, const Shelf<Variant>& shelf, std::uint64_t first, std::uint64_t last,
              Tally& tally) {
    std::array<std::uint64_t, 3> counts{};
    std::uint32_t longest = 0;
    Walk walk(placement, first);
    for (std::uint64_t number = first; number < last; ++number) {
      if (number != first) walk.go_on();
      const Level level = level_of_moves<Variant>(walk.place(), shelf);
      const Value value = value_of<Variant>(level);
      ++counts[static_cast<std::size_t>(value)];
      if (shelf.has_distances() && level != drawn_level)
        longest = std::max(longest, static_cast<std::uint32_t>(level - 1));
      if (draughts::can_capture<Variant, Side::white>(walk.place())) continue;
      const Level kept = shelf.at(placement.slice(), number);
      const bool agrees = shelf.has_distances() ? kept == level : value_of<Variant>(kept) == value;
      if (!agrees) add_fault(fault_text(walk.place(), kept, level));
    }
    tally.draw += counts[static_cast<std::size_t>(Value::draw)];
    tally.win += counts[static_cast<std::size_t>(Value::win)];
    tally.loss += counts[static_cast<std::size_t>(Value::loss)];
    std::uint32_t known = tally.longest;
    while (longest > known && !tally.longest.compare_exchange_weak(known, longest)) {
    }
  }

  static std::string fault_text(const Place& place, Level kept, Level expected) {
    const auto text = [](Level level) {
      const Value value = value_of<Variant>(level);
      if (value == Value::draw) return std::string("a draw");
      return std::string(value == Value::win ? "a win" : "a loss") + " in " + std::to_string(level - 1);
    };
    return draughts::to_fen(place) + ": the table has " + text(kept) + ", its successors make it " + text(expected);
  }

  void add_fault(std::string fault) {
    const std::scoped_lock lock(mutex_);
    ++report_.wrong;
    if (report_.faults.size() < Report::most_faults) report_.faults.push_back(std::move(fault));
  }

  const Order& order_;
  std::string folder_;
  const Watcher& watcher_;
  Progress progress_;
  Crew crew_;
  std::mutex mutex_;  // of the report's faults
  Report report_;
};

}  // namespace crownstar::tablebase
