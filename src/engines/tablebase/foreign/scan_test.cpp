#include "engines/tablebase/foreign/scan.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "engines/tablebase/foreign/foreign_files_test.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {
namespace {

using draughts::International;
using draughts::Side;
using foreign_test::ForeignFolder;
using foreign_test::OwnTables;

using ScanValues = std::vector<std::optional<Value>>;  // none where the file may hold any

// In Scan's order: the mover's men, the other side's, the mover's kings, theirs, which change fastest. Each side's are
// ordered as it sees the board.
ScanValues scan_values_in_order(const TablesOf<International>& own, const Slice& slice) {
  ScanValues values;
  const std::uint64_t board = foreign_test::first_squares(scan_squares);
  const std::uint64_t men_squares = foreign_test::first_squares(scan_squares - 5);
  for (const std::uint64_t own_men : foreign_test::sets(slice.own.men, men_squares)) {
    for (const std::uint64_t seen_men : foreign_test::sets(slice.theirs.men, men_squares)) {
      const std::uint64_t their_men = turned(seen_men, scan_squares);
      const std::uint64_t open = board & ~(own_men | their_men);
      // Where men overlap there is no position, but there are numbers.
      const std::uint64_t shown = (own_men & their_men) == 0 ? open : foreign_test::first_squares(50 - slice.men());
      for (const std::uint64_t own_kings : foreign_test::sets(slice.own.kings, shown)) {
        for (const std::uint64_t seen_kings :
             foreign_test::sets(slice.theirs.kings, turned(shown & ~own_kings, scan_squares))) {
          const std::uint64_t their_kings = turned(seen_kings, scan_squares);
          const Placement placement{own_men, own_kings, their_men, their_kings};
          if ((own_men & their_men) != 0) {
            values.emplace_back();
            continue;
          }
          const auto position = foreign_test::position_of<International, FirstSquare::right>(placement);
          const bool is_left_out = draughts::can_capture<International, Side::white>(position);
          values.push_back(is_left_out ? std::nullopt : own.value(position));
        }
      }
    }
  }
  return values;
}

std::string packed_as_scan_does(const ScanValues& values) {
  std::string bytes;
  const auto digit_of = [](Value value) { return value == Value::draw ? 0 : value == Value::loss ? 1 : 2; };
  for (std::size_t at = 0; at < values.size();) {
    const Value value = values[at].value_or(Value::win);
    std::size_t alike = 0;
    while (at + alike < values.size() && values[at + alike].value_or(value) == value) ++alike;
    int step = 84;
    while (std::llround(std::pow(1.2, step)) > static_cast<long long>(alike)) --step;
    bytes += static_cast<char>(step * 3 + digit_of(value));
    at += static_cast<std::size_t>(std::llround(std::pow(1.2, step)));
  }
  return bytes;
}

class ScanBitbases : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    own = std::make_unique<OwnTables<International>>(2);
    for (const Slice& slice : slices_of(2, true)) {
      if (slice.own.pieces() == 1) files[slice] = packed_as_scan_does(scan_values_in_order(**own, slice));
    }
  }
  static void TearDownTestSuite() { own.reset(); }

  static void write(const ForeignFolder& folder) {
    for (const auto& [slice, bytes] : files) folder.write(ScanDatabase::file_name(slice), bytes);
  }

  static inline std::unique_ptr<OwnTables<International>> own;
  static inline std::map<Slice, std::string> files;
};

TEST_F(ScanBitbases, EveryPositionHasTheValueThatWasWritten) {
  const ForeignFolder folder("scan");
  write(folder);
  foreign_test::expect_the_values_of(**own, folder.path(), 2, "Scan's bitbases of 2 pieces");
}

TEST_F(ScanBitbases, AFileIsNamedByTheMoversPiecesAndTheOthers) {
  EXPECT_EQ(ScanDatabase::file_name({{1, 2}, {0, 1}}), "4/1021");
}

TEST_F(ScanBitbases, ADamagedFileIsNamedAndNotUsed) {
  for (const std::string& damaged :
       {files.begin()->second.substr(1), files.begin()->second + '\x03', std::string(1, '\xFF')}) {
    const ForeignFolder folder("scan-damaged");
    write(folder);
    folder.write(ScanDatabase::file_name(files.begin()->first), damaged);
    const auto opened = open_tables("international", folder.path());
    ASSERT_TRUE(opened);
    ASSERT_EQ(opened->refused.size(), 1U);
    EXPECT_NE(opened->refused.front().reason.find("is not used: it "), std::string::npos);
    EXPECT_EQ(opened->tables->most_pieces(), 0);
  }
}

TEST_F(ScanBitbases, AMissingFileLeavesItsPositionsUnknown) {
  const ForeignFolder folder("scan-missing");
  write(folder);
  std::filesystem::remove(folder.path() + "/2/1100");
  const auto opened = open_tables("international", folder.path());
  ASSERT_TRUE(opened && opened->refused.empty());
  const auto man_against_man = opened->tables->ask("W:W31:B20");
  const auto king_against_king = opened->tables->ask("W:WK46:BK1");
  ASSERT_TRUE(man_against_man && king_against_king);
  EXPECT_EQ(man_against_man->value, std::nullopt);
  EXPECT_TRUE(king_against_king->value);
}

TEST(KingsRow, ItsDatabasesAreRefusedByName) {
  const ForeignFolder folder("kingsrow");
  folder.write("db2.cpr1", "");
  folder.write("db2.idx1", "BASE0,1,0,1,0,b:0/0,0,39\n");
  for (const char* const game : {"american", "international"}) {
    const auto opened = open_tables(game, folder.path());
    ASSERT_TRUE(opened);
    ASSERT_EQ(opened->refused.size(), 1U);
    EXPECT_NE(opened->refused.front().reason.find("has databases of KingsRow"), std::string::npos);
  }
}

}  // namespace
}  // namespace crownstar::tablebase
