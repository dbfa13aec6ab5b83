#include "engines/solve/transfer.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

namespace crownstar::solve {
namespace {

using Place = std::pair<int, int>;
using Army = std::set<Place>;

// The same again by plain sets of places and nothing of the solver's.
class PlainTransfer {
 public:
  explicit PlainTransfer(int side) : side_(side) {}

  std::vector<std::uint64_t> within(int rows, int depth) const {
    Army start;
    for (int x = 0; x < rows; ++x) {
      for (int y = 0; x + y < rows; ++y) start.insert({x, y});
    }
    std::set<Army> met{start};
    std::set<Army> here{start};
    std::vector<std::uint64_t> counts{1};
    for (int moves = 0; moves < depth; ++moves) {
      std::set<Army> next;
      for (const Army& army : here) {
        for (const Army& after : successors(army)) {
          const Army image = mirrored(after);
          if (!met.contains(after) && !met.contains(image)) {
            met.insert(after);
            next.insert(after);
          }
        }
      }
      here = next;
      counts.push_back(met.size());
    }
    return counts;
  }

 private:
  static Army mirrored(const Army& army) {
    Army image;
    for (const auto& [x, y] : army) image.insert({y, x});
    return image;
  }
  bool is_free(const Army& army, Place at) const {
    return at.first >= 0 && at.second >= 0 && at.first < side_ && at.second < side_ && !army.contains(at);
  }
  void hop(const Army& others, Place from, std::set<Place>& reached) const {
    for (const auto& [dx, dy] : {Place{1, 0}, {0, 1}, {1, -1}, {-1, 0}, {0, -1}, {-1, 1}}) {
      const Place landing{from.first + 2 * dx, from.second + 2 * dy};
      if (!others.contains({from.first + dx, from.second + dy}) || !is_free(others, landing)) continue;
      if (reached.insert(landing).second) hop(others, landing, reached);
    }
  }
  std::vector<Army> successors(const Army& army) const {
    std::vector<Army> found;
    for (const Place& piece : army) {
      Army others = army;
      others.erase(piece);
      std::set<Place> reached;
      hop(others, piece, reached);
      for (const auto& [dx, dy] : {Place{1, 0}, {0, 1}, {1, -1}, {-1, 0}, {0, -1}, {-1, 1}}) {
        const Place next{piece.first + dx, piece.second + dy};
        if (is_free(others, next)) reached.insert(next);
      }
      reached.erase(piece);
      for (const Place& target : reached) {
        Army after = others;
        after.insert(target);
        found.push_back(after);
      }
    }
    return found;
  }

  int side_;
};

std::vector<std::uint64_t> counted(const Field& field, int depth, const Limits& limits = {}) {
  const auto found = count_transfer(field, depth, limits, {});
  return found ? found->within : std::vector<std::uint64_t>{};
}

TEST(Transfer, CountsWhatAPlainSearchCounts) {
  EXPECT_EQ(counted(*rhombus(9, 10), 3), PlainTransfer(9).within(4, 3));
  EXPECT_EQ(counted(*rhombus(5, 3), 6), PlainTransfer(5).within(2, 6));
  EXPECT_EQ(counted(*rhombus(4, 6), 5), PlainTransfer(4).within(3, 5));
}

TEST(Transfer, OnePieceIsWithinAsManyMovesOfAllHoles) {
  // Alone nothing hops: half the holes and the diagonal, up to mirror image.
  const auto found = count_transfer(*rhombus(4, 1), 6, {}, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->within, (std::vector<std::uint64_t>{1, 2, 4, 6, 8, 9, 10}));
  EXPECT_EQ(found->home_at, 6);
}

TEST(Transfer, TheStarAgreesWithTheRhombusWhereNoSidePointIsInReach) {
  EXPECT_EQ(counted(star(), 2), counted(*rhombus(9, 10), 2));
}

// A folder that is gone afterwards.
class Folder {
 public:
  Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  Limits limits(std::uint64_t mebibytes = 64) const { return {mebibytes << 20U, path_.string()}; }
  std::filesystem::path file(const std::string& name) const { return path_ / name; }

 private:
  // Tests run beside each other.
  const std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) / ("crownstar-transfer-" + std::to_string(getpid()));
};

// From a place on nothing but zeros; the length stays.
void wipe(const std::filesystem::path& path, std::size_t from) {
  const auto size = static_cast<std::size_t>(std::filesystem::file_size(path));
  ASSERT_GT(size, from);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(from));
  const std::string zeros(size - from, '\0');
  file.write(zeros.data(), static_cast<std::streamsize>(zeros.size()));
}

std::string bytes_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Transfer, GoesOnFromWhatWasKept) {
  const Folder folder;
  const Field field = *rhombus(5, 3);
  const auto whole = counted(field, 5);
  EXPECT_EQ(counted(field, 3, folder.limits()), std::vector<std::uint64_t>(whole.begin(), whole.begin() + 4));
  int first_made = 0;
  const auto resumed = count_transfer(field, 5, folder.limits(), [&](const TransferProgress& done) {
    if (first_made == 0) first_made = done.depth;
    return true;
  });
  ASSERT_TRUE(resumed);
  EXPECT_EQ(resumed->within, whole);
  EXPECT_EQ(first_made, 4);
  // Another board has files of its own beside it.
  EXPECT_EQ(counted(*rhombus(4, 3), 3, folder.limits()), counted(*rhombus(4, 3), 3));
  EXPECT_EQ(counted(field, 5, folder.limits()), whole);
}

TEST(Transfer, ADamagedLayerIsRefusedAndStays) {
  const Folder folder;
  const Field field = *rhombus(9, 10);
  const auto whole = counted(field, 5, folder.limits());
  const auto file = folder.file("transfer-rhombus-9-10-all-moves-4");
  const auto size = std::filesystem::file_size(file);
  const auto copy = folder.file("copy");
  std::filesystem::copy_file(file, copy);
  for (int kind = 0; kind < 4; ++kind) {
    std::filesystem::copy_file(copy, file, std::filesystem::copy_options::overwrite_existing);
    if (kind == 0) wipe(file, 24);  // the label and all that is kept
    if (kind == 1) wipe(file, size - 9);
    if (kind == 2) std::filesystem::resize_file(file, size - 16);
    if (kind == 3) {  // says that it has far more than there is
      std::fstream changed(file, std::ios::in | std::ios::out | std::ios::binary);
      changed.seekp(16);
      changed.write("\0\0\0\0\0\0\0\x10", 8);
    }
    const std::string damaged = bytes_in(file);
    const auto refused = count_transfer(field, 5, folder.limits(), {});
    ASSERT_FALSE(refused) << kind;
    EXPECT_TRUE(refused.error().reason.starts_with("'" + file.string() + "' is damaged")) << refused.error().reason;
    EXPECT_EQ(bytes_in(file), damaged) << kind;
  }
  // As the refusal says.
  std::filesystem::remove(file);
  EXPECT_EQ(counted(field, 5, folder.limits()), whole);
  EXPECT_EQ(bytes_in(file), bytes_in(copy));
}

// What a layer of zeros once led to: no way where there is one.
TEST(Transfer, NothingIsProvedFromADamagedLayer) {
  const Folder folder;
  const Field field = *rhombus(5, 3);
  const auto whole = prove_transfer(field, 11, folder.limits(), {});
  ASSERT_TRUE(whole);
  ASSERT_EQ(whole->home_at, 11);
  constexpr std::size_t fixed_bytes = 24;
  std::vector<std::filesystem::path> kept(std::filesystem::directory_iterator(folder.file("")), {});
  ASSERT_EQ(kept.size(), 11U);
  for (const auto& file : kept) {
    const std::string before = bytes_in(file);
    wipe(file, fixed_bytes);
    EXPECT_FALSE(prove_transfer(field, 11, folder.limits(), {})) << file;
    std::ofstream(file, std::ios::binary) << before;
  }
  const auto again = prove_transfer(field, 11, folder.limits(), {});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->home_at, 11);
  EXPECT_EQ(again->kept, whole->kept);
}

TEST(Transfer, ALayerOfSomethingElseIsRefusedAndStays) {
  const Folder folder;
  const Field field = *rhombus(5, 3);
  ASSERT_FALSE(counted(field, 4, folder.limits()).empty());
  const auto third = folder.file("transfer-rhombus-5-3-all-moves-3");
  const auto fourth = folder.file("transfer-rhombus-5-3-all-moves-4");
  std::filesystem::copy_file(third, fourth, std::filesystem::copy_options::overwrite_existing);
  const auto refused = count_transfer(field, 4, folder.limits(), {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().reason.find(fourth.string()), std::string::npos) << refused.error().reason;
  EXPECT_EQ(std::filesystem::file_size(fourth), std::filesystem::file_size(third));
}

TEST(Transfer, StopsWhenTold) {
  const auto stop = [](const TransferProgress&) { return false; };
  const auto stopped = count_transfer(*rhombus(5, 3), 5, {}, stop);
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->was_stopped);
  const auto way = find_transfer(*rhombus(5, 3), 30, 3000, {}, stop);
  ASSERT_TRUE(way);
  EXPECT_TRUE(way->was_stopped && way->steps.empty());
}

// Moves apart of 16 bytes each: 1, 7, 85, 749, 5699, 37,114, 210,835 of ten pieces.
TEST(Transfer, MemoryIsABound) {
  const auto mebibytes = [](std::uint64_t number) { return Limits{number << 20U}; };
  const Field field = *rhombus(9, 10);
  EXPECT_EQ(counted(field, 4, mebibytes(1)), counted(field, 4));
  EXPECT_EQ(counted(field, 5, mebibytes(2)), counted(field, 5));
  for (const auto& [depth, too_little] : {std::pair(5, 1), {6, 1}, {6, 3}, {9, 16}}) {
    const auto refused = count_transfer(field, depth, mebibytes(static_cast<std::uint64_t>(too_little)), {});
    ASSERT_FALSE(refused) << depth;
    EXPECT_NE(refused.error().reason.find("--memory"), std::string::npos) << refused.error().reason;
  }
  EXPECT_FALSE(prove_transfer(*rhombus(9, 10), 26, mebibytes(1), {}));
  // A file that was kept with more memory.
  const Folder folder;
  ASSERT_FALSE(counted(field, 5, folder.limits()).empty());
  const auto refused = count_transfer(field, 5, folder.limits(0), {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().reason.find("is not read"), std::string::npos) << refused.error().reason;
  // And a way across.
  EXPECT_TRUE(find_transfer(*rhombus(5, 3), 30, 3000, mebibytes(8), {}));
  EXPECT_FALSE(find_transfer(*rhombus(5, 3), 30, 3000, mebibytes(3), {}));
  EXPECT_FALSE(find_transfer(field, 60, 4'000'000, mebibytes(1024), {}));
}

// Whatever number of moves is asked about, what is left out never hides a way.
TEST(Transfer, WhatIsProvedIsWhatAWholeCountSays) {
  for (const auto& [side, pieces] : {std::pair(4, 3), std::pair(5, 3), std::pair(6, 3), std::pair(5, 6)}) {
    const Field field = *rhombus(side, pieces);
    const auto counted = count_transfer(field, 20, {}, {});
    ASSERT_TRUE(counted);
    ASSERT_GT(counted->home_at, 0);
    for (int moves = 1; moves < counted->home_at + 4; ++moves) {
      const auto proof = prove_transfer(field, moves, {}, {});
      ASSERT_TRUE(proof);
      EXPECT_EQ(proof->is_proved, moves < counted->home_at) << side << ' ' << pieces << ' ' << moves;
      EXPECT_EQ(proof->home_at, proof->is_proved ? -1 : counted->home_at) << side << ' ' << pieces << ' ' << moves;
    }
  }
}

TEST(Transfer, AProofLooksAtFewerPositionsAndKnowsHowFarTheyCome) {
  const Field field = *rhombus(7, 6);
  const auto counted = count_transfer(field, 8, {}, {});
  const auto proof = prove_transfer(field, 16, {}, {});
  ASSERT_TRUE(counted && proof && proof->is_proved);
  std::uint64_t looked_at = 0;
  for (const std::uint64_t kept : proof->kept) looked_at += kept;
  EXPECT_LT(6 * looked_at, counted->within.back());
  // From rows of one, two and three: a hop over the last row comes two rows on.
  ASSERT_GE(proof->farthest.size(), 2U);
  EXPECT_EQ(proof->farthest[0], 0 + 2 * 1 + 3 * 2);
  EXPECT_EQ(proof->farthest[1], proof->farthest[0] + 2);
}

TEST(Transfer, AProofGoesOnFromWhatWasKept) {
  const Folder folder;
  const Field field = *rhombus(6, 3);
  const auto whole = prove_transfer(field, 13, {}, {});
  const auto until_fifth = [](const TransferProgress& done) { return done.depth < 5; };
  const auto stopped = prove_transfer(field, 13, folder.limits(), until_fifth);
  ASSERT_TRUE(stopped && stopped->was_stopped && !stopped->is_proved);
  int first_made = 0;
  const auto resumed = prove_transfer(field, 13, folder.limits(), [&](const TransferProgress& done) {
    if (first_made == 0) first_made = done.depth;
    return true;
  });
  ASSERT_TRUE(whole && resumed && resumed->is_proved);
  EXPECT_EQ(first_made, 5);
  EXPECT_EQ(resumed->kept, whole->kept);
}

TEST(Transfer, AWayAcrossIsLegalAndNoShorterThanTheFewestMoves) {
  const Field field = *rhombus(5, 3);
  const auto counted = count_transfer(field, 12, {}, {});
  ASSERT_TRUE(counted);
  ASSERT_GT(counted->home_at, 0);
  const auto way = find_transfer(field, 30, 3000, {}, {});
  ASSERT_TRUE(way);
  EXPECT_EQ(static_cast<int>(way->steps.size()), counted->home_at);
  Holes army = field.start;
  for (const TransferStep& step : way->steps) {
    ASSERT_TRUE(has(army, step.from));
    ASSERT_TRUE(has(targets(field, army, step.from), step.to));
    army ^= one(step.from) ^ one(step.to);
  }
  EXPECT_EQ(army, field.goal);
}

TEST(Transfer, ArmiesThatAreNoTriangleAreRefused) {
  EXPECT_FALSE(rhombus(9, 9));
  EXPECT_FALSE(rhombus(4, 10));
  EXPECT_FALSE(rhombus(12, 3));
}

}  // namespace
}  // namespace crownstar::solve
