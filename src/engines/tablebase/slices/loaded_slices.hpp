// The finished slices that a piece of work needs, unpacked in memory.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engines/tablebase/file/symbol_row.hpp"
#include "engines/tablebase/file/table_file.hpp"
#include "engines/tablebase/parallel_for.hpp"
#include "engines/tablebase/slices/by_slice.hpp"
#include "engines/tablebase/slices/depths.hpp"
#include "engines/tablebase/slices/position_index.hpp"
#include "engines/tablebase/slices/table_names.hpp"

namespace crownstar::tablebase {

// In all slices together, of one side to move.
template <class Variant>
std::uint64_t count_positions(int last) {
  std::uint64_t positions = 0;
  for (int pieces = 1; pieces <= last; ++pieces) {
    for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
      positions += PositionIndex<Variant>(slice).size();
    }
  }
  return positions;
}

template <class Variant>
class LoadedSlices {
  using Position = draughts::Position<Variant>;

  struct LoadedSlice {
    explicit LoadedSlice(const Slice& slice) : index(slice) {}
    PositionIndex<Variant> index;
    std::vector<Depth> depths;         // with distances
    std::vector<std::uint8_t> values;  // without
  };

 public:
  LoadedSlices(std::string folder, bool has_distances) : folder_(std::move(folder)), has_distances_(has_distances) {}

  bool has_distances() const { return has_distances_; }
  std::uint64_t bytes_a_position() const { return has_distances_ ? sizeof(Depth) : 1; }

  // Loads the slices that are wanted and drops all others.
  base::Checked<void> load(const std::set<Slice>& wanted, const ParallelFor& parallel_for) {
    for (auto loaded = loaded_.begin(); loaded != loaded_.end();) {
      if (wanted.contains(loaded->first)) {
        ++loaded;
      } else {
        by_slice_[loaded->first] = nullptr;
        loaded = loaded_.erase(loaded);
      }
    }
    for (const Slice& slice : wanted) {
      if (loaded_.contains(slice)) continue;
      auto loaded = load_slice(slice, parallel_for);
      if (!loaded) return std::unexpected(loaded.error());
      by_slice_[slice] = loaded->get();
      loaded_.emplace(slice, *std::move(loaded));
    }
    return {};
  }

  // The depth of a position without captures, seen by its mover, whose slice is loaded.
  Depth operator()(const Position& position) const {
    const LoadedSlice* const loaded = by_slice_[slice_of(position)];
    assert(loaded != nullptr);
    return depth(*loaded, loaded->index.index_of(position));
  }

  Depth at(const Slice& slice, std::uint64_t number) const { return depth(*by_slice_[slice], number); }

 private:
  Depth depth(const LoadedSlice& loaded, std::uint64_t number) const {
    return has_distances_ ? loaded.depths[number] : loaded.values[number];
  }

  base::Checked<std::unique_ptr<LoadedSlice>> load_slice(const Slice& slice, const ParallelFor& parallel_for) const {
    auto loaded = std::make_unique<LoadedSlice>(slice);
    const std::uint64_t size = loaded->index.size();
    const auto values = TableFile::open(folder_, name_of<Variant>(slice, TableKind::values), size);
    if (!values) return std::unexpected(values.error());
    if (!has_distances_) {
      loaded->values.resize(size);
      if (!unpack(*values, parallel_for, [&](std::uint64_t number, Symbol value) {
            loaded->values[number] = static_cast<std::uint8_t>(depth_of<Variant>(static_cast<Value>(value)));
          })) {
        return stopped();
      }
      return loaded;
    }
    const auto distances = TableFile::open(folder_, name_of<Variant>(slice, TableKind::distances), size);
    if (!distances) return std::unexpected(distances.error());
    loaded->depths.resize(size);
    const bool is_whole =
        unpack(*values, parallel_for, [&](std::uint64_t number, Symbol value) { loaded->depths[number] = value; }) &&
        unpack(*distances, parallel_for, [&](std::uint64_t number, Symbol state) {
          loaded->depths[number] = depth_of<Variant>(static_cast<Value>(loaded->depths[number]), state);
        });
    if (!is_whole) return stopped();
    return loaded;
  }

  static std::unexpected<base::Refusal> stopped() { return base::refuse("it was stopped"); }

  template <class Take>
  static bool unpack(const TableFile& file, const ParallelFor& parallel_for, const Take& take) {
    return for_each_block(file.header().positions, parallel_for,
                          [&](std::uint64_t block, std::uint64_t begin, std::uint64_t end) {
                            std::array<Symbol, block_symbols> symbols;
                            file.unpack(static_cast<std::size_t>(block), symbols);
                            for (std::uint64_t number = begin; number < end; ++number) {
                              take(number, symbols[number - begin]);
                            }
                          });
  }

  std::string folder_;
  bool has_distances_;
  std::map<Slice, std::unique_ptr<LoadedSlice>> loaded_;
  BySlice<const LoadedSlice*> by_slice_;
};

// The slices that a capture or a crowning may lead to, and captures from there.
template <class Variant>
std::set<Slice> slices_below(const Slice& slice) {
  std::set<Slice> below;
  const auto fewer = [](const Army& army, const auto& visit) {
    for (int men = 0; men <= army.men; ++men) {
      const int most_kings = has_tables_with_kings<Variant> ? army.pieces() - men : 0;
      for (int kings = 0; kings <= most_kings; ++kings) visit(Army{men, kings});
    }
  };
  fewer(slice.own, [&](const Army& own) {
    fewer(slice.theirs, [&](const Army& theirs) {
      const Slice next{own, theirs};
      if (next.pieces() == 0 || next == slice) return;
      // Without a capture only one man is crowned.
      if (next.pieces() == slice.pieces() && next.men() + 1 != slice.men()) return;
      below.insert(next);
      below.insert(next.turned());
    });
  });
  below.erase(slice.turned());
  return below;
}

}  // namespace crownstar::tablebase
