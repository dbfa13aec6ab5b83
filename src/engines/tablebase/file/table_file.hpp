// The format of a table file, which holds one slice of one game: header, blocks and hash. docs/tables.md describes it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "engines/tablebase/file/coder.hpp"
#include "engines/tablebase/slice.hpp"

namespace crownstar::tablebase {

enum class TableKind : std::uint8_t { values, distances };

struct Totals {
  std::uint64_t win = 0;
  std::uint64_t draw = 0;
  std::uint64_t loss = 0;

  constexpr std::uint64_t all() const { return win + draw + loss; }
  constexpr bool operator==(const Totals&) const = default;
};

// What a file must state to be the one that is wanted.
struct TableName {
  std::string_view game;
  std::uint64_t rules = 0;  // a number that differs where the rules do
  Slice slice;
  TableKind kind = TableKind::values;

  std::string file() const;  // `1m2k-0m1k.values`
};

// What a file states beside its numbers.
struct TableHeader {
  std::uint64_t positions = 0;
  Totals totals;              // captures pending included
  std::uint32_t longest = 0;  // half-moves of the longest win; 0 where no distances are known
  Neighbours neighbours;
};

// The whole file, of blocks that the model has packed (packing.hpp).
std::vector<std::uint8_t> table_bytes(const TableName& name, const TableHeader& header, const Model& model,
                                      std::span<const std::vector<std::uint8_t>> blocks);

// Writes the hash of all before it into the last eight bytes.
void seal(std::vector<std::uint8_t>& bytes);

// A file that has been checked and whose blocks can be asked for, by any number of threads.
class TableFile {
 public:
  // Refused by name where the file is not whole, not a table, or another one than `name`.
  static base::Checked<TableFile> open(const std::string& folder, const TableName& name, std::uint64_t positions);
  // The same for bytes that stay where they are.
  static base::Checked<TableFile> read(std::span<const std::uint8_t> bytes, const TableName& name,
                                       std::uint64_t positions);
  // The same for bytes that it keeps.
  static base::Checked<TableFile> keep(std::vector<std::uint8_t> bytes, const TableName& name, std::uint64_t positions);

  // What a file says that it is, by its first bytes. Its game is a text within them.
  static base::Checked<TableName> read_name(std::span<const std::uint8_t> first_bytes);

  const TableHeader& header() const { return header_; }
  std::size_t blocks() const { return begins_.size() - 1; }
  std::size_t bytes() const { return size_; }
  std::size_t symbols_of(std::size_t block) const;
  void unpack(std::size_t block, std::span<Symbol> symbols) const;

 private:
  std::shared_ptr<const void> file_;  // whatever keeps the bytes in memory
  std::size_t size_ = 0;
  TableHeader header_;
  Model model_;
  std::vector<std::uint32_t> begins_;  // of each block, and the end
  std::span<const std::uint8_t> blocks_;
};

}  // namespace crownstar::tablebase
