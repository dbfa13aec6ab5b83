#include "site/store/log_owner.hpp"

#include <filesystem>
#include <string>
#include <thread>

#include "site/store/backup/backup.hpp"
#include "site/store/conformance_test.hpp"
#include "site/store/moderation/moderation.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/transfer/site_copy.hpp"

namespace crownstar::store {
namespace {

// A file takes the place of a store whose log is still there.
class LogOwner : public testing::Test {
 protected:
  std::string path() const { return folder_.file("store.db"); }

  Outcome<void> open() {
    store_.reset();
    auto opened = open_sqlite({.path = path()}, mailbox_.post());
    if (!opened) return std::unexpected(opened.error());
    store_ = std::move(*opened);
    return {};
  }
  // So many events, some in the file and the rest in its log.
  void serve(int in_file, int in_log) {
    ASSERT_TRUE(open());
    ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, in_file)));
    ASSERT_TRUE(open());
    ASSERT_TRUE(ask(*store_, mailbox_, &Store::append, Append{"m", in_file, moves(in_file, in_log), {}, {}}));
  }
  // As a process that is killed leaves them: the log has its name again, and is what it was.
  void kill() {
    std::filesystem::create_hard_link(path() + "-wal", folder_.file("log"));
    std::filesystem::copy_file(path() + ".lock", folder_.file("lock"));
    std::filesystem::copy_file(path(), folder_.file("file"));
    store_.reset();
    std::filesystem::rename(folder_.file("log"), path() + "-wal");
    std::filesystem::copy_file(folder_.file("lock"), path() + ".lock",
                               std::filesystem::copy_options::overwrite_existing);
  }
  std::string saved() const {
    for (const auto& each : std::filesystem::directory_iterator(folder_.file(""))) {
      if (each.path().filename().string().starts_with("store.db.saved-")) return each.path().string();
    }
    return "";
  }
  void wait_until_saved() {
    for (int tries = 0; tries < 600; ++tries) {
      if (store_->figures().trouble.find("is saved as") != std::string::npos) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    FAIL() << store_->figures().trouble;
  }
  std::vector<EventRow> events() { return ask(*store_, mailbox_, &Store::events, "m", 0, 1'000'000).value(); }

  ScratchFolder folder_;
  Mailbox mailbox_;
  std::unique_ptr<SqliteStore> store_;
};

TEST_F(LogOwner, what_was_saved_of_a_deleted_store_is_served_in_its_place) {
  serve(3'000, 5);
  std::filesystem::remove(path());
  wait_until_saved();
  store_.reset();
  EXPECT_FALSE(std::filesystem::exists(path() + "-wal"));
  std::filesystem::rename(saved(), path());
  const auto opened = open();
  ASSERT_TRUE(opened) << opened.error().text;
  EXPECT_TRUE(events() == moves(0, 3'005));
}

TEST_F(LogOwner, a_backup_is_served_in_the_place_of_a_store_that_was_moved_and_the_store_has_all_that_was_in_its_log) {
  serve(3'000, 5);
  ASSERT_TRUE(backup_to(path(), folder_.file("backup"), {}));
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::append, Append{"m", 3'005, moves(3'005, 7), {}, {}}));
  std::filesystem::rename(path(), folder_.file("away"));
  wait_until_saved();
  store_.reset();
  std::filesystem::rename(folder_.file("backup"), path());
  const auto opened = open();
  ASSERT_TRUE(opened) << opened.error().text;
  EXPECT_TRUE(events() == moves(0, 3'005));
  store_.reset();
  std::filesystem::rename(folder_.file("away"), path());
  ASSERT_TRUE(open());
  EXPECT_TRUE(events() == moves(0, 3'012));
}

TEST_F(LogOwner, other_files_that_are_put_in_its_place_are_left_alone) {
  serve(3'000, 5);
  const std::string other = folder_.file("other");
  std::filesystem::create_directory(other);
  for (const char* part : {"", "-wal"}) std::filesystem::copy_file(path() + part, other + "/store.db" + part);
  const auto size = std::filesystem::file_size(other + "/store.db-wal");
  ASSERT_GT(size, 0U);
  std::filesystem::create_directory(folder_.file("away"));
  for (const char* part : {"", "-wal", "-shm"}) {
    std::filesystem::rename(path() + part, folder_.file("away/store.db") + part);
  }
  for (const char* part : {"", "-wal"}) std::filesystem::rename(other + "/store.db" + part, path() + part);
  wait_until_saved();
  store_.reset();
  EXPECT_EQ(std::filesystem::file_size(path() + "-wal"), size);
  ASSERT_TRUE(open());
  EXPECT_TRUE(events() == moves(0, 3'005));
}

TEST_F(LogOwner, the_log_of_a_killed_server_is_for_no_other_file) {
  serve(3'000, 5);
  ASSERT_TRUE(backup_to(path(), folder_.file("backup"), {}));
  kill();
  std::filesystem::rename(folder_.file("backup"), path());
  for (int tries = 0; tries < 2; ++tries) {
    const auto opened = open();
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().text.find("was written for another file"), std::string::npos) << opened.error().text;
  }
  EXPECT_FALSE(Moderation::open(path()));
  EXPECT_FALSE(check_file(path()));
  EXPECT_FALSE(backup_to(path(), folder_.file("another"), {}));
  EXPECT_FALSE(open_site_source(path()));
  EXPECT_FALSE(open_sqlite({.path = path(), .is_read_only = true}, mailbox_.post()));
  std::filesystem::rename(path() + "-wal", folder_.file("log"));
  const auto opened = open();
  ASSERT_TRUE(opened) << opened.error().text;
  EXPECT_TRUE(events() == moves(0, 3'005));
}

TEST_F(LogOwner, the_log_of_a_killed_server_is_read_with_its_own_file) {
  serve(3'000, 5);
  kill();
  std::filesystem::create_symlink(path(), folder_.file("link"));
  EXPECT_TRUE(open_sqlite({.path = folder_.file("link"), .is_read_only = true}, mailbox_.post()));
  const auto opened = open();
  ASSERT_TRUE(opened) << opened.error().text;
  EXPECT_TRUE(events() == moves(0, 3'005));
}

TEST_F(LogOwner, a_file_that_was_copied_with_its_log_is_served) {
  serve(3'000, 5);
  kill();
  for (const char* part : {"", "-wal", ".lock"}) {
    std::filesystem::copy_file(path() + part, folder_.file("copy") + part);
    std::filesystem::remove(path() + part);
    std::filesystem::rename(folder_.file("copy") + part, path() + part);
  }
  const auto opened = open();
  ASSERT_TRUE(opened) << opened.error().text;
  EXPECT_TRUE(events() == moves(0, 3'005));
}

}  // namespace
}  // namespace crownstar::store
