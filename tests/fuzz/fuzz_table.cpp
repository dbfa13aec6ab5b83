// Any bytes as a file of an endgame table: it is refused in one line, or every block of it unpacks
// into numbers. The bytes are tried as they came and with the hash that would fit them, which is no seal against
// forgery.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/tablebase/file/coder.hpp"
#include "engines/tablebase/file/table_file.hpp"
#include "engines/tablebase/slices/position_index.hpp"
#include "engines/tablebase/slices/rules_number.hpp"
#include "input_laws.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace {

using namespace crownstar;
using draughts::American;
using tablebase::TableKind;

void look_at(std::span<const std::uint8_t> bytes, TableKind kept) {
  const tablebase::Slice slice{{0, 1}, {0, 1}};
  const tablebase::TableName name{American::id, tablebase::rules_number<American>(), slice, kept};
  const auto file = tablebase::TableFile::read(bytes, name, tablebase::PositionIndex<American>(slice).size());
  if (!file) {
    fuzz::check_refusal(file.error());
    return;
  }
  std::array<tablebase::Symbol, tablebase::block_symbols> symbols;
  for (std::size_t block = 0; block < file->blocks(); ++block) {
    fuzz::require(file->symbols_of(block) <= symbols.size());
    file->unpack(block, symbols);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::uint8_t> bytes(data, data + size);
  for (const TableKind kept : {TableKind::values, TableKind::distances}) look_at(bytes, kept);
  if (bytes.size() < sizeof(std::uint64_t)) return 0;
  tablebase::seal(bytes);
  for (const TableKind kept : {TableKind::values, TableKind::distances}) look_at(bytes, kept);
  return 0;
}
