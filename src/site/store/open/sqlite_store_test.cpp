#include "site/store/open/sqlite_store.hpp"

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <random>
#include <thread>

#include "site/store/backup/backup.hpp"
#include "site/store/conformance_test.hpp"
#include "site/store/sqlite/connection.hpp"

namespace crownstar::store {
namespace {

class SqliteBackend : public testing::Test {
 protected:
  std::string path() { return folder_.file("store.db"); }
  void open(SqliteOptions options) {
    store_.reset();
    auto opened = open_sqlite(std::move(options), mailbox_.post());
    ASSERT_TRUE(opened) << opened.error().text;
    store_ = std::move(*opened);
  }
  void open() { open({.path = path()}); }

  ScratchFolder folder_;
  Mailbox mailbox_;
  std::unique_ptr<SqliteStore> store_;
};

TEST_F(SqliteBackend, two_servers_on_one_file_are_refused_by_name) {
  open();
  const auto second = open_sqlite({.path = path()}, mailbox_.post());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, FailureKind::busy);
  EXPECT_NE(second.error().text.find("another server (process "), std::string::npos) << second.error().text;
  EXPECT_NE(second.error().text.find(path()), std::string::npos);
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)))
      << "the first one is unharmed";
  open();
  EXPECT_TRUE(ask(*store_, mailbox_, &Store::find_match, "m").value());
}

TEST_F(SqliteBackend, for_reading_alone_it_stands_beside_a_server_and_refuses_every_write) {
  open();
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  auto reading = open_sqlite({.path = path(), .is_read_only = true}, mailbox_.post());
  ASSERT_TRUE(reading) << reading.error().text;
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::append, Append{"m", 1, moves(1, 1), {}, {}}));
  EXPECT_EQ(ask(**reading, mailbox_, &Store::events, "m", 0, 10).value(), moves(0, 2));
  const auto written = ask(**reading, mailbox_, &Store::append, Append{"m", 2, moves(2, 1), {}, {}});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, FailureKind::read_only);
  const auto absent = open_sqlite({.path = folder_.file("none.db"), .is_read_only = true}, mailbox_.post());
  EXPECT_FALSE(absent);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("none.db")));
}

TEST_F(SqliteBackend, it_leaves_one_file_behind_when_it_is_closed) {
  open();
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  EXPECT_TRUE(std::filesystem::exists(path() + "-wal"));
  store_.reset();
  EXPECT_FALSE(std::filesystem::exists(path() + "-wal"));
}

// Holds the store's writer within its first post, so that what is asked meanwhile waits for certain.
class Gate {
 public:
  Post post(Mailbox& mailbox) {
    return [this, post = mailbox.post()](std::function<void()> work) {
      std::unique_lock lock(mutex_);
      opening_.wait(lock, [this] { return is_open_; });
      post(std::move(work));
    };
  }
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    opening_.notify_all();
  }
  void shut() {
    const std::lock_guard lock(mutex_);
    is_open_ = false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable opening_;
  bool is_open_ = true;
};

TEST_F(SqliteBackend, what_waited_goes_in_one_commit_and_comes_back_in_one_post) {
  Gate gate;
  auto opened = open_sqlite({.path = path()}, gate.post(mailbox_));
  ASSERT_TRUE(opened);
  store_ = std::move(*opened);
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  gate.shut();
  int stored = 0;
  const auto note = [&](const Outcome<void>& outcome) { stored += outcome ? 1 : 0; };
  store_->append({"m", 1, moves(1, 1), {}, {}}, note);
  while (store_->figures().commits < 2) std::this_thread::yield();
  for (int number = 2; number < 1002; ++number) store_->append({"m", number, moves(number, 1), {}, {}}, note);
  const StoreFigures before = store_->figures();
  const int posts = mailbox_.posts();
  EXPECT_EQ(before.waiting, 1000U);
  gate.open();
  ASSERT_TRUE(mailbox_.run_until([&] { return stored == 1001; }));
  EXPECT_EQ(store_->figures().commits - before.commits, 1U);
  EXPECT_EQ(mailbox_.posts() - posts, 2);
  store_.reset();  // before the gate that it posts through
}

TEST_F(SqliteBackend, past_its_bound_the_queue_refuses_and_stores_what_it_took) {
  open({.path = path(), .most_waiting_writes = 20, .most_in_a_commit = 7});
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  int stored = 0;
  int busy = 0;
  for (int number = 1; number <= 2000; ++number) {
    store_->create_match(match_named("m" + std::to_string(number)), moves(0, 1), [&](const Outcome<void>& outcome) {
      outcome ? ++stored : ++busy;
      EXPECT_TRUE(outcome || outcome.error().kind == FailureKind::busy);
    });
  }
  ASSERT_TRUE(mailbox_.run_until([&] { return stored + busy == 2000; }));
  EXPECT_GE(stored, 20);
  EXPECT_GT(busy, 0);
  EXPECT_EQ(ask(*store_, mailbox_, &Store::all_matches, PageRequest{{}, 1000})->matches.size(),
            static_cast<std::size_t>(stored + 1));
  EXPECT_EQ(store_->figures().refusals, static_cast<std::uint64_t>(busy));
}

TEST_F(SqliteBackend, more_bytes_than_may_wait_are_refused) {
  open({.path = path(), .most_waiting_bytes = 10'000});
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  const auto huge =
      ask(*store_, mailbox_, &Store::append, Append{"m", 1, {{"moved", std::string(20'000, 'x')}}, {}, {}});
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().kind, FailureKind::busy);
  EXPECT_TRUE(ask(*store_, mailbox_, &Store::append, Append{"m", 1, moves(1, 1), {}, {}}));
}

TEST_F(SqliteBackend, a_store_that_is_moved_away_acknowledges_nothing_until_it_is_back) {
  open();
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  const auto rename = [&](const std::string& from, const std::string& to) {
    for (const char* beside : {"", "-wal", "-shm"}) {
      std::filesystem::rename(folder_.file(from) + beside, folder_.file(to) + beside);
    }
  };
  rename("store.db", "elsewhere");
  const auto refused = ask(*store_, mailbox_, &Store::append, Append{"m", 1, moves(1, 1), {}, {}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, FailureKind::broken);
  EXPECT_NE(refused.error().text.find("deleted or moved"), std::string::npos) << refused.error().text;
  EXPECT_NE(store_->figures().trouble, "");
  rename("elsewhere", "store.db");
  EXPECT_TRUE(ask(*store_, mailbox_, &Store::append, Append{"m", 1, moves(1, 1), {}, {}}));
  EXPECT_EQ(store_->figures().trouble, "");
}

TEST_F(SqliteBackend, a_store_that_is_deleted_is_saved_beside_it) {
  open();
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 2)));
  for (const char* beside : {"", "-wal", "-shm"}) std::filesystem::remove(path() + beside);
  std::string saved;
  for (int tries = 0; tries < 600 && saved.empty(); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const std::string trouble = store_->figures().trouble;
    if (const auto at = trouble.find("saved as "); at != std::string::npos) {
      saved = trouble.substr(at + 9, trouble.find(')', at) - at - 9);
    }
  }
  ASSERT_NE(saved, "");
  EXPECT_EQ(check_file(saved).value(), std::vector<std::string>{});
  store_.reset();
  auto again = open_sqlite({.path = saved}, mailbox_.post());
  ASSERT_TRUE(again) << again.error().text;
  EXPECT_EQ(ask(**again, mailbox_, &Store::events, "m", 0, 10).value(), moves(0, 2));
}

TEST_F(SqliteBackend, a_store_that_another_file_takes_the_place_of_acknowledges_nothing) {
  open();
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  ASSERT_TRUE(backup_to(path(), folder_.file("copy")));
  std::filesystem::rename(folder_.file("copy"), path());
  const auto refused = ask(*store_, mailbox_, &Store::append, Append{"m", 1, moves(1, 1), {}, {}});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text.find("replaced"), std::string::npos) << refused.error().text;
}

TEST_F(SqliteBackend, a_store_that_is_written_over_acknowledges_nothing) {
  open({.path = path(), .requested_checkpoint_pages = 5, .forced_checkpoint_pages = 5});
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  ASSERT_TRUE(backup_to(path(), folder_.file("copy")));
  const auto smaller = std::filesystem::file_size(folder_.file("copy"));
  int number = 1;
  for (; std::filesystem::file_size(path()) <= smaller; ++number) {
    const std::vector<EventRow> large{{"moved", std::string(4000, 'x')}};
    ASSERT_TRUE(ask(*store_, mailbox_, &Store::append, Append{"m", number, large, {}, {}}));
  }
  // As `cp` does it: into the same file.
  std::filesystem::copy_file(folder_.file("copy"), path(), std::filesystem::copy_options::overwrite_existing);
  for (int tries = 0; tries < 2; ++tries) {
    const auto refused = ask(*store_, mailbox_, &Store::append, Append{"m", number, moves(number, 1), {}, {}});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text.find("written over"), std::string::npos) << refused.error().text;
    std::filesystem::resize_file(path(), smaller * 4);  // that it grows again makes nothing good
  }
  EXPECT_NE(store_->figures().trouble, "");
}

// Whatever is wrong with the file: an event is read as it was written, or not at all.
TEST_F(SqliteBackend, no_damage_is_ever_shown_as_an_event) {
  constexpr int matches = 20;
  constexpr int events = 40;
  open();
  for (int match = 0; match < matches; ++match) {
    const std::string id = "m" + std::to_string(match);
    ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named(id), moves(1000 * match, events / 2)));
    const auto later = moves(1000 * match + events / 2, events / 2);
    ASSERT_TRUE(ask(*store_, mailbox_, &Store::append, Append{id, events / 2, later, {}, {}}));
  }
  store_.reset();
  std::ifstream whole(path(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(whole), {}};
  std::mt19937 chance(28);
  int shown = 0;
  int refused = 0;
  for (int damage = 0; damage < 120; ++damage) {
    std::string damaged = bytes;
    for (int count = 0; count < 8; ++count) {
      damaged[chance() % damaged.size()] ^= static_cast<char>(1 + chance() % 255);
    }
    const std::string name = folder_.file("damaged-" + std::to_string(damage));
    std::ofstream(name, std::ios::binary) << damaged;
    auto opened = open_sqlite({.path = name}, mailbox_.post());
    if (!opened) {
      ++refused;
      continue;
    }
    for (int match = 0; match < matches; ++match) {
      const auto rows = ask(**opened, mailbox_, &Store::events, "m" + std::to_string(match), 0, 1000);
      const auto written = moves(1000 * match, events);  // no other match has any of them
      if (!rows) {
        ++refused;
        continue;
      }
      ++shown;
      for (std::size_t number = 0; number < rows->size(); ++number) {
        ASSERT_LT(number, written.size());
        ASSERT_EQ((*rows)[number], written[number]) << name << ", match " << match;
      }
    }
  }
  EXPECT_GT(shown, 0);
  EXPECT_GT(refused, 0);
}

TEST_F(SqliteBackend, damage_is_found_in_the_background_and_said) {
  open();
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 3)));
  store_.reset();
  {
    auto connection = Connection::open(path(), SQLITE_OPEN_READWRITE);
    (*connection)->execute("UPDATE events SET body = CAST('another move' AS BLOB)");
    ASSERT_FALSE((*connection)->has_failed());
  }
  EXPECT_FALSE(check_file(path()).value().empty());
  open({.path = path(), .check = {.wait = std::chrono::milliseconds(10)}});
  for (int tries = 0; tries < 600 && store_->figures().checks == 0; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_NE(store_->figures().damage.find("checksum"), std::string::npos) << store_->figures().damage;
  const auto rows = ask(*store_, mailbox_, &Store::events, "m", 0, 10);
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().kind, FailureKind::broken);
}

}  // namespace
}  // namespace crownstar::store
