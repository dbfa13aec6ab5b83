// The finished slices that a piece of work needs, unpacked in memory, and as many of those before as there is room for.
#pragma once

#include <algorithm>
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
    std::vector<std::uint8_t> values;  // without: four in a byte, the first lowest
    std::uint64_t last_wanted = 0;
  };

 public:
  LoadedSlices(std::string folder, bool has_distances) : folder_(std::move(folder)), has_distances_(has_distances) {}

  bool has_distances() const { return has_distances_; }
  std::uint64_t bytes_for(std::uint64_t positions) const {
    return has_distances_ ? positions * sizeof(Depth) : bytes_of_values(positions);
  }

  std::uint64_t bytes_for(const std::set<Slice>& slices) const {
    std::uint64_t bytes = 0;
    for (const Slice& slice : slices) bytes += bytes_for(PositionIndex<Variant>(slice).size());
    return bytes;
  }

  // Loads the slices that are wanted. Others are kept within so many bytes, those longest if they were wanted last.
  base::Checked<void> load(const std::set<Slice>& wanted, std::uint64_t room, const ParallelFor& parallel_for) {
    ++loads_;
    std::uint64_t bytes_wanted = 0;
    std::uint64_t bytes = 0;
    for (const Slice& slice : wanted) {
      const auto loaded = loaded_.find(slice);
      if (loaded != loaded_.end()) {
        loaded->second->last_wanted = loads_;
      } else {
        bytes_wanted += bytes_for(PositionIndex<Variant>(slice).size());
      }
    }
    for (const auto& [slice, loaded] : loaded_) bytes += bytes_for(loaded->index.size());
    while (bytes + bytes_wanted > room) {
      const auto oldest =
          std::ranges::min_element(loaded_, {}, [](const auto& loaded) { return loaded.second->last_wanted; });
      if (oldest == loaded_.end() || oldest->second->last_wanted == loads_) break;
      bytes -= bytes_for(oldest->second->index.size());
      by_slice_[oldest->first] = nullptr;
      loaded_.erase(oldest);
    }
    for (const Slice& slice : wanted) {
      if (loaded_.contains(slice)) continue;
      auto loaded = load_slice(slice, parallel_for);
      if (!loaded) return std::unexpected(loaded.error());
      (*loaded)->last_wanted = loads_;
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
  static constexpr std::uint64_t values_a_byte = 4;
  static constexpr std::uint64_t bytes_of_values(std::uint64_t positions) {
    return (positions + values_a_byte - 1) / values_a_byte;
  }

  Depth depth(const LoadedSlice& loaded, std::uint64_t number) const {
    if (has_distances_) return loaded.depths[number];
    const int byte = loaded.values[number / values_a_byte];
    return depth_of<Variant>(static_cast<Value>(byte >> 2 * (number % values_a_byte) & 3));
  }

  base::Checked<std::unique_ptr<LoadedSlice>> load_slice(const Slice& slice, const ParallelFor& parallel_for) const {
    auto loaded = std::make_unique<LoadedSlice>(slice);
    const std::uint64_t size = loaded->index.size();
    const auto values = TableFile::open(folder_, name_of<Variant>(slice, TableKind::values), size);
    if (!values) return std::unexpected(values.error());
    if (!has_distances_) {
      loaded->values.resize(bytes_of_values(size));
      // No byte holds values of two blocks.
      static_assert(block_symbols % values_a_byte == 0);
      const auto take = [&](std::uint64_t number, Symbol value) {
        loaded->values[number / values_a_byte] |= static_cast<std::uint8_t>(value << 2 * (number % values_a_byte));
      };
      if (!unpack(*values, parallel_for, take)) return stopped();
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
  std::uint64_t loads_ = 0;
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
