#include "programs/cli/pdn/pdn_collection.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

namespace crownstar::cli {
namespace {

// A file of so many games that lies in the tests' own folder.
std::string collection_file(const std::string& name, int games) {
  const std::string file = testing::TempDir() + name;
  std::ofstream text(file);
  for (int game = 0; game < games; ++game) text << "[GameType \"21\"]\n1. 11-15 23-19 *\n\n";
  return file;
}

TEST(PdnCollection, NoMoreGamesAreReplayedAtATimeThanThereAreThreads) {
  const std::string file = collection_file("threads.pdn", 3000);
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  const auto make = [&](const game::ReadRecord&) {
    int now = ++running;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) continue;
    for (int turn = 0; turn < 50; ++turn) std::this_thread::yield();
    --running;
    return std::any();
  };
  int games = 0;
  const auto read =
      read_collection({.file = file, .fallback = "auto", .encoding = {}, .threads = 3},
                      {.make = make,
                       .on_game = [&](game::TextPlace, const game::ReadRecord&, const std::any&) { ++games; },
                       .on_problem = [](const game::PdnProblem&) { FAIL(); },
                       .on_note = {}});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->games, 3000U);
  EXPECT_EQ(games, 3000);
  EXPECT_LE(most, 3);
  EXPECT_GT(most, 1);
  std::remove(file.c_str());
}

}  // namespace
}  // namespace crownstar::cli
