#include "engines/tablebase/foreign/cake.hpp"

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

using CakeValues = std::vector<std::optional<Value>>;  // none where the file may hold any

// In Cake's order, the stronger side's men changing fastest; numbers of no position are among them.
CakeValues cake_values_in_order(const TablesOf<American>& own, const CakePart& part) {
  CakeValues values;
  const std::uint64_t board = foreign_test::first_squares(cake_squares);
  const auto all_own_men = foreign_test::men_on_row(part.slice.own.men, part.own_row, 4);
  const auto all_their_men = foreign_test::men_on_row(part.slice.theirs.men, part.their_row, 4);
  const int open = cake_squares - part.slice.men();
  const auto their_places =
      foreign_test::sets(part.slice.theirs.kings, foreign_test::first_squares(open - part.slice.own.kings));
  const auto own_places = foreign_test::sets(part.slice.own.kings, foreign_test::first_squares(open));
  for (std::size_t their_kings = 0; their_kings < their_places.size(); ++their_kings) {
    for (std::size_t own_kings = 0; own_kings < own_places.size(); ++own_kings) {
      for (const std::uint64_t seen_by_them : all_their_men) {
        for (const std::uint64_t own_men : all_own_men) {
          const std::uint64_t their_men = turned(seen_by_them, cake_squares);
          if ((own_men & their_men) != 0) {
            values.emplace_back();
            continue;
          }
          Placement placement{own_men, 0, their_men, 0};
          placement.own_kings = foreign_test::sets(part.slice.own.kings, board & ~placement.men())[own_kings];
          placement.their_kings = foreign_test::sets(part.slice.theirs.kings,
                                                     board & ~(placement.men() | placement.own_kings))[their_kings];
          if (part.is_other_to_move) placement = turned(placement, cake_squares);
          const auto position = foreign_test::position_of<American, FirstSquare::left>(placement);
          const bool is_left_out = draughts::can_capture<American, Side::white>(position) ||
                                   draughts::can_capture<American, Side::black>(position);
          values.push_back(is_left_out ? std::nullopt : own.value(position));
        }
      }
    }
  }
  return values;
}

class CakeWriter {
 public:
  void add(const CakePart& part, const CakeValues& values) {
    index += "BASE";
    for (const int number : {part.slice.own.men, part.slice.own.kings, part.slice.theirs.men, part.slice.theirs.kings,
                             part.own_row, part.their_row}) {
      index += std::to_string(number) + ",";
    }
    index += part.is_other_to_move ? "w:" : "b:";
    const auto is = [](Value value) { return [value](const auto& each) { return each.value_or(value) == value; }; };
    if (std::ranges::all_of(values, is(Value::draw))) {
      index += "=\r\n";
    } else if (std::ranges::all_of(values, is(Value::win))) {
      index += "+\r\n";
    } else if (std::ranges::all_of(values, is(Value::loss))) {
      index += "-\r\n";
    } else {
      index += std::to_string(bytes.size() / 1024) + "/" + std::to_string(bytes.size() % 1024) + "\r\n";
      pack(values);
    }
  }

  std::string index;
  std::string bytes;

 private:
  static int digit_of(Value value) {
    if (value == Value::draw) return 2;
    return value == Value::win ? 0 : 1;
  }

  void pack(const CakeValues& values) {
    bool is_first = true;
    for (std::size_t at = 0; at < values.size(); is_first = false) {
      if (bytes.size() % 1024 == 0 && !is_first) index += std::to_string(at) + "\r\n";
      const Value value = values[at].value_or(Value::draw);
      std::size_t run = 0;
      while (at + run < values.size() && values[at + run].value_or(value) == value && run < 32) ++run;
      if (run >= 5) {
        bytes += static_cast<char>(81 + digit_of(value) * 58 + static_cast<int>(run) - 5);
        at += run;
        continue;
      }
      int byte = 0;
      for (int i = 0, weight = 1; i < 4; ++i, ++at, weight *= 3) {
        byte += weight * digit_of(at < values.size() ? values[at].value_or(Value::loss) : Value::win);
      }
      bytes += static_cast<char>(byte);
    }
  }
};

// The stronger side is first, so each material stands once for each side to move; and once only where both are alike.
bool is_kept(const CakePart& part) {
  const Army& own = part.slice.own;
  const Army& theirs = part.slice.theirs;
  const std::array first{own.pieces(), own.kings, part.own_row, 0};
  const std::array second{theirs.pieces(), theirs.kings, part.their_row, part.is_other_to_move ? 1 : 0};
  return first >= second;
}

CakeWriter written_by_cake(const TablesOf<American>& own, int pieces) {
  CakeWriter writer;
  for (const Slice& slice : slices_of(pieces, true)) {
    if (slice.own.pieces() == 0 || slice.theirs.pieces() == 0) continue;
    for (int own_row = slice.own.men == 0 ? 0 : 6; own_row >= 0; --own_row) {
      for (int their_row = slice.theirs.men == 0 ? 0 : 6; their_row >= 0; --their_row) {
        for (const bool is_other_to_move : {false, true}) {
          const CakePart part{slice, own_row, their_row, is_other_to_move};
          if (is_kept(part)) writer.add(part, cake_values_in_order(own, part));
        }
      }
    }
  }
  return writer;
}

class Cake : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    own = std::make_unique<OwnTables<American>>(3);
    for (std::size_t pieces = 2; pieces <= 3; ++pieces)
      files[pieces] = written_by_cake(**own, static_cast<int>(pieces));
  }
  static void TearDownTestSuite() { own.reset(); }

  static void write(const ForeignFolder& folder) {
    for (int pieces = 2; pieces <= 3; ++pieces) {
      folder.write(CakeDatabase::index_name(pieces), files[static_cast<std::size_t>(pieces)].index);
      folder.write(CakeDatabase::values_name(pieces), files[static_cast<std::size_t>(pieces)].bytes);
    }
  }

  static std::string refusal(std::string_view index, std::string_view bytes) {
    const std::span values(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    const auto read = CakeDatabase().read(2, values, index);
    return read ? "" : read.error().reason;
  }

  static inline std::unique_ptr<OwnTables<American>> own;
  static inline std::array<CakeWriter, 4> files;
};

TEST_F(Cake, EveryPositionHasTheValueThatWasWritten) {
  ASSERT_GT(files[3].bytes.size(), 2048U);
  const ForeignFolder folder("cake");
  write(folder);
  foreign_test::expect_the_values_of(**own, folder.path(), 3, "Cake's databases of 2 to 3 pieces");
}

TEST_F(Cake, ADamagedFileIsNamedAndNotUsed) {
  const ForeignFolder folder("cake-damaged");
  write(folder);
  folder.write("db3.cpr", files[3].bytes.substr(1));
  const auto opened = open_tables("american", folder.path());
  ASSERT_TRUE(opened);
  ASSERT_EQ(opened->refused.size(), 1U);
  EXPECT_NE(opened->refused.front().reason.find("db3.cpr' is not used: BASE"), std::string::npos);
  EXPECT_EQ(opened->tables->most_pieces(), 0);
}

TEST_F(Cake, WhatCannotBeIsRefused) {
  const auto expect = [](std::string_view index, std::string_view reason) {
    EXPECT_NE(refusal(index, std::string(4, '\0')).find(reason), std::string::npos)
        << index << ": " << refusal(index, std::string(4, '\0'));
  };
  expect("BASE0,1,0,1,0,0,x:=", "line 1, 'BASE0,1,0,1,0,0,x:=': expected BASE, six digits and b or w");
  expect("BASE0,1,0,1,0,b:=", "expected BASE, six digits");  // so KingsRow's begin
  expect("BASE0,1,0,2,0,0,b:=", "there are no such pieces");
  expect("BASE0,2,0,0,0,0,b:=", "there are no such pieces");
  expect("BASE1,0,1,0,7,0,b:=", "there are no such pieces");
  expect("BASE0,1,0,1,1,0,b:=", "there are no such pieces");
  expect("BASE0,1,0,1,0,0,b:==", "expected nothing more");
  expect("BASE0,1,0,1,0,0,b:=+", "expected nothing more");
  expect("", "its index is empty");
  expect("\r\n \r\n", "its index is empty");
  expect("BASE0,1,0,1,0,0,b:*", "expected = + or -, or a block and a byte");
  expect("BASE0,1,0,1,0,0,b:0/1024", "expected = + or -, or a block and a byte");
  expect("BASE0,1,0,1,0,0,b:0/4", "beyond the file");
  expect("BASE0,1,0,1,0,0,b:0/0", "it is cut short");
  expect("BASE1,0,1,0,0,0,b:0/0\n8 9", "expected one number");
  expect("BASE1,0,1,0,0,0,b:0/0\n8", "its index leads beyond its values");
  expect("BASE1,0,1,0,0,0,b:0/1\nBASE1,0,1,0,6,0,b:0/1", "out of order");
  expect("BASE1,0,1,0,0,0,b:=\nBASE1,0,1,0,0,0,b:=", "is there twice");
}

TEST_F(Cake, AByteWithoutMeaningIsRefused) {
  EXPECT_NE(refusal("BASE1,0,1,0,0,0,b:0/0", "\xFF\xFF\xFF\xFF").find("a byte that has no meaning"), std::string::npos);
}

}  // namespace
}  // namespace crownstar::tablebase
