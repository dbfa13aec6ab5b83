// The tables of one variant in a folder's files, all opened at once: then any number of threads may ask. Included only
// where variants are instantiated.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engines/tablebase/file/mapped_file.hpp"
#include "engines/tablebase/probing/slice_tables.hpp"

namespace crownstar::tablebase {

template <class Variant>
class FolderTables final : public SliceTables<Variant> {
 public:
  FolderTables(const std::string& folder, std::size_t cache_bytes)
      : SliceTables<Variant>(cache_bytes), folder_(folder_of<Variant>(folder)) {}

  // Gives the files that are there and not fit for use. What is missing takes nothing else along: a position is
  // answered where all that it needs is there.
  std::vector<base::Refusal> open() {
    std::vector<base::Refusal> refused;
    int with_value = 0;
    int with_distance = 0;
    for (int pieces = 1; pieces <= tablebase::most_pieces; ++pieces) {
      for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
        if (!open(slice, TableKind::values, refused)) continue;
        with_value = pieces;
        if (open(slice, TableKind::distances, refused)) with_distance = pieces;
      }
    }
    this->set_most_pieces(with_value, with_distance);
    return refused;
  }

 private:
  bool open(const Slice& slice, TableKind kind, std::vector<base::Refusal>& refused) {
    const TableName name = name_of<Variant>(slice, kind);
    if (!exists(folder_ + "/" + name.file())) return false;
    const PositionIndex<Variant> index(slice);
    auto file = TableFile::open(folder_, name, index.size());
    if (!file) {
      refused.push_back(file.error());
      return false;
    }
    this->put(index, kind, *std::move(file));
    return true;
  }

  std::string folder_;
};

}  // namespace crownstar::tablebase
