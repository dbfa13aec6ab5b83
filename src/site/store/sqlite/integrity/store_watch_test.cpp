#include "site/store/sqlite/integrity/store_watch.hpp"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>

#include "site/store/backup/backup.hpp"
#include "site/store/conformance_test.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/sqlite/connection.hpp"

namespace crownstar::store {
namespace {

// Another program writes to a store's files while they are served.
class ServedFiles : public testing::Test {
 protected:
  std::string path() const { return folder_.file("store.db"); }

  // Each commit is folded into the file at once, unless told otherwise.
  void open(int checkpoint_pages = 0) {
    auto opened = open_sqlite(
        {.path = path(), .requested_checkpoint_pages = checkpoint_pages, .forced_checkpoint_pages = checkpoint_pages},
        mailbox_.post());
    ASSERT_TRUE(opened) << opened.error().text;
    store_ = std::move(*opened);
  }
  // A store with everything in its one file.
  void make(const std::string& match) {
    open();
    ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named(match), moves(0, 1)));
    store_.reset();
  }
  Outcome<void> append() {
    auto stored = ask(*store_, mailbox_, &Store::append, Append{"m", number_, moves(number_, 1), {}, {}});
    if (stored) ++number_;
    return stored;
  }

  // Until what was committed is in the file: a log that has started anew may need more than one commit.
  void append_and_fold() {
    const auto before = store_->figures().checkpoints;
    for (int tries = 0; tries < 50 && store_->figures().checkpoints == before; ++tries) {
      ASSERT_TRUE(append());
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ASSERT_GT(store_->figures().checkpoints, before);
  }

  std::string trouble() const { return store_->figures().trouble; }
  std::string trouble_within_a_second() const {
    for (int tries = 0; tries < 20 && trouble().empty(); ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return trouble();
  }
  void expect_refusal() {
    for (int tries = 0; tries < 2; ++tries) {
      const auto refused = append();
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().kind, FailureKind::broken);
      EXPECT_NE(refused.error().text.find("written over"), std::string::npos) << refused.error().text;
    }
    EXPECT_NE(trouble(), "");
  }

  // As `cp` does it: into the same file.
  void copy_over(const std::string& from) const {
    ASSERT_EQ(std::filesystem::file_size(from), std::filesystem::file_size(path())) << "this is about equal sizes";
    std::filesystem::copy_file(from, path(), std::filesystem::copy_options::overwrite_existing);
  }
  static void write_at(const std::string& file, std::uintmax_t offset, const std::string& bytes) {
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(static_cast<std::streamoff>(offset));
    stream << bytes;
    ASSERT_TRUE(stream.flush());
  }

  ScratchFolder folder_;
  Mailbox mailbox_;
  std::unique_ptr<SqliteStore> store_;
  int number_ = 1;
};

TEST_F(ServedFiles, another_store_of_the_same_size_is_noticed) {
  make("n");
  std::filesystem::rename(path(), folder_.file("other"));
  make("m");
  open();
  copy_over(folder_.file("other"));
  expect_refusal();
}

TEST_F(ServedFiles, an_earlier_copy_of_the_same_size_is_noticed) {
  make("m");
  open();
  append_and_fold();
  std::filesystem::copy_file(path(), folder_.file("earlier"));
  append_and_fold();
  copy_over(folder_.file("earlier"));
  expect_refusal();
}

// As on a file system whose clock is coarse.
TEST_F(ServedFiles, a_copy_with_the_same_time_is_noticed_within_a_second) {
  make("m");
  open();
  append_and_fold();
  std::filesystem::copy_file(path(), folder_.file("earlier"));
  append_and_fold();
  const auto time = std::filesystem::last_write_time(path());
  copy_over(folder_.file("earlier"));
  std::filesystem::last_write_time(path(), time);
  EXPECT_NE(trouble_within_a_second(), "");
  expect_refusal();
}

TEST_F(ServedFiles, a_damaged_page_is_noticed) {
  make("m");
  open();
  append_and_fold();
  write_at(path(), std::filesystem::file_size(path()) / 8192 * 4096, std::string(4096, 'x'));
  expect_refusal();
}

TEST_F(ServedFiles, nothing_more_is_written_to_a_file_that_is_not_ours) {
  make("n");
  std::filesystem::rename(path(), folder_.file("other"));
  make("m");
  open(1'000'000);
  ASSERT_TRUE(append());
  copy_over(folder_.file("other"));
  expect_refusal();
  store_.reset();
  const auto bytes = [](const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  EXPECT_EQ(bytes(path()), bytes(folder_.file("other")));
  EXPECT_TRUE(std::filesystem::exists(path() + "-wal")) << "where the last moves are";
}

TEST_F(ServedFiles, a_log_cut_short_is_noticed) {
  make("m");
  open(1'000'000);
  ASSERT_TRUE(append());
  std::filesystem::resize_file(path() + "-wal", 0);
  expect_refusal();
}

TEST_F(ServedFiles, a_log_written_over_is_noticed_within_a_second) {
  make("m");
  open(1'000'000);
  ASSERT_TRUE(append());
  write_at(path() + "-wal", 0, std::string(std::filesystem::file_size(path() + "-wal"), 'x'));
  EXPECT_NE(trouble_within_a_second(), "");
  expect_refusal();
}

TEST_F(ServedFiles, what_leaves_the_content_alone_is_no_trouble) {
  make("m");
  open();
  std::filesystem::permissions(path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::filesystem::create_hard_link(path(), folder_.file("link"));
  std::filesystem::remove(folder_.file("link"));
  std::filesystem::rename(path(), folder_.file("elsewhere"));
  std::filesystem::rename(folder_.file("elsewhere"), path());
  EXPECT_TRUE(append());
  EXPECT_EQ(trouble_within_a_second(), "");
}

// Nobody is to take the beginning of a copy for what was in the store.
TEST_F(ServedFiles, a_copy_that_could_not_be_saved_leaves_no_file) {
  open();
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 3'000)));
  const std::uintmax_t size = std::filesystem::file_size(path());
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = size / 2;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::filesystem::rename(path(), folder_.file("elsewhere"));
  for (int tries = 0; tries < 200 && trouble().find("could not be saved") == std::string::npos; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_NE(trouble().find("could not be saved"), std::string::npos) << trouble();
  for (const auto& each : std::filesystem::directory_iterator(folder_.file(""))) {
    EXPECT_EQ(each.path().filename().string().find(".saved-"), std::string::npos) << each.path();
  }
}

TEST_F(ServedFiles, a_store_that_is_put_back_is_well_again_before_anything_is_written) {
  make("m");
  open();
  std::filesystem::rename(path(), folder_.file("elsewhere"));
  ASSERT_FALSE(append());
  EXPECT_TRUE(store_->figures().is_degraded());
  std::filesystem::rename(folder_.file("elsewhere"), path());
  for (int tries = 0; tries < 200 && store_->figures().is_degraded(); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_FALSE(store_->figures().is_degraded());
}

// Commits, our own checkpoints, and what other programs do to a served store by SQLite's rules.
TEST_F(ServedFiles, work_by_sqlites_rules_is_no_trouble) {
  make("m");
  open(5);
  std::atomic<bool> is_over = false;
  int foreign = 0;
  std::thread other([&] {
    auto connection = Connection::open(path(), SQLITE_OPEN_READWRITE);
    for (const std::vector<std::string> statements{
             "PRAGMA wal_checkpoint(PASSIVE)", "VACUUM", "PRAGMA wal_checkpoint(RESTART)",
             "PRAGMA wal_checkpoint(TRUNCATE)",
             "CREATE TABLE extra(text TEXT); INSERT INTO extra VALUES(zeroblob(100000)); DROP TABLE extra"};
         !is_over; ++foreign) {
      (*connection)->execute(statements[static_cast<std::size_t>(foreign) % statements.size()]);
      if ((*connection)->has_failed()) (*connection)->take_failure();  // it was busy
      std::this_thread::sleep_for(std::chrono::milliseconds(20));      // SQLite's locks are not fair
    }
  });
  int copies = 0;
  std::thread copying([&] {
    for (; !is_over; ++copies) {
      const auto copied = backup_to(path(), folder_.file("copy"));
      EXPECT_TRUE(copied) << copied.error().text;
      std::filesystem::remove(folder_.file("copy"));
    }
  });
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(4);
  while (std::chrono::steady_clock::now() < end) {
    const auto stored = append();
    if (!stored) {
      ADD_FAILURE() << stored.error().text;
      break;
    }
  }
  is_over = true;
  other.join();
  copying.join();
  EXPECT_EQ(trouble_within_a_second(), "");
  EXPECT_GT(number_, 10);
  EXPECT_GT(foreign, 10);
  EXPECT_GT(copies, 1);
  EXPECT_TRUE(ask(*store_, mailbox_, &Store::events, "m", 0, 1'000'000).value() == moves(0, number_));
}

// Commits grow the log between any two things that a look reads.
TEST_F(ServedFiles, a_log_that_grows_during_a_look_is_no_trouble) {
  make("m");
  auto writer = Connection::open(path(), SQLITE_OPEN_READWRITE);
  (*writer)->execute("PRAGMA wal_autocheckpoint = 0");
  (*writer)->execute("PRAGMA synchronous = OFF");  // as many commits as can be
  (*writer)->execute("CREATE TABLE extra(text TEXT)");
  StoreWatch watch(*Connection::open(path(), SQLITE_OPEN_READONLY), nullptr);
  std::atomic<bool> is_over = false;
  std::thread commits([&] {
    for (int count = 0; count < 20'000; ++count) (*writer)->execute("INSERT INTO extra VALUES('one more page')");
    is_over = true;
  });
  std::string trouble;
  do {
    trouble = watch.look();
  } while (!is_over && trouble.empty());
  commits.join();
  EXPECT_FALSE((*writer)->has_failed());
  EXPECT_EQ(trouble, "");
}

TEST_F(ServedFiles, only_the_server_folds_the_log) {
  make("m");
  open(1'000'000);
  ASSERT_TRUE(append());
  const auto size = std::filesystem::file_size(path());
  auto other = Connection::open(path(), SQLITE_OPEN_READWRITE);
  int is_busy = 0;
  (*other)->each("PRAGMA wal_checkpoint(PASSIVE)", [&](const Row& row) { is_busy = row.small(0); });
  EXPECT_EQ(is_busy, 1);
  EXPECT_EQ(std::filesystem::file_size(path()), size);
  store_.reset();
  (*other)->each("PRAGMA wal_checkpoint(PASSIVE)", [&](const Row& row) { is_busy = row.small(0); });
  EXPECT_EQ(is_busy, 0);
}

}  // namespace
}  // namespace crownstar::store
