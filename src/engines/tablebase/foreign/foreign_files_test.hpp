// Files of other programs' databases, written from their descriptions alone: positions are laid out one after another
// in the order that the description gives, and no number is computed.
#pragma once

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "engines/tablebase/foreign/placement.hpp"
#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/open.hpp"
#include "engines/tablebase/slices/position_index.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::tablebase::foreign_test {

class ForeignFolder {
 public:
  explicit ForeignFolder(const std::string& name)
      : path_(testing::TempDir() + "crownstar-foreign-" + name + "-" + std::to_string(getpid())) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ForeignFolder(const ForeignFolder&) = delete;
  ForeignFolder& operator=(const ForeignFolder&) = delete;
  ~ForeignFolder() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }

  void write(const std::string& name, std::string_view bytes) const {
    const std::filesystem::path file = path_ + "/" + name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
  }

 private:
  std::string path_;
};

// Our own tables of a game, built for a test.
template <class Variant>
class OwnTables {
 public:
  explicit OwnTables(int pieces) : folder_("own-" + std::string(Variant::id)) {
    const BuildRequest request{std::string(Variant::id), folder_.path(), pieces, 2, std::uint64_t{1} << 30};
    const auto built = build_tables(request, [](const Progress&) { return true; });
    EXPECT_TRUE(built) << built.error().reason;
    opened_ = open_tables(Variant::id, folder_.path());
  }
  const TablesOf<Variant>& operator*() const { return *tables_of<Variant>(opened_->tables.get()); }
  const std::string& folder() const { return folder_.path(); }

 private:
  ForeignFolder folder_;
  base::Checked<OpenedTables> opened_ = base::refuse("not yet");
};

// The position that a placement is of, White to move.
template <class Variant, FirstSquare First>
draughts::Position<Variant> position_of(const Placement& placement) {
  using Board = draughts::BoardOf<Variant>;
  using draughts::Side;
  draughts::Position<Variant> position;
  for (int bit = 0; bit < Board::bits; ++bit) {
    const auto square = Board::word(bit);
    if ((Board::every & square) == 0) continue;
    const auto at = std::uint64_t{1} << square_of_bit<Board, First>[static_cast<std::size_t>(bit)];
    if (((placement.own_men | placement.own_kings) & at) != 0) position.pieces[0] |= square;
    if (((placement.their_men | placement.their_kings) & at) != 0) position.pieces[1] |= square;
    if (((placement.own_kings | placement.their_kings) & at) != 0) position.kings |= square;
  }
  position.turn = Side::white;
  return position;
}

// All sets of so many of these squares, the lower number first.
inline std::vector<std::uint64_t> sets(int count, std::uint64_t squares) {
  std::vector<std::uint64_t> found;
  const std::function<void(int, std::uint64_t, int)> put = [&](int left, std::uint64_t set, int below) {
    if (left == 0) {
      found.push_back(set);
      return;
    }
    for (int square = left - 1; square < below; ++square) {
      if ((squares >> square & 1) != 0) put(left - 1, set | std::uint64_t{1} << square, square);
    }
  };
  put(count, 0, 64);
  return found;
}

constexpr std::uint64_t first_squares(int count) { return (std::uint64_t{1} << count) - 1; }

// Sets of men whose leading one is on the row; the empty one where there are no men.
inline std::vector<std::uint64_t> men_on_row(int count, int row, int row_squares) {
  std::vector<std::uint64_t> led = sets(count, first_squares((row + 1) * row_squares));
  if (count > 0) std::erase_if(led, [&](std::uint64_t set) { return set >> (row * row_squares) == 0; });
  return led;
}

// Every position with pieces of both sides, in our own order.
template <class Variant, class Visit>
void for_each_position(int pieces, const Visit& visit) {
  for (const Slice& slice : slices_of(pieces, true)) {
    if (slice.own.pieces() == 0 || slice.theirs.pieces() == 0) continue;
    const PositionIndex<Variant> index(slice);
    typename PositionIndex<Variant>::Walk walk(index, 0);
    for (std::uint64_t number = 0; number < index.size(); ++number) {
      if (number != 0) walk.advance();
      visit(walk.position());
    }
  }
}

// A database in the folder says of every position with up to so many pieces what our own tables say.
template <class Variant>
void expect_the_values_of(const TablesOf<Variant>& own, const std::string& folder, int pieces,
                          const std::string& name) {
  const auto opened = open_tables(Variant::id, folder);
  ASSERT_TRUE(opened);
  ASSERT_TRUE(opened->refused.empty()) << opened->refused.front().reason;
  const TablesOf<Variant>* const tables = tables_of<Variant>(opened->tables.get());
  ASSERT_EQ(tables->foreign_name(), name);
  ASSERT_EQ(tables->most_pieces(), pieces);
  ASSERT_EQ(tables->most_pieces_with_distance(), 0);
  for (int count = 2; count <= pieces; ++count) {
    for_each_position<Variant>(count, [&](const draughts::Position<Variant>& position) {
      const auto expected = own.value(position);
      ASSERT_TRUE(expected);
      ASSERT_EQ(tables->value_at_hand(position).value_or(*expected), *expected);
      ASSERT_EQ(tables->value(position), expected);
      ASSERT_EQ(tables->value(turned(position)), expected);
      ASSERT_EQ(tables->distance(position), std::nullopt);
    });
  }
}

}  // namespace crownstar::tablebase::foreign_test
