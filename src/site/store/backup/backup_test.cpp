#include "site/store/backup/backup.hpp"

#include <filesystem>
#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

#include "site/store/conformance_test.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/sqlite/connection.hpp"

namespace crownstar::store {
namespace {

class Backup : public testing::Test {
 protected:
  void open() {
    auto opened = open_sqlite({.path = path_}, mailbox_.post());
    ASSERT_TRUE(opened) << opened.error().text;
    store_ = std::move(*opened);
  }
  // Matches of ten events, long enough that a copy takes several steps.
  void fill(int matches) {
    int stored = 0;
    for (int match = 0; match < matches; ++match) {
      auto rows = moves(0, 10);
      rows.front().body = std::string(20'000, 'x');
      store_->create_match(match_named("m" + std::to_string(match)), std::move(rows),
                           [&](const Outcome<void>& outcome) { stored += outcome ? 1 : 0; });
    }
    ASSERT_TRUE(mailbox_.run_until([&] { return stored == matches; }));
  }
  std::vector<std::string> matches_in(const std::string& path) {
    std::vector<std::string> found;
    const auto visited = for_each_match(path, [&](const MatchHeader& header, const std::vector<EventRow>& events) {
      EXPECT_EQ(events.size(), 10U);
      found.push_back(header.id);
      return true;
    });
    EXPECT_TRUE(visited) << visited.error().text;
    return found;
  }
  std::string refusal(const Outcome<void>& outcome) { return outcome ? "done" : outcome.error().text; }
  bool says(const Outcome<void>& outcome, const std::string& words) {
    return refusal(outcome).find(words) != std::string::npos;
  }

  ScratchFolder folder_;
  Mailbox mailbox_;
  const std::string path_ = folder_.file("store.db");
  const std::string copy_ = folder_.file("copy.db");
  std::unique_ptr<SqliteStore> store_;
};

TEST_F(Backup, while_a_server_writes_it_is_the_store_of_the_moment_it_began) {
  open();
  fill(600);
  int steps = 0;
  const auto copied = backup_to(path_, copy_, [&](int done, int all) {
    EXPECT_LE(done, all);
    ++steps;
    // The server goes on between the steps, and its writes are acknowledged.
    return ask(*store_, mailbox_, &Store::create_match, match_named("late" + std::to_string(steps)), moves(0, 10))
        .has_value();
  });
  ASSERT_TRUE(copied) << copied.error().text;
  EXPECT_GT(steps, 2);
  EXPECT_EQ(matches_in(copy_).size(), 600U);
  EXPECT_EQ(matches_in(path_).size(), 600U + static_cast<std::size_t>(steps));
  for (const char* beside : {"-wal", "-shm", ".partial"})
    EXPECT_FALSE(std::filesystem::exists(copy_ + beside)) << beside;
  EXPECT_EQ(check_file(copy_).value(), std::vector<std::string>{});
}

TEST_F(Backup, another_process_makes_it_too) {
  open();
  fill(50);
  store_.reset();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(backup_to(path_, copy_) ? 0 : 1);
  open();
  fill(0);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(matches_in(copy_).size(), 50U);
}

TEST_F(Backup, nothing_is_overwritten) {
  open();
  fill(3);
  std::ofstream(copy_) << "dear to somebody";
  EXPECT_TRUE(says(backup_to(path_, copy_), "is not overwritten"));
  EXPECT_EQ(std::filesystem::file_size(copy_), 16U);
  std::filesystem::remove(copy_);
  std::ofstream(copy_ + ".partial") << "half";
  EXPECT_TRUE(says(backup_to(path_, copy_), "cut off"));
  EXPECT_EQ(std::filesystem::file_size(copy_ + ".partial"), 4U);
  std::filesystem::remove(copy_ + ".partial");
  EXPECT_TRUE(backup_to(path_, copy_));
  EXPECT_TRUE(says(restore_from(copy_, path_), "another server"));
  store_.reset();
  EXPECT_TRUE(says(restore_from(copy_, path_), "is not overwritten"));
}

TEST_F(Backup, stopped_it_leaves_nothing) {
  open();
  fill(600);
  EXPECT_TRUE(says(backup_to(path_, copy_, [](int, int) { return false; }), "stopped"));
  EXPECT_FALSE(std::filesystem::exists(copy_));
  EXPECT_FALSE(std::filesystem::exists(copy_ + ".partial"));
}

TEST_F(Backup, restored_it_is_a_store_again) {
  open();
  fill(40);
  ASSERT_TRUE(backup_to(path_, copy_));
  store_.reset();
  std::filesystem::remove(path_);
  std::ofstream(path_ + "-wal") << "of the store that was here";
  EXPECT_TRUE(says(restore_from(copy_, path_), "-wal is there already"));
  std::filesystem::remove(path_ + "-wal");
  const auto restored = restore_from(copy_, path_);
  ASSERT_TRUE(restored) << restored.error().text;
  open();
  EXPECT_EQ(ask(*store_, mailbox_, &Store::events, "m39", 0, 100)->size(), 10U);
  fill(0);
  EXPECT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("new"), moves(0, 10)));
}

TEST_F(Backup, what_has_faults_is_told_and_not_restored) {
  open();
  fill(200);
  ASSERT_TRUE(backup_to(path_, copy_));
  {
    std::fstream file(copy_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096 * 40);
    file << std::string(4096 * 3, '\x5a');
  }
  const auto faults = check_file(copy_);
  EXPECT_TRUE(!faults || !faults->empty());
  const auto restored = restore_from(copy_, folder_.file("other.db"));
  ASSERT_FALSE(restored);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("other.db")));
  EXPECT_FALSE(check_file(folder_.file("none.db")));
}

TEST_F(Backup, the_check_finds_missing_events_and_rows_of_no_match) {
  open();
  fill(5);
  store_.reset();
  EXPECT_EQ(check_file(path_).value(), std::vector<std::string>{});
  {
    auto connection = Connection::open(path_, SQLITE_OPEN_READWRITE);
    (*connection)->execute("DELETE FROM events WHERE match = 2 AND number = 0; DELETE FROM matches WHERE id = 'm3'");
    ASSERT_FALSE((*connection)->has_failed());
  }
  const auto faults = check_file(path_);
  ASSERT_TRUE(faults);
  EXPECT_EQ(*faults, (std::vector<std::string>{"events are missing from match m1", "events without a match, key 4"}));
}

TEST_F(Backup, every_match_is_visited_until_the_visitor_has_enough) {
  open();
  fill(450);
  const auto all = matches_in(path_);
  ASSERT_EQ(all.size(), 450U);
  EXPECT_EQ(all.front(), "m0");
  EXPECT_EQ(all.back(), "m449");
  int seen = 0;
  EXPECT_EQ(for_each_match(path_, [&](const auto&, const auto&) { return ++seen < 7; }).value(), 7);
}

}  // namespace
}  // namespace crownstar::store
