#include "engines/tablebase/file/coder.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "engines/tablebase/file/packing.hpp"
#include "engines/tablebase/file/table_file.hpp"

namespace crownstar::tablebase {
namespace {

const std::vector<std::uint16_t> offered{1, 2, 3, 4, 30, 31, 900};

// Rows that look like tables: runs, a pattern that comes again, and places that nobody will ask for.
std::vector<Symbol> row_of(std::size_t size, std::size_t kinds, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Symbol> symbols(size);
  Symbol last = 0;
  for (std::size_t at = 0; at < size; ++at) {
    if (random() % 11 == 0) last = static_cast<Symbol>(random() % kinds);
    if (at >= 30 && random() % 3 == 0 && symbols[at - 30] != any_symbol) last = symbols[at - 30];
    symbols[at] = random() % 5 == 0 ? any_symbol : last;
  }
  return symbols;
}

const ParallelFor by_two(2, [](std::uint64_t) { return true; });

SymbolRow row_over(const std::vector<Symbol>& symbols) {
  return {symbols.size(), [&symbols](std::uint64_t first, std::span<Symbol> block) {
            std::ranges::copy(std::span(symbols).subspan(first, block.size()), block.begin());
          }};
}

void expect_the_same_back(const std::vector<Symbol>& original, std::size_t kinds, std::size_t told_apart) {
  const SymbolRow row = row_over(original);
  const Neighbours neighbours = choose_neighbours(row, kinds, told_apart, offered, by_two).value();
  ASSERT_LE(neighbours.contexts(), most_contexts);
  const Packing packing = Packing::of(row, neighbours, by_two).value();
  const Model& model = packing.model();
  std::vector<std::uint8_t> bytes;
  model.write(bytes);
  std::span<const std::uint8_t> left(bytes);
  const auto read = Model::read(left, neighbours);
  ASSERT_TRUE(read.has_value());
  EXPECT_TRUE(left.empty());
  std::vector<Symbol> unpacked(block_symbols);
  for (std::size_t begin = 0; begin < original.size(); begin += block_symbols) {
    const std::size_t count = std::min(block_symbols, original.size() - begin);
    std::vector<Symbol> filled(original.begin() + static_cast<std::ptrdiff_t>(begin),
                               original.begin() + static_cast<std::ptrdiff_t>(begin + count));
    packing.fill(filled);
    const auto packed = model.pack(filled);
    read->unpack(packed, std::span(unpacked).first(count));
    for (std::size_t at = 0; at < count; ++at) {
      const Symbol wanted = original[begin + at];
      if (wanted != any_symbol) ASSERT_EQ(unpacked[at], wanted) << kinds << " kinds, at " << begin + at;
    }
  }
}

TEST(Coder, WhatIsPackedComesBack) {
  for (const std::size_t size : {1U, 100U, 8191U, 8192U, 8193U, 40000U}) {
    for (const std::size_t kinds : {1U, 2U, 3U, 40U, 1024U}) {
      expect_the_same_back(row_of(size, kinds, static_cast<unsigned>(size + kinds)), kinds,
                           std::min<std::size_t>(kinds, 32));
    }
  }
}

TEST(Coder, ARowThatNobodyWillAskForIsPackedToo) { expect_the_same_back(std::vector<Symbol>(20000, any_symbol), 3, 3); }

TEST(Coder, WhatRepeatsTakesLittle) {
  const std::vector<Symbol> symbols(80000, 1);
  const SymbolRow row = row_over(symbols);
  const Packing packing = Packing::of(row, choose_neighbours(row, 3, 3, offered, by_two).value(), by_two).value();
  EXPECT_LE(packing.model().pack(std::span(symbols).first(block_symbols)).size(), 4U);
}

// Under the sanitizers: nothing is read beyond its end, and every number is of a kind that there is.
TEST(Coder, AnyBytesUnpackToSomething) {
  std::mt19937 random(7);
  for (int turn = 0; turn < 3000; ++turn) {
    Neighbours neighbours{1 + random() % 5, 1, {}};
    neighbours.told_apart = 1 + random() % neighbours.symbols;
    for (std::size_t i = random() % 4; i > 0; --i) neighbours.distances.push_back(static_cast<std::uint16_t>(random()));
    std::vector<std::uint8_t> bytes(random() % 400);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 4 == 0 ? random() : random() % 3);
    std::span<const std::uint8_t> left(bytes);
    const auto model = Model::read(left, neighbours);
    if (!model) continue;
    std::vector<Symbol> symbols(300);
    model->unpack(left, symbols);
    for (const Symbol symbol : symbols) ASSERT_LT(symbol, neighbours.symbols);
  }
}

class Damaged : public testing::Test {
 protected:
  static constexpr std::uint64_t positions = 20000;

  static std::vector<std::uint8_t> good() {
    const std::vector<Symbol> symbols = row_of(positions, 3, 5);
    TableHeader header;
    header.positions = positions;
    header.totals = {positions - 2, 1, 1};
    header.neighbours = choose_neighbours(row_over(symbols), 3, 3, offered, by_two).value();
    return pack_table(name(), header, row_over(symbols), by_two).value();
  }
  static TableName name() { return {"american", 1234, {{1, 1}, {1, 0}}, TableKind::values}; }
  static std::string reason(const std::vector<std::uint8_t>& bytes, const TableName& wanted = name()) {
    const auto table = TableFile::read(bytes, wanted, positions);
    return table ? "" : table.error().reason;
  }
};

TEST_F(Damaged, AWholeFileIsRead) { EXPECT_EQ(reason(good()), ""); }

TEST_F(Damaged, AChangedByteIsFoundWhereverItIs) {
  const auto bytes = good();
  for (std::size_t at = 0; at < bytes.size(); at += 13) {
    auto damaged = bytes;
    damaged[at] ^= 0x10;
    EXPECT_NE(reason(damaged), "") << at;
  }
}

TEST_F(Damaged, AFileThatIsCutShortOrGoesOnIsRefused) {
  const auto bytes = good();
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 97) {
    EXPECT_NE(reason({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}), "") << size;
  }
  auto longer = bytes;
  longer.push_back(0);
  EXPECT_NE(reason(longer), "");
}

TEST_F(Damaged, AForeignFileIsRefusedForWhatItIs) {
  TableName wanted = name();
  wanted.game = "russian";
  EXPECT_EQ(reason(good(), wanted), "it is of another game or of other rules");
  wanted = name();
  wanted.rules = 1;
  EXPECT_EQ(reason(good(), wanted), "it is of another game or of other rules");
  wanted = name();
  wanted.slice.own.kings = 2;
  EXPECT_EQ(reason(good(), wanted), "it is of other positions than its name says");
  EXPECT_EQ(reason({'P', 'K', 3, 4}), "it is not a table");
}

// A file with a forged hash too is refused or gives wrong numbers, and nothing worse.
TEST_F(Damaged, AForgedFileHarmsNobody) {
  const auto bytes = good();
  std::mt19937 random(3);
  std::vector<Symbol> symbols(block_symbols);
  for (int turn = 0; turn < 400; ++turn) {
    auto forged = bytes;
    for (int change = 0; change < 3; ++change) {
      const std::size_t reach = turn % 2 == 0 ? 400 : forged.size();
      forged[random() % std::min(reach, forged.size())] = static_cast<std::uint8_t>(random());
    }
    seal(forged);
    const auto table = TableFile::read(forged, name(), positions);
    if (!table) continue;
    for (std::size_t block = 0; block < table->blocks(); ++block) {
      table->unpack(block, symbols);
      for (const Symbol symbol : symbols) ASSERT_LT(symbol, 3);
    }
  }
}

}  // namespace
}  // namespace crownstar::tablebase
