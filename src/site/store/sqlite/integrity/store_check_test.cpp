#include "site/store/sqlite/integrity/store_check.hpp"

#include <chrono>
#include <thread>

#include "site/store/conformance_test.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/sqlite/connection.hpp"

namespace crownstar::store {
namespace {

using std::chrono::milliseconds;

// Its read transaction keeps the log from starting anew, so it ends in time where the store is never idle, too.
TEST(StoreCheckTest, ends_in_time_although_somebody_always_waits_for_the_store) {
  const ScratchFolder folder;
  const std::string path = folder.file("store.db");
  auto writer = Connection::open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  ASSERT_TRUE(writer);
  (*writer)->execute("PRAGMA journal_mode = WAL");
  (*writer)->execute("CREATE TABLE events(match INTEGER, number INTEGER, kind TEXT, body BLOB, sum INTEGER)");
  (*writer)->execute(
      "WITH RECURSIVE some(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM some WHERE n < 50000)"
      " INSERT INTO events SELECT n, 0, '', zeroblob(9), NULL FROM some");
  ASSERT_FALSE((*writer)->has_failed());
  const auto is_idle = [] { return false; };
  StoreCheck check(*Connection::open(path, SQLITE_OPEN_READONLY), is_idle,
                   {.wait = milliseconds{0}, .longest = milliseconds{200}});
  std::this_thread::sleep_for(milliseconds{100});  // it has begun to read
  sqlite3_busy_timeout((*writer)->raw(), 10'000);
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(sqlite3_wal_checkpoint_v2((*writer)->raw(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr),
            SQLITE_OK);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds{9});
  EXPECT_EQ(check.damage(), "");
  EXPECT_EQ(check.whole_looks(), 0U);
}

// What was committed last is in the append log.
TEST(StoreCheckTest, finds_damage_in_the_append_log_too) {
  const ScratchFolder folder;
  Mailbox mailbox;
  auto store = open_sqlite({.path = folder.file("store.db"), .check = {.wait = milliseconds{1'000}}}, mailbox.post());
  ASSERT_TRUE(store) << store.error().text;
  ASSERT_TRUE(ask(**store, mailbox, &Store::create_match, match_named("m"), moves(0, 1)));
  ASSERT_TRUE(ask(**store, mailbox, &Store::append, Append{"m", 1, moves(1, 1), {}, {}}));
  auto other = Connection::open(folder.file("store.db"), SQLITE_OPEN_READWRITE);
  EXPECT_EQ((*other)->change("UPDATE fresh_batches SET events = CAST(events || ' ' AS BLOB)"), 1);
  for (int tries = 0; tries < 600 && (*store)->figures().checks == 0; ++tries) {
    std::this_thread::sleep_for(milliseconds{100});
  }
  EXPECT_NE((*store)->figures().damage.find("append log"), std::string::npos) << (*store)->figures().damage;
}

}  // namespace
}  // namespace crownstar::store
