#include "store/sqlite_fresh.hpp"

#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "store/backup.hpp"
#include "store/conformance_test.hpp"
#include "store/match_statements.hpp"
#include "store/sqlite_schema.hpp"
#include "store/sqlite_writer.hpp"

namespace crownstar::store {
namespace {

using Matches = MatchStatements<Connection>;

class Fresh : public testing::Test {
 protected:
  void SetUp() override {
    writer_ = connect(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    ASSERT_TRUE(migrate(*writer_, schema_steps()));
    writer_->execute("PRAGMA journal_mode = WAL");
    for (const char* id : {"m1", "m2"}) {
      Matches::create_match(*writer_, match_named(id, {seat_of(0, PlayerKind::guest, "p1", "Ann")}), moves(0, 2));
    }
    writer_->share(fresh_);
    reader_ = connect(SQLITE_OPEN_READONLY);
    reader_->share(fresh_);
    ASSERT_FALSE(writer_->has_failed());
  }
  std::unique_ptr<Connection> connect(int flags) {
    auto opened = Connection::open(path(), flags);
    EXPECT_TRUE(opened);
    return std::move(*opened);
  }
  std::string path() const { return folder_.file("store.db"); }
  std::string append(const std::string& match, int first, int count) {
    Matches::append(*writer_, {match, first, moves(first, count), {}, {}});
    if (!writer_->has_failed()) return "stored";
    return writer_->take_failure().kind == FailureKind::taken ? "taken" : "broken";
  }
  static int events_of(Connection& connection, const std::string& match, int from = 0, int limit = 100) {
    const auto rows = Matches::events(connection, match, from, limit);
    int number = from;
    for (const EventRow& row : rows) EXPECT_EQ(row, moves(number++, 1).front());
    EXPECT_FALSE(connection.has_failed());
    return static_cast<int>(rows.size());
  }
  int read(const std::string& match) {
    reader_->begin_reading();
    const int count = events_of(*reader_, match);
    reader_->change("COMMIT");
    return count;
  }
  int fresh_rows() {
    int count = 0;
    writer_->each("SELECT count(*) FROM fresh_events", [&](const Row& row) { count = row.small(0); });
    return count;
  }

  ScratchFolder folder_;
  std::shared_ptr<FreshEvents> fresh_ = std::make_shared<FreshEvents>();
  std::unique_ptr<Connection> writer_;
  std::unique_ptr<Connection> reader_;
};

TEST_F(Fresh, what_was_appended_is_read_before_and_after_it_is_sorted) {
  for (int turn = 0; turn < 5; ++turn) {
    ASSERT_EQ(append("m1", 2 + turn, 1), "stored");
    ASSERT_EQ(append("m2", 2 + 2 * turn, 2), "stored");
  }
  EXPECT_EQ(fresh_rows(), 15);
  EXPECT_EQ(read("m1"), 7);
  EXPECT_EQ(read("m2"), 12);
  EXPECT_EQ(events_of(*reader_, "m2", 1, 4), 4);
  EXPECT_EQ(events_of(*reader_, "m2", 11, 4), 1);
  ASSERT_TRUE(sqlite::sort_fresh_events(*writer_));
  EXPECT_EQ(fresh_rows(), 0);
  EXPECT_EQ(read("m1"), 7);
  EXPECT_EQ(read("m2"), 12);
  ASSERT_EQ(append("m1", 7, 1), "stored");
  EXPECT_EQ(read("m1"), 8);
}

TEST_F(Fresh, a_number_is_given_once_wherever_it_lies) {
  EXPECT_EQ(append("m1", 1, 1), "taken");
  EXPECT_EQ(append("m1", 2, 3), "stored");
  EXPECT_EQ(append("m1", 4, 1), "taken");
  ASSERT_TRUE(sqlite::sort_fresh_events(*writer_));
  EXPECT_EQ(append("m1", 4, 2), "taken");
  EXPECT_EQ(append("m1", 5, 1), "stored");
  EXPECT_EQ(read("m1"), 6);
}

TEST_F(Fresh, what_was_undone_leaves_its_number_free) {
  ASSERT_EQ(append("m1", 2, 1), "stored");
  writer_->change("BEGIN IMMEDIATE");
  ASSERT_EQ(append("m1", 3, 2), "stored");
  ASSERT_EQ(append("m2", 2, 2), "stored");
  writer_->roll_back();
  EXPECT_EQ(read("m1"), 3);
  EXPECT_EQ(append("m1", 2, 1), "taken");
  EXPECT_EQ(append("m1", 3, 1), "stored");
  EXPECT_EQ(append("m2", 2, 1), "stored");
  EXPECT_EQ(read("m1"), 4);
  EXPECT_EQ(read("m2"), 3);
}

// The reader's transaction sees the rows where they were, while the writer says that they have gone from there.
TEST_F(Fresh, who_reads_while_they_are_sorted_misses_nothing) {
  ASSERT_EQ(append("m1", 2, 3), "stored");
  reader_->begin_reading();
  EXPECT_EQ(events_of(*reader_, "m2"), 2);  // from here on the transaction sees this moment
  ASSERT_TRUE(sqlite::sort_fresh_events(*writer_));
  EXPECT_EQ(events_of(*reader_, "m1"), 5);
  reader_->change("COMMIT");
  EXPECT_EQ(read("m1"), 5);
}

TEST_F(Fresh, another_program_sees_all_of_it) {
  ASSERT_EQ(append("m1", 2, 3), "stored");
  const auto other = connect(SQLITE_OPEN_READONLY);
  EXPECT_EQ(events_of(*other, "m1"), 5);
  EXPECT_EQ(check_file(path()).value(), std::vector<std::string>{});
}

TEST_F(Fresh, an_event_that_is_missing_among_them_is_found) {
  ASSERT_EQ(append("m1", 2, 3), "stored");
  ASSERT_EQ(append("m2", 2, 3), "stored");
  writer_->execute("DELETE FROM fresh_events WHERE match = 1 AND number = 3");
  const auto faults = check_file(path()).value();
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults.front().find("m1"), std::string::npos) << faults.front();
  writer_->execute("DELETE FROM fresh_events WHERE match = 1; DELETE FROM fresh_events WHERE match = 2 AND number = 2");
  EXPECT_NE(check_file(path()).value().front().find("m2"), std::string::npos);
}

TEST_F(Fresh, they_are_sorted_when_there_are_many_and_when_the_writer_ends) {
  SqliteWriter writer(connect(SQLITE_OPEN_READWRITE), {1'000, 1'000}, {2, 4});
  const auto commit = [&](int first) {
    Jobs jobs;
    const auto work = [first](Connection& c) { Matches::append(c, {"m1", first, moves(first, 1), {}, {}}); };
    jobs.push_back(std::make_unique<JobOf<Connection, void, decltype(work)>>(0, work, nullptr));
    writer.commit(jobs);
    EXPECT_EQ(jobs.front()->failure(), nullptr);
  };
  for (int first = 2; first < 5; ++first) {
    commit(first);
    writer.maybe_sort(false);
    EXPECT_EQ(fresh_rows(), first - 1);
  }
  writer.maybe_sort(true);
  EXPECT_EQ(fresh_rows(), 0);
  for (int first = 5; first < 9; ++first) commit(first);
  writer.maybe_sort(false);
  EXPECT_EQ(fresh_rows(), 0);
  commit(9);
  EXPECT_EQ(fresh_rows(), 1);
}

TEST(FreshFile, a_store_of_the_version_without_them_is_checked_and_copied_as_it_is) {
  const ScratchFolder folder;
  std::ifstream kept("tests/store_schemas/0001.sql");
  const std::string sql{std::istreambuf_iterator<char>(kept), {}};
  Connection::open(folder.file("old.db"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE).value()->execute(sql);
  EXPECT_EQ(check_file(folder.file("old.db")).value(), std::vector<std::string>{});
  std::size_t events = 0;
  const auto count = [&](const MatchHeader&, const std::vector<EventRow>& rows) {
    events += rows.size();
    return true;
  };
  EXPECT_EQ(for_each_match(folder.file("old.db"), count).value(), 1);
  EXPECT_EQ(events, 3U);
  EXPECT_TRUE(restore_from(folder.file("old.db"), folder.file("new.db"), {}));
}

}  // namespace
}  // namespace crownstar::store
