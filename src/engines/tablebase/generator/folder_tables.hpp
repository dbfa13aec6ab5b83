// Knows how the tables of one variant answer from the files of a folder, through a cache of unpacked blocks.
// Refuses to know how the files were made; included only where variants are instantiated.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "engines/tablebase/file/block_cache.hpp"
#include "engines/tablebase/open.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"
#include "rules/draughts/notation/fen.hpp"

namespace crownstar::tablebase {

template <class Variant>
class FolderTables final : public TablesOf<Variant> {
  using Place = draughts::Position<Variant>;
  static constexpr int bits_a_value = 2;
  static constexpr int bits_a_distance = 16;
  static constexpr std::size_t parts_for_distances = 8;  // one of so many of the cache's bytes

 public:
  FolderTables(const std::string& folder, std::size_t cache_bytes)
      : folder_(folder_of<Variant>(folder)),
        values_(cache_bytes - cache_bytes / parts_for_distances),
        distances_(cache_bytes / parts_for_distances) {}

  // Gives the files that are there and not fit for use. What is missing takes nothing else along: a position is
  // answered where all that it needs is there.
  std::vector<board::Refusal> open() {
    std::vector<board::Refusal> refused;
    for (int pieces = 1; pieces <= tablebase::most_pieces; ++pieces) {
      for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
        if (!open(slice, Kept::values, files_, refused)) continue;
        most_pieces_ = pieces;
        if (open(slice, Kept::distances, distance_files_, refused)) most_pieces_with_distance_ = pieces;
      }
    }
    return refused;
  }

  int most_pieces() const override { return most_pieces_; }
  int most_pieces_with_distance() const override { return most_pieces_with_distance_; }

  std::optional<Value> value(const Place& position) const override {
    if (pieces_of(position) > most_pieces_) return std::nullopt;
    const auto level = settled(position, [&](const Place& place) { return kept_value(place); });
    return level ? std::optional(value_of<Variant>(*level)) : std::nullopt;
  }

  std::optional<Value> value_at_hand(const Place& position) const override {
    if (pieces_of(position) > most_pieces_) return std::nullopt;
    const auto level = settled(position, [&](const Place& place) -> std::optional<Level> {
      const Opened* const opened = files_[slice_of(place)].get();
      if (opened == nullptr) return std::nullopt;
      const auto known = unpacked(*opened, opened->placement.number_of(place), values_);
      return known ? std::optional(level_of<Variant>(static_cast<Value>(*known))) : std::nullopt;
    });
    return level ? std::optional(value_of<Variant>(*level)) : std::nullopt;
  }

  std::optional<int> distance(const Place& position) const override {
    if (pieces_of(position) > most_pieces_with_distance_) return std::nullopt;
    if constexpr (!has_tables_with_kings<Variant>) {
      if (position.kings != 0) return 0;
    }
    const auto level = settled(position, [&](const Place& place) { return kept_level(place); });
    if (!level || *level == drawn_level) return std::nullopt;
    return *level - 1;
  }

  board::Checked<Answer> ask(std::string_view position) const override {
    const auto read = draughts::position_from_fen<Variant>(position);
    if (!read) return std::unexpected(read.error());
    return Answer{pieces_of(*read), value(*read), distance(*read)};
  }

 private:
  struct Opened {
    explicit Opened(const Placement<Variant>& of, TableFile&& its_file, std::uint64_t first)
        : placement(of), file(std::move(its_file)), first_block(first) {}
    Placement<Variant> placement;
    TableFile file;
    std::uint64_t first_block;  // blocks of all files are counted on
  };
  using Files = BySlice<std::unique_ptr<Opened>>;

  // A position without pieces is of no slice.
  static int pieces_of(const Place& position) {
    const int pieces = board::count_bits(position.occupied());
    return pieces == 0 ? tablebase::most_pieces + 1 : pieces;
  }

  bool open(const Slice& slice, Kept kept, Files& files, std::vector<board::Refusal>& refused) {
    const TableName name = name_of<Variant>(slice, kept);
    if (!is_there(folder_ + "/" + name.file())) return false;
    const Placement<Variant> placement(slice);
    auto file = TableFile::open(folder_, name, placement.size());
    if (!file) {
      refused.push_back(file.error());
      return false;
    }
    const std::uint64_t first = blocks_;
    blocks_ += file->blocks();
    files[slice] = std::make_unique<Opened>(placement, *std::move(file), first);
    return true;
  }

  template <int Bits>
  static std::optional<Symbol> unpacked(const Opened& opened, std::uint64_t number, const BlockCache<Bits>& cache) {
    return cache.find(opened.first_block + number / block_symbols, static_cast<std::size_t>(number % block_symbols));
  }

  template <int Bits>
  static Symbol symbol(const Opened& opened, std::uint64_t number, BlockCache<Bits>& cache) {
    if (const auto known = unpacked(opened, number, cache)) return *known;
    const std::uint64_t block = number / block_symbols;
    const auto at = static_cast<std::size_t>(number % block_symbols);
    std::array<Symbol, block_symbols> symbols;
    opened.file.unpack(static_cast<std::size_t>(block), symbols);
    const std::size_t count = opened.file.symbols_of(static_cast<std::size_t>(block));
    cache.keep(opened.first_block + block, std::span<const Symbol>(symbols).first(count));
    return symbols[at];
  }

  // The worth of a position, captures played out; none where one of them leads to what `kept` does not know, for then
  // there may be a better one.
  template <class KeptOrNone>
  static std::optional<Level> settled(const Place& position, const KeptOrNone& kept) {
    bool is_known = true;
    const Level level = settle<Variant>(seen_by_mover(position), [&](const Place& place) {
      const std::optional<Level> found = kept(place);
      is_known = is_known && found;
      return found.value_or(drawn_level);
    });
    return is_known ? std::optional(level) : std::nullopt;
  }

  std::optional<Level> kept_value(const Place& place) const {
    const Opened* const opened = files_[slice_of(place)].get();
    if (opened == nullptr) return std::nullopt;
    const Symbol value = symbol(*opened, opened->placement.number_of(place), values_);
    return level_of<Variant>(static_cast<Value>(value));
  }

  std::optional<Level> kept_level(const Place& place) const {
    const auto level = kept_value(place);
    if (!level || *level == drawn_level) return level;
    const Opened* const opened = distance_files_[slice_of(place)].get();
    if (opened == nullptr) return std::nullopt;
    const Symbol half = symbol(*opened, opened->placement.number_of(place), distances_);
    return level_of<Variant>(value_of<Variant>(*level), half);
  }

  std::string folder_;
  Files files_;
  Files distance_files_;
  std::uint64_t blocks_ = 0;
  int most_pieces_ = 0;
  int most_pieces_with_distance_ = 0;
  mutable BlockCache<bits_a_value> values_;
  mutable BlockCache<bits_a_distance> distances_;
};

}  // namespace crownstar::tablebase
