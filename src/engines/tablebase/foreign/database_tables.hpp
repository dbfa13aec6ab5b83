// Endgame tables of one variant, answered from a database of another program through a cache.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "engines/tablebase/file/block_cache.hpp"
#include "engines/tablebase/foreign/database.hpp"
#include "engines/tablebase/foreign/unfolding.hpp"
#include "engines/tablebase/probe.hpp"
#include "engines/tablebase/slices/depths.hpp"
#include "rules/draughts/notation/fen.hpp"

namespace crownstar::tablebase {

template <class Variant, FirstSquare First>
class DatabaseTables final : public TablesOf<Variant> {
  static_assert(Variant::rules.ending == draughts::Ending::no_move_loses);
  using Position = draughts::Position<Variant>;
  using Side = draughts::Side;

 public:
  DatabaseTables(std::unique_ptr<Database> database, std::size_t cache_bytes)
      : database_(std::move(database)), cache_(cache_bytes) {}

  int most_pieces() const override { return database_->most_pieces(); }
  int most_pieces_with_distance() const override { return 0; }
  std::string foreign_name() const override {
    std::string name = database_->name() + " of 2 ";
    if (most_pieces() > 2) name += "to " + std::to_string(most_pieces()) + " ";
    name += "pieces";
    const int most = database_->most_of_a_side();
    return most < most_pieces() - 1 ? name + ", at most " + std::to_string(most) + " of a side" : name;
  }

  std::optional<Value> value(const Position& position) const override {
    if (!is_in_reach(position)) return std::nullopt;
    const Position seen = seen_by_mover(position);
    const auto ask = [this](const Position& each) { return answer_of(each); };
    if (const auto found = played_out(seen, ask)) return found;
    return Unfolding<Variant, decltype(ask)>(ask).value(seen);
  }

  std::optional<Value> value_at_hand(const Position& position) const override {
    if (!is_in_reach(position)) return std::nullopt;
    return played_out(seen_by_mover(position), [this](const Position& each) { return answer_at_hand(each); });
  }

  std::optional<int> distance(const Position& /*position*/) const override { return std::nullopt; }

  base::Checked<Answer> ask(std::string_view position) const override {
    const auto read = draughts::position_from_fen<Variant>(position);
    if (!read) return std::unexpected(read.error());
    return Answer{board::count_bits(read->occupied()), value(*read), std::nullopt};
  }

 private:
  bool is_in_reach(const Position& position) const {
    const int pieces = board::count_bits(position.occupied());
    return pieces > 0 && pieces <= most_pieces();
  }

  // By captures alone; none where that is not enough.
  template <class Ask>
  static std::optional<Value> played_out(const Position& position, const Ask& ask) {
    bool is_known = true;
    const Depth depth = resolve_captures<Variant>(position, [&](const Position& quiet) {
      const DatabaseAnswer found = ask(quiet);
      is_known = is_known && found.value;
      return found.value ? depth_of<Variant>(*found.value) : drawn_depth;
    });
    return is_known ? std::optional(value_of<Variant>(depth)) : std::nullopt;
  }

  // Of a position seen by its mover: what needs no file, or where in the file it is.
  struct Lookup {
    DatabaseAnswer answer;
    std::optional<Database::Entry> entry;
  };
  Lookup look_up(const Position& position) const {
    const Placement placement = placement_of<Variant, First>(position);
    if ((placement.own_men | placement.own_kings) == 0) return {{false, Value::loss}, {}};
    if ((placement.their_men | placement.their_kings) == 0) return {{false, Value::win}, {}};
    const bool is_left_out = draughts::can_capture<Variant, Side::white>(position) ||
                             (database_->leaves_out_threats() && draughts::can_capture<Variant, Side::black>(position));
    if (is_left_out) return {{true, {}}, {}};
    const auto entry = database_->find(placement);
    if (!entry || entry->packed != nullptr) return {{}, entry};
    return {{false, entry->value}, {}};
  }

  DatabaseAnswer answer_of(const Position& position) const {
    const Lookup lookup = look_up(position);
    return lookup.entry ? DatabaseAnswer{false, value_at(*lookup.entry)} : lookup.answer;
  }

  DatabaseAnswer answer_at_hand(const Position& position) const {
    const Lookup lookup = look_up(position);
    return lookup.entry ? DatabaseAnswer{false, cached(*lookup.entry)} : lookup.answer;
  }

  std::optional<Value> cached(const Database::Entry& entry) const {
    const std::uint64_t block = entry.packed->first_block + entry.number / block_symbols;
    const auto symbol = cache_.find(block, static_cast<std::size_t>(entry.number % block_symbols));
    return symbol ? std::optional(static_cast<Value>(*symbol)) : std::nullopt;
  }

  Value value_at(const Database::Entry& entry) const {
    if (const auto known = cached(entry)) return *known;
    const std::uint64_t block = entry.number / block_symbols;
    std::array<Symbol, block_symbols> symbols;
    const std::size_t count = entry.packed->unpack(block * block_symbols, symbols);
    cache_.store(entry.packed->first_block + block, std::span<const Symbol>(symbols).first(count));
    return static_cast<Value>(symbols[static_cast<std::size_t>(entry.number % block_symbols)]);
  }

  std::unique_ptr<Database> database_;
  mutable BlockCache<2> cache_;
};

}  // namespace crownstar::tablebase
