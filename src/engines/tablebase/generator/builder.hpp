// Knows in which order the slices of a variant are built, what of them is there already, and how they are written.
// Refuses to know how one is solved; included only where variants are instantiated.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/generator/solver.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"

namespace crownstar::tablebase {

inline std::string in_mebibytes(std::uint64_t bytes) { return std::to_string((bytes >> 20) + 1) + " MiB"; }

template <class Variant>
class Builder {
  using Half = typename Solver<Variant>::Half;

 public:
  Builder(const Order& order, const Watcher& watcher)
      : order_(order),
        folder_(folder_of<Variant>(order.folder)),
        watcher_(watcher),
        crew_(order.threads, [this](std::uint64_t done) { return tell(done / 2); }) {}

  board::Checked<Report> run() {
    if (auto made = make_folder(folder_); !made) return std::unexpected(made.error());
    progress_.all = positions_up_to<Variant>(order_.pieces);
    if (auto room = check_memory(); !room) return std::unexpected(room.error());
    for (int pieces = 1; pieces <= order_.pieces; ++pieces) {
      const bool has_distances = pieces < order_.pieces;
      Shelf<Variant> shelf(folder_, has_distances);
      for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
        if (!is_first_of_pair(slice)) continue;
        progress_.slice = slice;
        if (auto done = make(slice, shelf); !done) return std::unexpected(done.error());
      }
    }
    return report();
  }

 private:
  bool tell(std::uint64_t done_of_slice) {
    Progress progress = progress_;
    progress.done = std::min(progress.all, progress.done + done_of_slice);
    return watcher_(progress);
  }

  // Said of the slice that needs most: who allows so much is not refused again.
  board::Checked<void> check_memory() const {
    std::uint64_t most = 0;
    Slice hungriest;
    for (const bool has_distances : {true, false}) {
      const int pieces = has_distances ? order_.pieces - 1 : order_.pieces;
      for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
        const std::uint64_t needed = memory_for(slice, Shelf<Variant>(folder_, has_distances).bytes_a_position());
        if (needed <= most) continue;
        most = needed;
        hungriest = slice;
      }
    }
    if (most <= order_.memory_bytes) return {};
    return board::refuse("the slice " + to_text(hungriest) + " of " + std::string(Variant::id) + " needs " +
                         in_mebibytes(most) + " of memory, " + in_mebibytes(order_.memory_bytes - 1) +
                         " are allowed; allow more or build fewer pieces");
  }

  // The two slices, their numbers while they are packed, and what lies below them.
  static std::uint64_t memory_for(const Slice& slice, std::uint64_t bytes_a_position) {
    const std::uint64_t size = Placement<Variant>(slice).size();
    const std::uint64_t both = slice == slice.turned() ? size : 2 * size;
    std::uint64_t needed = both * Solver<Variant>::bytes_a_position + 2 * size * sizeof(Symbol);
    for (const Slice& below : slices_below<Variant>(slice)) {
      needed += Placement<Variant>(below).size() * bytes_a_position;
    }
    return needed;
  }

  board::Checked<void> make(const Slice& slice, Shelf<Variant>& shelf) {
    const std::uint64_t size = Placement<Variant>(slice).size();
    const std::uint64_t both = slice == slice.turned() ? size : 2 * size;
    if (is_there(slice, shelf.has_distances()) && is_there(slice.turned(), shelf.has_distances())) {
      progress_.kept += both;
    } else {
      if (auto laid = shelf.lay_out(slices_below<Variant>(slice), crew_); !laid) return laid;
      Solver<Variant> solver(slice, shelf, crew_);
      if (!solver.solve()) return board::refuse("it was stopped; what is finished is kept");
      for (const Half& half : solver.halves()) {
        if (auto written = write(half, shelf.has_distances()); !written) return written;
      }
    }
    progress_.done += both;
    if (!watcher_(progress_)) return board::refuse("it was stopped; what is finished is kept");
    return {};
  }

  std::optional<TableFile> open(const Slice& slice, Kept kept) const {
    auto file = TableFile::open(folder_, name_of<Variant>(slice, kept), Placement<Variant>(slice).size());
    if (!file) return std::nullopt;
    return *std::move(file);
  }

  bool is_there(const Slice& slice, bool with_distances) const {
    return open(slice, Kept::values) && (!with_distances || open(slice, Kept::distances));
  }

  board::Checked<void> write(const Half& half, bool with_distances) const {
    TableFacts facts;
    facts.positions = half.placement.size();
    Level longest = 0;
    for (const Level level : half.levels) {
      const Value value = value_of<Variant>(level);
      ++(value == Value::draw ? facts.totals.draw : value == Value::win ? facts.totals.win : facts.totals.loss);
      longest = std::max(longest, level);
    }
    if (with_distances && longest != 0) facts.longest = static_cast<std::uint32_t>(longest - 1);
    facts.neighbours.symbols = facts.neighbours.told_apart = 3;
    const auto value_symbol = [](Level level) { return static_cast<Symbol>(value_of<Variant>(level)); };
    if (auto written = write(half, facts, Kept::values, value_symbol); !written || !with_distances) return written;
    const Level most = longest == 0 ? Level{0} : half_of(longest);
    facts.neighbours.symbols = static_cast<std::size_t>(most) + 1;
    facts.neighbours.told_apart = std::min<std::size_t>(facts.neighbours.symbols, 32);
    if (facts.neighbours.symbols > most_symbols) {
      return board::refuse("the slice " + to_text(half.placement.slice()) + " has wins too long to be kept");
    }
    return write(half, facts, Kept::distances,
                 [](Level level) { return level == drawn_level ? any_symbol : half_of(level); });
  }

  template <class SymbolOf>
  board::Checked<void> write(const Half& half, TableFacts facts, Kept kept, const SymbolOf& symbol_of) const {
    std::vector<Symbol> symbols(half.levels.size());
    for (std::size_t number = 0; number < symbols.size(); ++number) {
      symbols[number] = half.is_captured_in(number) ? any_symbol : symbol_of(half.levels[number]);
    }
    facts.neighbours = choose_neighbours(symbols, facts.neighbours.symbols, facts.neighbours.told_apart,
                                         distances_offered(half.placement));
    const TableName name = name_of<Variant>(half.placement.slice(), kept);
    return write_whole(folder_ + "/" + name.file(), table_bytes(name, facts, std::move(symbols)));
  }

  // Positions that differ a little in one piece: in the one that changes fastest, or in one beyond it.
  static std::vector<std::uint16_t> distances_offered(const Placement<Variant>& placement) {
    constexpr std::uint64_t near = 9;
    constexpr std::uint64_t around = 5;
    std::set<std::uint64_t> distances;
    for (std::uint64_t distance = 1; distance <= near; ++distance) distances.insert(distance);
    for (const std::uint64_t stride : {placement.stride(), 2 * placement.stride(), placement.far_stride()}) {
      for (std::uint64_t distance = stride - std::min(stride, around); distance <= stride + around; ++distance) {
        if (distance > 0 && distance < block_symbols) distances.insert(distance);
      }
    }
    return {distances.begin(), distances.end()};
  }

  board::Checked<Report> report() const {
    Report report;
    for (int pieces = 1; pieces <= order_.pieces; ++pieces) {
      for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
        const auto values = open(slice, Kept::values);
        if (!values) return board::refuse("the table of " + to_text(slice) + " vanished while others were built");
        SliceReport each{slice, values->facts().totals, pieces < order_.pieces, 0, values->bytes(), 0};
        if (each.has_distances) {
          const auto distances = open(slice, Kept::distances);
          if (!distances) return board::refuse("the table of " + to_text(slice) + " vanished while others were built");
          each.longest = distances->facts().longest;
          each.distance_bytes = distances->bytes();
        }
        report.slices.push_back(each);
      }
    }
    report.positions = progress_.all;
    report.fresh = progress_.all - progress_.kept;
    return report;
  }

  const Order& order_;
  std::string folder_;
  const Watcher& watcher_;
  Progress progress_;
  Crew crew_;
};

}  // namespace crownstar::tablebase
