#include "engines/tablebase/probing/table_source.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/open.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Files in memory, and what was asked of them.
class MemoryTableSource final : public TableSource {
 public:
  base::Checked<std::optional<Bytes>> read(const std::string& file) override {
    asked.push_back(file);
    if (file == unreadable) return base::refuse(reason);
    const auto found = files.find(file);
    if (found == files.end()) return std::nullopt;
    return found->second;
  }
  void on_refused(const base::Refusal& refusal) override { refused.push_back(refusal.reason); }

  std::map<std::string, Bytes> files;
  std::string unreadable;
  std::string reason = "the line is cut";
  std::vector<std::string> asked;
  std::vector<std::string> refused;
};

// The tables of a game as they are built, in a folder and in memory.
class Fetched : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(path_); }
  void TearDown() override { std::filesystem::remove_all(path_); }

  void build(std::string_view game, int pieces) {
    const auto built = build_tables({std::string(game), path_, pieces, 2, std::uint64_t{1} << 30},
                                    [](const Progress&) { return true; });
    ASSERT_TRUE(built) << built.error().reason;
    for (const auto& entry : std::filesystem::directory_iterator(path_ + "/" + std::string(game))) {
      std::ifstream stream(entry.path(), std::ios::binary);
      source_.files[std::string(game) + "/" + entry.path().filename().string()] =
          Bytes(std::istreambuf_iterator<char>(stream), {});
    }
  }

  std::unique_ptr<Tables> fetch(std::string_view game, const FetchTerms& terms = {}) {
    auto tables = fetch_tables(game, source_, terms);
    return tables ? *std::move(tables) : nullptr;
  }

  Answer ask(const Tables& tables, std::string_view position) {
    const auto answer = tables.ask(position);
    EXPECT_TRUE(answer) << answer.error().reason;
    return answer.value_or(Answer{});
  }

  std::string path_ = testing::TempDir() + "crownstar-fetched-" + std::to_string(getpid());
  MemoryTableSource source_;
};

constexpr FetchTerms as_built{.pieces = 3, .pieces_with_distance = 2};

template <class Variant>
std::string random_position(std::mt19937& random, int most) {
  using Board = draughts::BoardOf<Variant>;
  draughts::Position<Variant> position;
  position.turn = random() % 2 == 0 ? draughts::Side::white : draughts::Side::black;
  const int pieces = 1 + static_cast<int>(random() % static_cast<unsigned>(most));
  while (board::count_bits(position.occupied()) < pieces) {
    const auto square = Board::word(static_cast<int>(random() % Board::bits));
    if ((Board::every & square) == 0 || (position.occupied() & square) != 0) continue;
    const std::size_t side = random() % 2;
    const auto crowned = side == draughts::index(draughts::Side::white)
                             ? draughts::crown_row<Variant, draughts::Side::white>
                             : draughts::crown_row<Variant, draughts::Side::black>;
    const bool is_king = Variant::rules.ending != draughts::Ending::first_king_wins && random() % 2 == 0;
    if (!is_king && (crowned & square) != 0) continue;
    position.pieces[side] |= square;
    if (is_king) position.kings |= square;
  }
  return draughts::to_fen(position);
}

template <class Variant>
void expect_the_same(const Tables& fetched, const Tables& opened, int most, int positions) {
  std::mt19937 random(11);
  for (int i = 0; i < positions; ++i) {
    const std::string position = random_position<Variant>(random, most);
    const auto here = fetched.ask(position);
    const auto there = opened.ask(position);
    ASSERT_EQ(here.has_value(), there.has_value()) << position;
    if (!here) continue;
    ASSERT_EQ(here->value, there->value) << position;
    ASSERT_EQ(here->distance, there->distance) << position;
  }
}

TEST_F(Fetched, AnswersAsAFolderDoes) {
  build("american", 3);
  const auto opened = open_tables("american", path_);
  ASSERT_TRUE(opened);
  expect_the_same<draughts::American>(*fetch("american", as_built), *opened->tables, 4, 2000);
  build("breakthrough", 3);
  const auto others = open_tables("breakthrough", path_);
  ASSERT_TRUE(others);
  expect_the_same<draughts::Breakthrough>(*fetch("breakthrough", as_built), *others->tables, 4, 1000);
  EXPECT_TRUE(source_.refused.empty());
}

TEST_F(Fetched, AsksForNoMoreThanAPositionNeedsAndOnlyOnce) {
  build("american", 3);
  const auto tables = fetch("american");
  EXPECT_TRUE(source_.asked.empty());
  EXPECT_EQ(ask(*tables, "W:WK32:BK1").value, Value::draw);
  EXPECT_EQ(source_.asked, (std::vector<std::string>{"american/0m1k-0m1k.values"}));
  EXPECT_EQ(ask(*tables, "W:WK30,K29:BK1").value, Value::win);
  EXPECT_FALSE(ask(*tables, "W:WK30,K29,K31:BK1").value);
  const std::size_t asked = source_.asked.size();
  EXPECT_EQ(ask(*tables, "B:WK32:BK1").value, Value::draw);
  EXPECT_FALSE(ask(*tables, "W:WK30,K29,K31:BK2").value);
  EXPECT_EQ(source_.asked.size(), asked);
}

TEST_F(Fetched, AsksForNothingAboveThePiecesThatItWasPromised) {
  build("american", 3);
  const auto tables = fetch("american", {.pieces = 2});
  EXPECT_FALSE(ask(*tables, "W:WK30,K29:BK1").value);
  EXPECT_TRUE(source_.asked.empty());
}

TEST_F(Fetched, ADamagedFileIsToldOfEachTimeAndTheOthersAreUsed) {
  build("american", 3);
  source_.files["american/0m2k-0m1k.values"][40] ^= 1;
  const auto tables = fetch("american");
  for (std::size_t time = 1; time <= 2; ++time) {
    EXPECT_FALSE(ask(*tables, "W:WK30,K29:BK1").value);
    ASSERT_GE(source_.refused.size(), time);
    EXPECT_EQ(source_.refused.back(), "the table 'american/0m2k-0m1k.values' is not used: it is damaged or cut short");
  }
  EXPECT_EQ(ask(*tables, "W:WK32:BK1").value, Value::draw);
}

TEST_F(Fetched, AFileThatCannotBeHadIsToldOf) {
  build("american", 2);
  source_.unreadable = "american/0m1k-0m1k.values";
  EXPECT_FALSE(ask(*fetch("american"), "W:WK32:BK1").value);
  EXPECT_EQ(source_.refused.front(), "the line is cut");
}

TEST_F(Fetched, AFileThatCannotBeHadIsAskedForOnceEvenWithoutAReason) {
  build("american", 2);
  source_.unreadable = "american/0m1k-0m1k.values";
  source_.reason.clear();
  const auto tables = fetch("american");
  for (std::size_t time = 1; time <= 2; ++time) {
    EXPECT_FALSE(ask(*tables, "W:WK32:BK1").value);
    EXPECT_EQ(std::ranges::count(source_.asked, source_.unreadable), 1);
  }
  EXPECT_FALSE(source_.refused.empty());
}

TEST_F(Fetched, FilesMakeRoomForOthersAndComeAgain) {
  build("american", 3);
  std::size_t largest = 0;
  for (const auto& [name, bytes] : source_.files) largest = std::max(largest, bytes.size());
  const auto tables = fetch("american", {.pieces = 3, .pieces_with_distance = 2, .memory_bytes = largest});
  const auto opened = open_tables("american", path_);
  ASSERT_TRUE(opened);
  expect_the_same<draughts::American>(*tables, *opened->tables, 3, 500);
  EXPECT_GT(source_.asked.size(), source_.files.size());
  EXPECT_TRUE(source_.refused.empty());
  const auto narrow = fetch("american", {.memory_bytes = 10});
  EXPECT_FALSE(ask(*narrow, "W:WK32:BK1").value);
  EXPECT_EQ(source_.refused.back(),
            "the table 'american/0m1k-0m1k.values' is not used: it needs 1 MiB of memory, and 0 are allowed");
}

TEST_F(Fetched, AFileSaysWhereItBelongs) {
  build("american", 2);
  for (const auto& [name, bytes] : source_.files) {
    ASSERT_GE(bytes.size(), 32U);
    EXPECT_EQ(name_in_source(std::span(bytes).first(32)), name);
    EXPECT_FALSE(name_in_source(std::span(bytes).first(25)));
  }
  EXPECT_EQ(name_in_source(Bytes(64, 'x')).error().reason, "it is not a table");
  // A game's id is not so long; what follows its first 64 letters would pass for king against king.
  Bytes long_name(200, 0);
  std::ranges::copy(std::string_view("CROWNTB1"), long_name.begin());
  long_name[8] = 65;
  EXPECT_EQ(name_in_source(long_name).error().reason, "it is damaged or cut short");
}

TEST_F(Fetched, AGameWithoutTablesIsRefused) {
  EXPECT_EQ(fetch("frisian"), nullptr);
  EXPECT_EQ(fetch("sternhalma"), nullptr);
}

}  // namespace
}  // namespace crownstar::tablebase
