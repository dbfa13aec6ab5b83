// Knows the finished slices that a piece of work needs, laid open in memory, and puts away those it needs no longer.
// Refuses to know how slices are made.
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

#include "engines/tablebase/file/table_file.hpp"
#include "engines/tablebase/slices/crew.hpp"
#include "engines/tablebase/slices/levels.hpp"
#include "engines/tablebase/slices/placement.hpp"
#include "engines/tablebase/slices/rules_number.hpp"

namespace crownstar::tablebase {

// A place for each slice, by its four numbers.
template <class Item>
class BySlice {
 public:
  BySlice() : items_(places) {}
  Item& operator[](const Slice& slice) { return items_[place_of(slice)]; }
  const Item& operator[](const Slice& slice) const { return items_[place_of(slice)]; }

 private:
  static constexpr std::size_t wide = most_pieces + 1;
  static constexpr std::size_t places = wide * wide * wide * wide;

  static std::size_t place_of(const Slice& slice) {
    std::size_t place = 0;
    for (const int number : {slice.own.men, slice.own.kings, slice.theirs.men, slice.theirs.kings}) {
      place = place * wide + static_cast<std::size_t>(number);
    }
    return place;
  }

  std::vector<Item> items_;
};

template <class Variant>
std::string folder_of(const std::string& folder) {
  return folder + "/" + std::string(Variant::id);
}

template <class Variant>
TableName name_of(const Slice& slice, Kept kept) {
  return {Variant::id, rules_number<Variant>(), slice, kept};
}

template <class Variant>
inline constexpr bool has_tables_with_kings = Variant::rules.ending != draughts::Ending::first_king_wins;

// In all slices together, of one side to move.
template <class Variant>
std::uint64_t positions_up_to(int last) {
  std::uint64_t positions = 0;
  for (int pieces = 1; pieces <= last; ++pieces) {
    for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
      positions += Placement<Variant>(slice).size();
    }
  }
  return positions;
}

template <class Variant>
class Shelf {
  using Place = draughts::Position<Variant>;

  struct Laid {
    explicit Laid(const Slice& slice) : placement(slice) {}
    Placement<Variant> placement;
    std::vector<Level> levels;          // with distances
    std::vector<std::uint8_t> shorter;  // without
  };

 public:
  Shelf(std::string folder, bool has_distances) : folder_(std::move(folder)), has_distances_(has_distances) {}

  bool has_distances() const { return has_distances_; }
  std::uint64_t bytes_a_position() const { return has_distances_ ? sizeof(Level) : 1; }

  // Those wanted, and no others.
  board::Checked<void> lay_out(const std::set<Slice>& wanted, const Crew& crew) {
    for (auto laid = laid_.begin(); laid != laid_.end();) {
      if (wanted.contains(laid->first)) {
        ++laid;
      } else {
        places_[laid->first] = nullptr;
        laid = laid_.erase(laid);
      }
    }
    for (const Slice& slice : wanted) {
      if (laid_.contains(slice)) continue;
      auto laid = lay(slice, crew);
      if (!laid) return std::unexpected(laid.error());
      places_[slice] = laid->get();
      laid_.emplace(slice, *std::move(laid));
    }
    return {};
  }

  // Of a position without captures, seen by its mover, whose slice has been laid out.
  Level operator()(const Place& place) const {
    const Laid* const laid = places_[slice_of(place)];
    assert(laid != nullptr);
    return level(*laid, laid->placement.number_of(place));
  }

  Level at(const Slice& slice, std::uint64_t number) const { return level(*places_[slice], number); }

 private:
  Level level(const Laid& laid, std::uint64_t number) const {
    return has_distances_ ? laid.levels[number] : laid.shorter[number];
  }

  board::Checked<std::unique_ptr<Laid>> lay(const Slice& slice, const Crew& crew) const {
    auto laid = std::make_unique<Laid>(slice);
    const std::uint64_t size = laid->placement.size();
    const auto values = TableFile::open(folder_, name_of<Variant>(slice, Kept::values), size);
    if (!values) return std::unexpected(values.error());
    if (!has_distances_) {
      laid->shorter.resize(size);
      if (!unpack(*values, crew, [&](std::uint64_t number, Symbol value) {
            laid->shorter[number] = static_cast<std::uint8_t>(level_of<Variant>(static_cast<Value>(value)));
          })) {
        return stopped();
      }
      return laid;
    }
    const auto distances = TableFile::open(folder_, name_of<Variant>(slice, Kept::distances), size);
    if (!distances) return std::unexpected(distances.error());
    laid->levels.resize(size);
    const bool is_whole =
        unpack(*values, crew, [&](std::uint64_t number, Symbol value) { laid->levels[number] = value; }) &&
        unpack(*distances, crew, [&](std::uint64_t number, Symbol half) {
          laid->levels[number] = level_of<Variant>(static_cast<Value>(laid->levels[number]), half);
        });
    if (!is_whole) return stopped();
    return laid;
  }

  static std::unexpected<board::Refusal> stopped() { return board::refuse("it was stopped"); }

  template <class Take>
  static bool unpack(const TableFile& file, const Crew& crew, const Take& take) {
    const std::uint64_t positions = file.facts().positions;
    return crew.share(file.blocks() * block_symbols, [&](std::uint64_t first, std::uint64_t last) {
      // A part need not be whole blocks: a block belongs to the part that it begins in.
      std::vector<Symbol> symbols(block_symbols);
      for (std::uint64_t block = (first + block_symbols - 1) / block_symbols; block * block_symbols < last; ++block) {
        file.unpack(static_cast<std::size_t>(block), symbols);
        const std::uint64_t begin = block * block_symbols;
        const std::uint64_t end = std::min<std::uint64_t>(positions, begin + block_symbols);
        for (std::uint64_t number = begin; number < end; ++number) take(number, symbols[number - begin]);
      }
    });
  }

  std::string folder_;
  bool has_distances_;
  std::map<Slice, std::unique_ptr<Laid>> laid_;
  BySlice<const Laid*> places_;
};

// What a move that takes or crowns may lead to, and what captures may lead to from there.
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
