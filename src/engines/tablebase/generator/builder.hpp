// Builds the slices of a variant in order, keeps those that are there already, and writes them. Included only where
// variants are instantiated.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engines/tablebase/file/mapped_file.hpp"
#include "engines/tablebase/file/packing.hpp"
#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/generator/distance_solver.hpp"
#include "engines/tablebase/generator/memory_check.hpp"
#include "engines/tablebase/generator/value_solver.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"

namespace crownstar::tablebase {

template <class Variant>
class Builder {
 public:
  Builder(const BuildRequest& request, const OnProgress& on_progress)
      : request_(request),
        folder_(folder_of<Variant>(request.folder)),
        on_progress_(on_progress),
        parallel_for_(request.threads, [this](std::uint64_t done) { return report_progress(done / 2); }) {}

  base::Checked<Report> run() {
    if (auto made = create_folder(folder_); !made) return std::unexpected(made.error());
    progress_.all = count_positions<Variant>(request_.pieces);
    const auto need = [this](const Slice& slice, bool has_distances) { return memory_for(slice, has_distances); };
    if (auto room = check_memory<Variant>(request_, need); !room) return std::unexpected(room.error());
    for (int pieces = 1; pieces <= request_.pieces; ++pieces) {
      const bool has_distances = request_.has_distances(pieces);
      LoadedSlices<Variant> loaded(folder_, has_distances);
      for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
        if (!is_first_of_pair(slice)) continue;
        progress_.slice = slice;
        if (auto done = make(slice, loaded); !done) return std::unexpected(done.error());
      }
    }
    return report();
  }

 private:
  bool report_progress(std::uint64_t done_of_slice) {
    Progress progress = progress_;
    progress.done = std::min(progress.all, progress.done + done_of_slice);
    return on_progress_(progress);
  }

  // The two slices, and what lies below them.
  std::uint64_t memory_for(const Slice& slice, bool has_distances) const {
    const LoadedSlices<Variant> loaded(folder_, has_distances);
    return memory_to_solve(slice, has_distances) + loaded.bytes_for(slices_below<Variant>(slice));
  }

  static std::uint64_t memory_to_solve(const Slice& slice, bool has_distances) {
    const std::uint64_t both = size_of_pair(slice);
    return has_distances ? DistanceSolver<Variant>::bytes_for(both) : ValueSolver<Variant>::bytes_for(both);
  }

  static std::uint64_t size_of_pair(const Slice& slice) {
    const std::uint64_t size = PositionIndex<Variant>(slice).size();
    return slice == slice.turned() ? size : 2 * size;
  }

  base::Checked<void> make(const Slice& slice, LoadedSlices<Variant>& loaded) {
    const std::uint64_t both = size_of_pair(slice);
    if (exists(slice, loaded.has_distances()) && exists(slice.turned(), loaded.has_distances())) {
      progress_.kept += both;
    } else {
      const std::uint64_t room = request_.memory_bytes - memory_to_solve(slice, loaded.has_distances());
      if (auto laid = loaded.load(slices_below<Variant>(slice), room, parallel_for_); !laid) return laid;
      auto made = loaded.has_distances() ? solve<DistanceSolver<Variant>>(slice, loaded)
                                         : solve<ValueSolver<Variant>>(slice, loaded);
      if (!made) return made;
    }
    progress_.done += both;
    if (!on_progress_(progress_)) return stopped();
    return {};
  }

  static std::unexpected<base::Refusal> stopped() { return base::refuse("it was stopped; what is finished is kept"); }

  template <class Solver>
  base::Checked<void> solve(const Slice& slice, const LoadedSlices<Variant>& loaded) const {
    Solver solver(slice, loaded, parallel_for_);
    if (!solver.solve()) return stopped();
    for (const auto& state : solver.states()) {
      TableHeader header;
      header.positions = state.index.size();
      if (!count_totals(state, header.totals)) return stopped();
      Depth longest = 0;
      if constexpr (Solver::has_distances) longest = *std::ranges::max_element(state.depths);
      if (longest != 0) header.longest = static_cast<std::uint32_t>(longest - 1);
      if (auto written = write_values(state, header); !written) return written;
      if constexpr (Solver::has_distances) {
        if (auto written = write_distances(state, header, longest); !written) return written;
      }
    }
    return {};
  }

  std::optional<TableFile> open(const Slice& slice, TableKind kept) const {
    auto file = TableFile::open(folder_, name_of<Variant>(slice, kept), PositionIndex<Variant>(slice).size());
    if (!file) return std::nullopt;
    return *std::move(file);
  }

  bool exists(const Slice& slice, bool with_distances) const {
    return open(slice, TableKind::values) && (!with_distances || open(slice, TableKind::distances));
  }

  template <class State>
  base::Checked<void> write_values(const State& state, TableHeader header) const {
    header.neighbours.symbols = header.neighbours.told_apart = 3;
    return write(state, header, TableKind::values,
                 [&](std::uint64_t number) { return static_cast<Symbol>(state.value(number)); });
  }

  template <class State>
  base::Checked<void> write_distances(const State& state, TableHeader header, Depth longest) const {
    const Depth most = longest == 0 ? Depth{0} : half_of(longest);
    header.neighbours.symbols = static_cast<std::size_t>(most) + 1;
    header.neighbours.told_apart = std::min<std::size_t>(header.neighbours.symbols, 32);
    if (header.neighbours.symbols > most_symbols) {
      return base::refuse("the slice " + to_text(state.index.slice()) + " has wins too long to be kept");
    }
    return write(state, header, TableKind::distances, [&](std::uint64_t number) {
      const Depth depth = state.depths[number];
      return depth == drawn_depth ? any_symbol : half_of(depth);
    });
  }

  template <class State>
  bool count_totals(const State& state, Totals& totals) const {
    std::array<std::atomic<std::uint64_t>, 3> sums{};
    const bool is_whole = parallel_for_.run(state.index.size(), [&](std::uint64_t first, std::uint64_t last) {
      std::array<std::uint64_t, 3> counts{};
      for (std::uint64_t number = first; number < last; ++number) {
        ++counts[static_cast<std::size_t>(state.value(number))];
      }
      for (std::size_t i = 0; i < counts.size(); ++i) sums[i] += counts[i];
    });
    totals = {sums[static_cast<std::size_t>(Value::win)], sums[static_cast<std::size_t>(Value::draw)],
              sums[static_cast<std::size_t>(Value::loss)]};
    return is_whole;
  }

  template <class State, class SymbolOf>
  base::Checked<void> write(const State& state, TableHeader header, TableKind kept, const SymbolOf& symbol_of) const {
    const SymbolRow row{state.index.size(), [&](std::uint64_t first, std::span<Symbol> block) {
                          for (std::size_t i = 0; i < block.size(); ++i) {
                            block[i] = state.is_captured_in(first + i) ? any_symbol : symbol_of(first + i);
                          }
                        }};
    auto neighbours = choose_neighbours(row, header.neighbours.symbols, header.neighbours.told_apart,
                                        distances_offered(state.index), parallel_for_);
    if (!neighbours) return stopped();
    header.neighbours = *std::move(neighbours);
    const TableName name = name_of<Variant>(state.index.slice(), kept);
    const auto bytes = pack_table(name, header, row, parallel_for_);
    if (!bytes) return stopped();
    return write_atomically(folder_ + "/" + name.file(), *bytes);
  }

  // Positions that differ a little in one piece: in the one that changes fastest, or in one beyond it.
  static std::vector<std::uint16_t> distances_offered(const PositionIndex<Variant>& index) {
    constexpr std::uint64_t near = 9;
    constexpr std::uint64_t around = 5;
    std::set<std::uint64_t> distances;
    for (std::uint64_t distance = 1; distance <= near; ++distance) distances.insert(distance);
    for (const std::uint64_t stride : {index.stride(), 2 * index.stride(), index.far_stride()}) {
      for (std::uint64_t distance = stride - std::min(stride, around); distance <= stride + around; ++distance) {
        if (distance > 0 && distance < block_symbols) distances.insert(distance);
      }
    }
    return {distances.begin(), distances.end()};
  }

  base::Checked<Report> report() const {
    Report report;
    for (int pieces = 1; pieces <= request_.pieces; ++pieces) {
      for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
        const auto values = open(slice, TableKind::values);
        if (!values) return base::refuse("the table of " + to_text(slice) + " vanished while others were built");
        SliceReport each{slice, values->header().totals, request_.has_distances(pieces), 0, values->bytes(), 0};
        if (each.has_distances) {
          const auto distances = open(slice, TableKind::distances);
          if (!distances) return base::refuse("the table of " + to_text(slice) + " vanished while others were built");
          each.longest = distances->header().longest;
          each.distance_bytes = distances->bytes();
        }
        report.slices.push_back(each);
      }
    }
    report.positions = progress_.all;
    report.fresh = progress_.all - progress_.kept;
    return report;
  }

  const BuildRequest& request_;
  std::string folder_;
  const OnProgress& on_progress_;
  Progress progress_;
  ParallelFor parallel_for_;
};

}  // namespace crownstar::tablebase
