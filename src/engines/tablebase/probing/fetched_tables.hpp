// The tables of one variant whose files are fetched when a position needs them. Included only where variants are
// instantiated.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "engines/tablebase/probing/slice_tables.hpp"
#include "engines/tablebase/probing/table_source.hpp"

namespace crownstar::tablebase {

template <class Variant>
class FetchedTables final : public SliceTables<Variant> {
 public:
  FetchedTables(TableSource& source, const FetchTerms& terms)
      : SliceTables<Variant>(terms.cache_bytes), source_(source), memory_bytes_(terms.memory_bytes) {
    this->set_most_pieces(terms.pieces, terms.pieces_with_distance);
  }

 protected:
  bool fetch(const Slice& slice, TableKind kind) const override {
    if (slice.pieces() > this->most_pieces()) return false;
    Known& known = known_[static_cast<std::size_t>(kind)][slice];
    if (known.is_missing) return false;
    if (!known.refusal) {
      if (fetch(slice, kind, known)) return true;
      if (known.is_missing) return false;
    }
    source_.on_refused(*known.refusal);
    return false;
  }

 private:
  struct Known {
    bool is_missing = false;
    std::optional<base::Refusal> refusal;  // none where it is fit for use, as far as anybody knows
  };
  struct Fetched {
    Slice slice;
    TableKind kind = TableKind::values;
    std::size_t bytes = 0;
  };

  bool fetch(const Slice& slice, TableKind kind, Known& known) const {
    const TableName name = name_of<Variant>(slice, kind);
    const std::string place = std::string(Variant::id) + "/" + name.file();
    auto bytes = source_.read(place);
    if (!bytes) {
      known.refusal = bytes.error();
      return false;
    }
    known.is_missing = !bytes->has_value();
    if (known.is_missing) return false;
    if ((*bytes)->size() > memory_bytes_) {
      known.refusal = base::Refusal{{},
                                    "the table '" + place + "' is not used: it needs " +
                                        std::to_string(((*bytes)->size() >> 20U) + 1) + " MiB of memory, and " +
                                        std::to_string(memory_bytes_ >> 20U) + " are allowed"};
      return false;
    }
    const PositionIndex<Variant> index(slice);
    auto file = TableFile::keep(**std::move(bytes), name, index.size());
    if (!file) {
      known.refusal = base::Refusal{file.error().rule, "the table '" + place + "' is not used: " + file.error().reason};
      return false;
    }
    make_room(file->bytes());
    fetched_.push_back({slice, kind, file->bytes()});
    this->put(index, kind, *std::move(file));
    return true;
  }

  void make_room(std::size_t bytes) const {
    bytes_ += bytes;
    while (bytes_ > memory_bytes_) {
      const Fetched& first = fetched_.front();
      this->drop(first.slice, first.kind);
      bytes_ -= first.bytes;
      fetched_.pop_front();
    }
  }

  TableSource& source_;
  std::size_t memory_bytes_;
  // Changed by asking: there is one thread.
  mutable std::array<BySlice<Known>, 2> known_;
  mutable std::deque<Fetched> fetched_;
  mutable std::size_t bytes_ = 0;
};

}  // namespace crownstar::tablebase
