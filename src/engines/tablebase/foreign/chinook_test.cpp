#include "engines/tablebase/foreign/chinook.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "engines/tablebase/foreign/foreign_files_test.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {
namespace {

using draughts::American;
using draughts::Side;
using foreign_test::ForeignFolder;
using foreign_test::OwnTables;

constexpr std::size_t packed_values = 5;

// A value, or none where the file may hold any.
using Values = std::vector<std::optional<Value>>;

// What Chinook's index says of one part, in its order: the mover's men, the other side's, the mover's kings, theirs.
Values values_in_order(const TablesOf<American>& own, const Slice& slice, int own_row, int their_row) {
  Values values;
  const std::uint64_t board = foreign_test::first_squares(chinook_squares);
  for (const std::uint64_t own_men : foreign_test::men_on_row(slice.own.men, own_row, 4)) {
    for (const std::uint64_t seen_by_them : foreign_test::men_on_row(slice.theirs.men, their_row, 4)) {
      const std::uint64_t their_men = turned(seen_by_them, chinook_squares);
      if ((own_men & their_men) != 0) continue;
      for (const std::uint64_t own_kings : foreign_test::sets(slice.own.kings, board & ~(own_men | their_men))) {
        const std::uint64_t taken = own_men | their_men | own_kings;
        for (const std::uint64_t their_kings : foreign_test::sets(slice.theirs.kings, board & ~taken)) {
          const auto position =
              foreign_test::position_of<American, FirstSquare::left>({own_men, own_kings, their_men, their_kings});
          const bool is_left_out = draughts::can_capture<American, Side::white>(position) ||
                                   draughts::can_capture<American, Side::black>(position);
          values.push_back(is_left_out ? std::nullopt : own.value(position));
        }
      }
    }
  }
  return values;
}

class Writer {
 public:
  void add(const Slice& slice, int own_row, int their_row, const Values& values) {
    const std::string base = "BASE" + std::to_string(slice.own.kings) + std::to_string(slice.theirs.kings) +
                             std::to_string(slice.own.men) + std::to_string(slice.theirs.men) + "." +
                             std::to_string(own_row) + std::to_string(their_row) + " ";
    std::array<std::size_t, 3> counts{};
    for (const auto& value : values) {
      if (value) ++counts[static_cast<std::size_t>(*value)];
    }
    const auto usual = static_cast<Value>(std::ranges::max_element(counts) - counts.begin());
    const char sign = "=+-"[static_cast<std::size_t>(usual)];
    const std::size_t all = counts[0] + counts[1] + counts[2];
    if (counts[static_cast<std::size_t>(usual)] == all) {
      index += base + sign + sign + "\n";
      return;
    }
    index += base + sign + "\nS      0    " + place() + "\n";
    const std::size_t written = pack(values, usual);
    index += "E" + std::to_string(written) + "  " + place() + "\n";
  }

  std::string index;
  std::string bytes;

 private:
  std::string place() const { return std::to_string(bytes.size() / 1024) + "/" + std::to_string(bytes.size() % 1024); }

  std::size_t pack(const Values& values, Value usual) {
    static constexpr std::array<std::size_t, 13> runs{10, 15, 20, 25, 30, 40, 50, 60, 100, 200, 400, 800, 1600};
    std::size_t at = 0;
    bool is_first = true;
    while (at < values.size()) {
      if (bytes.size() % 1024 == 0 && !is_first) {
        index += "." + std::to_string(at) + "    " + std::to_string(bytes.size() / 1024) + "\n";
      }
      is_first = false;
      std::size_t alike = at;
      while (alike < values.size() && values[alike].value_or(usual) == usual) ++alike;
      std::size_t run = runs.size();
      while (run > 0 && runs[run - 1] > alike - at) --run;
      if (run > 0) {
        bytes += static_cast<char>(242 + run);
        at += runs[run - 1];
        continue;
      }
      int digits = 0;
      for (std::size_t i = 0; i < packed_values; ++i, ++at) {
        // What is left out is filled with anything.
        const Value value = at < values.size() ? values[at].value_or(Value::loss) : Value::draw;
        digits = digits * 3 + static_cast<int>(value);
      }
      bytes += static_cast<char>(digits);
    }
    return at;
  }
};

Writer written(const TablesOf<American>& own, int pieces) {
  Writer writer;
  for (int count = 2; count <= pieces; ++count) {
    for (const Slice& slice : slices_of(count, true)) {
      if (slice.own.pieces() == 0 || slice.theirs.pieces() == 0) continue;
      const int last_own = slice.own.men == 0 ? 0 : 6;
      const int last_their = slice.theirs.men == 0 ? 0 : 6;
      for (int own_row = 0; own_row <= last_own; ++own_row) {
        for (int their_row = 0; their_row <= last_their; ++their_row) {
          writer.add(slice, own_row, their_row, values_in_order(own, slice, own_row, their_row));
        }
      }
    }
  }
  return writer;
}

class Chinook : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    own = std::make_unique<OwnTables<American>>(3);
    files = std::make_unique<Writer>(written(**own, 3));
  }
  static void TearDownTestSuite() {
    own.reset();
    files.reset();
  }

  static std::string refusal(std::string_view index, std::string_view bytes) {
    const std::span values(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    const auto read = ChinookDatabase::read(values, index);
    return read ? "" : read.error().reason;
  }

  static inline std::unique_ptr<OwnTables<American>> own;
  static inline std::unique_ptr<Writer> files;
};

TEST_F(Chinook, EveryPositionHasTheValueThatWasWritten) {
  ASSERT_NE(files->index.find("\n."), std::string::npos);  // a part goes over the end of a block
  const ForeignFolder folder("chinook");
  folder.write("DB3", files->bytes);
  folder.write("DB3.idx", files->index);
  foreign_test::expect_the_values_of(**own, folder.path(), 3, "Chinook's databases of 2 to 3 pieces");
}

TEST_F(Chinook, NamesInSmallLettersAndBytesAfterTheLastPartAreAccepted) {
  const ForeignFolder folder("chinook-small");
  folder.write("db2", files->bytes + std::string(300, '\0'));
  folder.write("db2.idx", files->index);
  const auto opened = open_tables("american", folder.path());
  ASSERT_TRUE(opened && opened->refused.empty());
  EXPECT_EQ(opened->tables->foreign_name(), "Chinook's databases of 2 to 3 pieces");
}

TEST_F(Chinook, ATurnedOrMirroredBoardWouldBeNoticed) {
  // The description draws the board; were its squares counted from the right, many values would be others.
  const ForeignFolder folder("chinook-mirrored");
  std::size_t different = 0;
  foreign_test::for_each_position<American>(2, [&](const draughts::Position<American>& position) {
    const auto mirrored =
        foreign_test::position_of<American, FirstSquare::right>(placement_of<American, FirstSquare::left>(position));
    different += (**own).value(position) == (**own).value(mirrored) ? 0 : 1;
  });
  EXPECT_GT(different, 100U);
}

TEST_F(Chinook, AGameThatIsNotItsOwnHasNoTables) {
  const ForeignFolder folder("chinook-other-game");
  folder.write("DB3", files->bytes);
  folder.write("DB3.idx", files->index);
  const auto opened = open_tables("russian", folder.path());
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->tables->most_pieces(), 0);
}

TEST_F(Chinook, OwnTablesGoFirst) {
  const ForeignFolder folder("chinook-beside-own");
  std::filesystem::copy((*own).folder(), folder.path(), std::filesystem::copy_options::recursive);
  folder.write("DB3", files->bytes);
  folder.write("DB3.idx", files->index);
  EXPECT_EQ(open_tables("american", folder.path())->tables->foreign_name(), "");
}

TEST_F(Chinook, ADamagedFileIsNamedAndNotUsed) {
  const ForeignFolder folder("chinook-damaged");
  folder.write("DB3", files->bytes.substr(0, files->bytes.size() - 1));
  folder.write("DB3.idx", files->index);
  const auto opened = open_tables("american", folder.path());
  ASSERT_TRUE(opened);
  ASSERT_EQ(opened->refused.size(), 1U);
  EXPECT_NE(opened->refused.front().reason.find("DB3' is not used: BASE"), std::string::npos);
  EXPECT_EQ(opened->tables->most_pieces(), 0);
}

TEST_F(Chinook, WhatCannotBeIsRefused) {
  const auto expect = [](std::string_view index, std::string_view reason) {
    EXPECT_NE(refusal(index, std::string(8, '\0')).find(reason), std::string::npos) << index;
  };
  expect("", "its index is empty");
  expect("BASE", "line 1, 'BASE': expected BASE, four digits");
  expect("BASE1100.00 *", "expected = + or -");
  expect("BASE1100.00 =+", "the same sign twice");
  expect("BASE1100.00 ==\nBASE1100.00 ==", "is there twice");
  expect("BASE2000.00 ==", "there are no such pieces");
  expect("BASE4400.00 ==", "there are no such pieces");
  expect("BASE1010.70 ==", "there are no such pieces");
  expect("BASE1100.10 ==", "there are no such pieces");
  expect("BASE1100.00 =\nS 5 0/0\nE 995 0/8", "expected S, 0 and where the part begins");
  expect("BASE1100.00 =\nS 0 0/1024\nE 995 0/8", "expected S, 0 and where the part begins");
  expect("BASE1100.00 =\nS 0 0/0\n", "its end: expected E");
  expect("BASE1100.00 =\nS 0 0/0\nE 995 0/9", "beyond the file");
  expect("BASE1100.00 =\nS 0 0/8\nE 995 0/8", "beyond the file");
  expect("BASE1100.00 =\nS 0 1/0\n.4 1\nE 995 1/8", "out of order");
  expect("BASE1100.00 =\nS 0 0/0\nE 995 0/8", "it is cut short");
  expect("BASE0011.00 =\nS 0 0/0\nE 20 0/8", "more values than there are positions");
  expect("BASE0011.00 =\nS 0 0/0\nE 15 0/4", "another number of positions");
  expect("BASE0011.00 =\nS 0 0/0\n.10 1\nE 20 0/4", "its index leads beyond its values");
  expect("BASE0011.00 =\nS 0 0/0\nE 20 0/4\nBASE0011.60 =\nS 0 0/3\nE 20 0/7", "overlaps another part");
}

TEST_F(Chinook, ABlockThatBeginsElsewhereThanItsIndexSaysIsRefused) {
  std::string index = files->index;
  const std::size_t dot = index.find("\n.");
  ASSERT_NE(dot, std::string::npos);
  char& digit = index[dot + 2];
  digit = digit == '9' ? '8' : static_cast<char>(digit + 1);
  EXPECT_NE(refusal(index, files->bytes).find("its values are not where its index says"), std::string::npos);
}

}  // namespace
}  // namespace crownstar::tablebase
