// The tables of one variant, answered from files of slices through a cache; where the files come from is for others to
// say. Included only where variants are instantiated.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "engines/tablebase/file/block_cache.hpp"
#include "engines/tablebase/probe.hpp"
#include "engines/tablebase/slices/by_slice.hpp"
#include "engines/tablebase/slices/depths.hpp"
#include "engines/tablebase/slices/position_index.hpp"
#include "engines/tablebase/slices/table_names.hpp"
#include "rules/draughts/notation/fen.hpp"

namespace crownstar::tablebase {

template <class Variant>
class SliceTables : public TablesOf<Variant> {
  using Position = draughts::Position<Variant>;
  static constexpr int bits_a_value = 2;
  static constexpr int bits_a_distance = 16;
  static constexpr std::size_t parts_for_distances = 8;  // one of so many of the cache's bytes

 public:
  int most_pieces() const override { return most_pieces_; }
  int most_pieces_with_distance() const override { return most_pieces_with_distance_; }

  std::optional<Value> value(const Position& position) const override {
    if (pieces_of(position) > most_pieces_) return std::nullopt;
    const auto depth = resolved(position, [&](const Position& position) { return stored_value(position); });
    return depth ? std::optional(value_of<Variant>(*depth)) : std::nullopt;
  }

  std::optional<Value> value_at_hand(const Position& position) const override {
    if (pieces_of(position) > most_pieces_) return std::nullopt;
    const auto depth = resolved(position, [&](const Position& position) -> std::optional<Depth> {
      const OpenFile* const file_of = values_of_[slice_of(position)].get();
      if (file_of == nullptr) return std::nullopt;
      const auto known = cached(*file_of, file_of->index.index_of(position), values_);
      return known ? std::optional(depth_of<Variant>(static_cast<Value>(*known))) : std::nullopt;
    });
    return depth ? std::optional(value_of<Variant>(*depth)) : std::nullopt;
  }

  std::optional<int> distance(const Position& position) const override {
    if (pieces_of(position) > most_pieces_with_distance_) return std::nullopt;
    if constexpr (!has_tables_with_kings<Variant>) {
      if (position.kings != 0) return 0;
    }
    const auto depth = resolved(position, [&](const Position& position) { return stored_depth(position); });
    if (!depth || *depth == drawn_depth) return std::nullopt;
    return *depth - 1;
  }

  base::Checked<Answer> ask(std::string_view position) const override {
    const auto read = draughts::position_from_fen<Variant>(position);
    if (!read) return std::unexpected(read.error());
    return Answer{pieces_of(*read), value(*read), distance(*read)};
  }

 protected:
  explicit SliceTables(std::size_t cache_bytes)
      : values_(cache_bytes - cache_bytes / parts_for_distances), distances_(cache_bytes / parts_for_distances) {}

  // What is probed for a slice that has not been put here: false where it cannot be. Another may put it there now.
  virtual bool fetch(const Slice& /*slice*/, TableKind /*kind*/) const { return false; }

  // One thread at a time, and none that asks.
  void put(const PositionIndex<Variant>& index, TableKind kind, TableFile&& file) const {
    const std::uint64_t first = blocks_;
    blocks_ += file.blocks();
    files_of(kind)[index.slice()] = std::make_unique<OpenFile>(index, std::move(file), first);
  }
  void drop(const Slice& slice, TableKind kind) const { files_of(kind)[slice].reset(); }

  void set_most_pieces(int with_value, int with_distance) {
    most_pieces_ = with_value;
    most_pieces_with_distance_ = with_distance;
  }

 private:
  struct OpenFile {
    explicit OpenFile(const PositionIndex<Variant>& of, TableFile&& its_file, std::uint64_t first)
        : index(of), file(std::move(its_file)), first_block(first) {}
    PositionIndex<Variant> index;
    TableFile file;
    std::uint64_t first_block;  // blocks of all files are counted on
  };
  using Files = BySlice<std::unique_ptr<OpenFile>>;

  // A position without pieces is of no slice.
  static int pieces_of(const Position& position) {
    const int pieces = board::count_bits(position.occupied());
    return pieces == 0 ? tablebase::most_pieces + 1 : pieces;
  }

  Files& files_of(TableKind kind) const { return kind == TableKind::values ? values_of_ : distances_of_; }

  const OpenFile* file_of(const Slice& slice, TableKind kind) const {
    const auto& file = files_of(kind)[slice];
    return file || fetch(slice, kind) ? file.get() : nullptr;
  }

  template <int Bits>
  static std::optional<Symbol> cached(const OpenFile& file_of, std::uint64_t number, const BlockCache<Bits>& cache) {
    return cache.find(file_of.first_block + number / block_symbols, static_cast<std::size_t>(number % block_symbols));
  }

  template <int Bits>
  static Symbol symbol(const OpenFile& file_of, std::uint64_t number, BlockCache<Bits>& cache) {
    if (const auto known = cached(file_of, number, cache)) return *known;
    const std::uint64_t block = number / block_symbols;
    const auto at = static_cast<std::size_t>(number % block_symbols);
    std::array<Symbol, block_symbols> symbols;
    file_of.file.unpack(static_cast<std::size_t>(block), symbols);
    const std::size_t count = file_of.file.symbols_of(static_cast<std::size_t>(block));
    cache.store(file_of.first_block + block, std::span<const Symbol>(symbols).first(count));
    return symbols[at];
  }

  // The depth of a position, captures played out. None where a capture leads to a position that is not stored, since
  // that one might be better.
  template <class LookUp>
  static std::optional<Depth> resolved(const Position& position, const LookUp& look_up) {
    bool is_known = true;
    const Depth depth = resolve_captures<Variant>(seen_by_mover(position), [&](const Position& position) {
      const std::optional<Depth> found = look_up(position);
      is_known = is_known && found;
      return found.value_or(drawn_depth);
    });
    return is_known ? std::optional(depth) : std::nullopt;
  }

  std::optional<Depth> stored_value(const Position& position) const {
    const OpenFile* const file = file_of(slice_of(position), TableKind::values);
    if (file == nullptr) return std::nullopt;
    const Symbol value = symbol(*file, file->index.index_of(position), values_);
    return depth_of<Variant>(static_cast<Value>(value));
  }

  std::optional<Depth> stored_depth(const Position& position) const {
    const auto depth = stored_value(position);
    if (!depth || *depth == drawn_depth) return depth;
    const OpenFile* const file = file_of(slice_of(position), TableKind::distances);
    if (file == nullptr) return std::nullopt;
    const Symbol state = symbol(*file, file->index.index_of(position), distances_);
    return depth_of<Variant>(value_of<Variant>(*depth), state);
  }

  // Those that come only when they are asked for are put here by the one thread that asks.
  mutable Files values_of_;
  mutable Files distances_of_;
  mutable std::uint64_t blocks_ = 0;
  int most_pieces_ = 0;
  int most_pieces_with_distance_ = 0;
  mutable BlockCache<bits_a_value> values_;
  mutable BlockCache<bits_a_distance> distances_;
};

}  // namespace crownstar::tablebase
