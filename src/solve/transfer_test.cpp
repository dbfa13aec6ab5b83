#include "solve/transfer.hpp"

#include <filesystem>
#include <map>
#include <set>

#include <gtest/gtest.h>

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

std::vector<std::uint64_t> counted(const Field& field, int depth, const TransferLimits& limits = {}) {
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

TEST(Transfer, GoesOnFromWhatWasKept) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "crownstar-transfer-test";
  std::filesystem::remove_all(folder);
  const TransferLimits kept{std::uint64_t{64} << 20U, folder.string()};
  const Field field = *rhombus(5, 3);
  const auto whole = counted(field, 5);
  EXPECT_EQ(counted(field, 3, kept), std::vector<std::uint64_t>(whole.begin(), whole.begin() + 4));
  EXPECT_EQ(counted(field, 5, kept), whole);
  // Of another board nothing is taken.
  EXPECT_EQ(counted(*rhombus(4, 3), 3, kept), counted(*rhombus(4, 3), 3));
  std::filesystem::remove_all(folder);
}

TEST(Transfer, StopsWhenToldAndRefusesWhatDoesNotFit) {
  const auto stopped = count_transfer(*rhombus(5, 3), 5, {}, [](const TransferProgress&) { return false; });
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->was_stopped);
  EXPECT_FALSE(count_transfer(*rhombus(9, 10), 9, {std::uint64_t{1} << 20U, {}}, {}));
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
  const auto folder = std::filesystem::path(testing::TempDir()) / "crownstar-transfer-proof-test";
  std::filesystem::remove_all(folder);
  const TransferLimits kept{std::uint64_t{64} << 20U, folder.string()};
  const Field field = *rhombus(6, 3);
  const auto whole = prove_transfer(field, 13, {}, {});
  const auto until_fifth = [](const TransferProgress& done) { return done.depth < 5; };
  const auto stopped = prove_transfer(field, 13, kept, until_fifth);
  ASSERT_TRUE(stopped && stopped->was_stopped && !stopped->is_proved);
  int first_made = 0;
  const auto resumed = prove_transfer(field, 13, kept, [&](const TransferProgress& done) {
    if (first_made == 0) first_made = done.depth;
    return true;
  });
  ASSERT_TRUE(whole && resumed && resumed->is_proved);
  EXPECT_EQ(first_made, 5);
  EXPECT_EQ(resumed->kept, whole->kept);
  std::filesystem::remove_all(folder);
}

TEST(Transfer, AWayAcrossIsLegalAndNoShorterThanTheFewestMoves) {
  const Field field = *rhombus(5, 3);
  const auto counted = count_transfer(field, 12, {}, {});
  ASSERT_TRUE(counted);
  ASSERT_GT(counted->home_at, 0);
  const auto way = find_transfer(field, 30, 3000, {});
  ASSERT_FALSE(way.empty());
  EXPECT_EQ(static_cast<int>(way.size()), counted->home_at);
  Holes army = field.start;
  for (const TransferStep& step : way) {
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
