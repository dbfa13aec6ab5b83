#include "site/store/sqlite/append_log.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "site/store/backup/backup.hpp"
#include "site/store/conformance_test.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/sqlite/compaction.hpp"
#include "site/store/sqlite/schema.hpp"
#include "site/store/sqlite/writer.hpp"
#include "site/store/statements/match_statements.hpp"

namespace crownstar::store {
namespace {

using Statements = MatchStatements<Connection>;

class AppendLog : public testing::Test {
 protected:
  void SetUp() override {
    writer_ = connect(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    ASSERT_TRUE(migrate(*writer_, schema_steps()));
    writer_->execute("PRAGMA journal_mode = WAL");
    for (const char* id : {"m1", "m2"}) {
      Statements::create_match(*writer_, match_named(id, {seat_of(0, PlayerKind::guest, "p1", "Ann")}), moves(0, 2));
    }
    writer_->share(log_index_);
    reader_ = connect(SQLITE_OPEN_READONLY);
    reader_->share(log_index_);
    ASSERT_FALSE(writer_->has_failed());
  }
  std::unique_ptr<Connection> connect(int flags) {
    auto opened = Connection::open(path(), flags);
    EXPECT_TRUE(opened);
    return std::move(*opened);
  }
  std::string path() const { return folder_.file("store.db"); }
  std::string append(const std::string& match, int first, int count) {
    Statements::append(*writer_, {match, first, moves(first, count), {}, {}});
    if (!writer_->has_failed()) return "stored";
    return writer_->take_failure().kind == FailureKind::taken ? "taken" : "broken";
  }
  static int events_of(Connection& connection, const std::string& match, int from = 0, int limit = 100) {
    const auto rows = Statements::events(connection, match, from, limit);
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
  int rows_of(std::string_view sql) {
    int count = 0;
    writer_->each(sql, [&](const Row& row) { count = row.small(0); });
    return count;
  }
  int fresh_rows() { return rows_of("SELECT count(*) FROM fresh_batches"); }

  ScratchFolder folder_;
  std::shared_ptr<AppendLogIndex> log_index_ = std::make_shared<AppendLogIndex>();
  std::unique_ptr<Connection> writer_;
  std::unique_ptr<Connection> reader_;
};

TEST_F(AppendLog, what_was_appended_is_read_before_and_after_it_is_sorted) {
  for (int turn = 0; turn < 5; ++turn) {
    ASSERT_EQ(append("m1", 2 + turn, 1), "stored");
    ASSERT_EQ(append("m2", 2 + 2 * turn, 2), "stored");
  }
  EXPECT_EQ(fresh_rows(), 10);
  EXPECT_EQ(read("m1"), 7);
  EXPECT_EQ(read("m2"), 12);
  EXPECT_EQ(events_of(*reader_, "m2", 1, 4), 4);
  EXPECT_EQ(events_of(*reader_, "m2", 11, 4), 1);
  ASSERT_TRUE(sqlite::compact_append_log(*writer_));
  EXPECT_EQ(fresh_rows(), 0);
  EXPECT_EQ(rows_of("SELECT count(*) FROM events"), 4) << "some to a row";
  EXPECT_EQ(read("m1"), 7);
  EXPECT_EQ(read("m2"), 12);
  for (int from = 0; from <= 12; ++from) {
    EXPECT_EQ(events_of(*reader_, "m2", from), 12 - from);
    EXPECT_EQ(events_of(*reader_, "m2", from, 3), std::min(3, 12 - from));
  }
  ASSERT_EQ(append("m1", 7, 1), "stored");
  EXPECT_EQ(read("m1"), 8);
}

TEST_F(AppendLog, events_of_any_size_and_bytes_are_read_as_they_were) {
  std::vector<EventRow> rows;
  for (const unsigned size : {0U, 1U, 899U, 900U, 901U, 5'000U, 7U, 300U, 300U, 300U, 300U}) {
    rows.push_back({"moved", std::string(size, static_cast<char>(size % 256))});
  }
  Statements::append(*writer_, {"m1", 2, rows, {}, {}});
  const auto read_all = [&] { return Statements::events(*reader_, "m1", 2, 100); };
  EXPECT_EQ(read_all(), rows);
  ASSERT_TRUE(sqlite::compact_append_log(*writer_));
  EXPECT_EQ(read_all(), rows);
  Statements::create_match(*writer_, match_named("m3", {}), rows);
  EXPECT_EQ(Statements::events(*reader_, "m3", 0, 100), rows);
  EXPECT_EQ(check_file(path()).value(), std::vector<std::string>{});
}

TEST_F(AppendLog, a_number_is_given_once_wherever_it_lies) {
  EXPECT_EQ(append("m1", 1, 1), "taken");
  EXPECT_EQ(append("m1", 2, 3), "stored");
  EXPECT_EQ(append("m1", 4, 1), "taken");
  ASSERT_TRUE(sqlite::compact_append_log(*writer_));
  EXPECT_EQ(append("m1", 4, 2), "taken");
  EXPECT_EQ(append("m1", 5, 1), "stored");
  EXPECT_EQ(read("m1"), 6);
}

TEST_F(AppendLog, what_was_undone_leaves_its_number_free) {
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
TEST_F(AppendLog, who_reads_while_they_are_sorted_misses_nothing) {
  ASSERT_EQ(append("m1", 2, 3), "stored");
  reader_->begin_reading();
  EXPECT_EQ(events_of(*reader_, "m2"), 2);  // from here on the transaction sees this moment
  ASSERT_TRUE(sqlite::compact_append_log(*writer_));
  EXPECT_EQ(events_of(*reader_, "m1"), 5);
  reader_->change("COMMIT");
  EXPECT_EQ(read("m1"), 5);
}

TEST_F(AppendLog, between_two_portions_they_are_read_appended_and_checked) {
  for (int turn = 0; turn < 5; ++turn) {
    ASSERT_EQ(append("m1", 2 + turn, 1), "stored");
    ASSERT_EQ(append("m2", 2 + 2 * turn, 2), "stored");
  }
  const auto other = connect(SQLITE_OPEN_READONLY);
  int appended = 7;
  sqlite::Compaction compaction(*writer_);
  for (int step = 0; !compaction.is_done(); ++step) {
    ASSERT_LT(step, 12);
    ASSERT_EQ(append("m1", appended, 1), "stored");
    EXPECT_EQ(append("m1", appended, 1), "taken");
    ++appended;
    reader_->begin_reading();
    EXPECT_EQ(events_of(*reader_, "m2"), 12);  // from here on the transaction sees this moment
    ASSERT_TRUE(compaction.step(2));
    EXPECT_EQ(events_of(*reader_, "m1"), appended);
    reader_->change("COMMIT");
    for (Connection* const each : {reader_.get(), other.get()}) {
      each->begin_reading();
      EXPECT_EQ(events_of(*each, "m1"), appended);
      for (int from = 0; from <= 12; ++from) {
        EXPECT_EQ(events_of(*each, "m2", from), 12 - from);
        EXPECT_EQ(events_of(*each, "m2", from, 3), std::min(3, 12 - from));
      }
      each->change("COMMIT");
    }
    EXPECT_EQ(check_file(path()).value(), std::vector<std::string>{});
  }
  EXPECT_EQ(fresh_rows(), appended - 7) << "those that came meanwhile";
  ASSERT_TRUE(sqlite::compact_append_log(*writer_));
  EXPECT_EQ(fresh_rows(), 0);
  EXPECT_EQ(read("m1"), appended);
  EXPECT_EQ(append("m2", 12, 1), "stored");
}

TEST_F(AppendLog, a_sorting_that_is_cut_off_is_gone_over_again) {
  for (int number = 2; number < 8; ++number) {
    ASSERT_EQ(append("m1", number, 1), "stored");
    ASSERT_EQ(append("m2", number, 1), "stored");
  }
  for (const std::size_t steps : {1U, 2U, 1U}) {
    sqlite::Compaction compaction(*writer_);
    for (std::size_t step = 0; step < steps; ++step) ASSERT_TRUE(compaction.step(2));
    ASSERT_FALSE(compaction.is_done());
  }
  writer_->share(nullptr);  // as one is that knows of nothing, after a kill
  EXPECT_EQ(events_of(*writer_, "m1"), 8);
  EXPECT_EQ(append("m2", 7, 1), "taken");
  ASSERT_TRUE(sqlite::compact_append_log(*writer_));
  EXPECT_EQ(fresh_rows(), 0);
  EXPECT_EQ(read("m1"), 8);
  EXPECT_EQ(read("m2"), 8);
  EXPECT_EQ(check_file(path()).value(), std::vector<std::string>{});
}

TEST_F(AppendLog, another_program_sees_all_of_it) {
  ASSERT_EQ(append("m1", 2, 3), "stored");
  const auto other = connect(SQLITE_OPEN_READONLY);
  EXPECT_EQ(events_of(*other, "m1"), 5);
  EXPECT_EQ(check_file(path()).value(), std::vector<std::string>{});
}

TEST_F(AppendLog, an_event_that_is_missing_among_them_is_found) {
  for (int number = 2; number < 5; ++number) {
    ASSERT_EQ(append("m1", number, 1), "stored");
    ASSERT_EQ(append("m2", number, 1), "stored");
  }
  EXPECT_EQ(check_file(path()).value(), std::vector<std::string>{});
  writer_->execute("DELETE FROM fresh_batches WHERE key = 3");  // the second of m1
  EXPECT_EQ(check_file(path()).value(), std::vector<std::string>{"events are missing from match m1"});
  writer_->execute("DELETE FROM fresh_batches WHERE key IN (1, 5, 2)");  // the rest of it, and the first of m2
  EXPECT_EQ(check_file(path()).value(), std::vector<std::string>{"events are missing from match m2"});
  writer_->execute("DELETE FROM matches WHERE id = 'm2'; DELETE FROM events WHERE match = 2; DELETE FROM seats");
  EXPECT_EQ(check_file(path()).value(), std::vector<std::string>{"events without a match, key 2"});
}

TEST_F(AppendLog, a_damaged_row_is_a_failure_and_no_shorter_match) {
  for (const char* damaged : {"1 2 1 9 5 2 moved", "1 2 1 900 5 2 movedab", "1 9223372036854775807 1 11 5 2 movedab",
                              "1 2 3 11 5 2 movedab", "one", "1 2"}) {
    writer_->change("INSERT OR REPLACE INTO fresh_batches(key, events) VALUES(1, ?1)", Bytes{damaged});
    Statements::events(*reader_, "m1", 0, 100);
    ASSERT_FALSE(reader_->has_failed()) << "nothing is noted of it";
    const auto other = connect(SQLITE_OPEN_READONLY);
    Statements::events(*other, "m1", 0, 100);
    ASSERT_TRUE(other->has_failed()) << damaged;
    EXPECT_EQ(other->take_failure().kind, FailureKind::broken);
    EXPECT_FALSE(sqlite::compact_append_log(*writer_)) << damaged;
    EXPECT_EQ(fresh_rows(), 1);
  }
}

// No move of any match could be stored there, for each append looks through all of them.
TEST_F(AppendLog, a_store_whose_new_events_cannot_be_read_is_not_opened) {
  writer_->change("INSERT INTO fresh_batches(events) VALUES(?1)", Bytes{"1 2 1 900 5 2 movedab"});
  ASSERT_FALSE(writer_->has_failed());
  reader_.reset();
  writer_.reset();
  const auto opened = open_sqlite({.path = path()}, [](const std::function<void()>& work) { work(); });
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, FailureKind::broken);
  EXPECT_NE(opened.error().text.find(path()), std::string::npos) << opened.error().text;
}

class Writing : public AppendLog {
 protected:
  template <typename Work>
  void add(const Work& work) {
    jobs_.push_back(std::make_unique<JobOf<Connection, void, Work>>(0, work, nullptr));
  }
  void add_append(const std::string& match, int first, int count) {
    add([=](Connection& c) { Statements::append(c, {match, first, moves(first, count), {}, {}}); });
  }
  // `+` for each that was stored.
  std::string commit() {
    // A connection of its own, which knows of what was appended as the server's does.
    auto connection = connect(SQLITE_OPEN_READWRITE);
    connection->share(log_index_);
    SqliteWriter writer(std::move(connection), {1'000, 1'000}, {1'000, 1'000});
    writer.commit(jobs_);
    rows_written_ = fresh_rows();
    std::string outcome;
    for (const auto& job : std::exchange(jobs_, {})) outcome += job->failure() == nullptr ? '+' : '-';
    return outcome;
  }
  Jobs jobs_;
  int rows_written_ = 0;
};

TEST_F(Writing, what_one_commit_appends_is_one_row) {
  add_append("m1", 2, 1);
  add_append("m2", 2, 2);
  add_append("m1", 3, 2);
  add_append("m1", 4, 1);
  EXPECT_EQ(commit(), "+++-") << "the last one's number is taken by its neighbour";
  EXPECT_EQ(rows_written_, 1);
  EXPECT_EQ(read("m1"), 5);
  EXPECT_EQ(read("m2"), 4);
}

TEST_F(Writing, an_append_that_fails_half_way_is_undone_alone) {
  add_append("m1", 2, 1);
  add([](Connection& c) {
    Statements::append(c, {"m2", 2, moves(2, 1), {}, {}});
    c.change("INSERT INTO no_such_table VALUES(1)");
  });
  add_append("m1", 3, 1);
  add_append("m2", 2, 2);
  add_append("m2", 3, 1);
  EXPECT_EQ(commit(), "+-++-");
  EXPECT_EQ(read("m1"), 4);
  EXPECT_EQ(read("m2"), 4);
}

TEST_F(AppendLog, they_are_sorted_when_there_are_many_and_when_the_writer_ends) {
  SqliteWriter writer(connect(SQLITE_OPEN_READWRITE), {1'000, 1'000}, {2, 4});
  const auto commit = [&](int first) {
    Jobs jobs;
    const auto work = [first](Connection& c) { Statements::append(c, {"m1", first, moves(first, 1), {}, {}}); };
    jobs.push_back(std::make_unique<JobOf<Connection, void, decltype(work)>>(0, work, nullptr));
    writer.commit(jobs);
    EXPECT_EQ(jobs.front()->failure(), nullptr);
  };
  for (int first = 2; first < 5; ++first) {
    commit(first);
    writer.maybe_compact(false);
    EXPECT_EQ(fresh_rows(), first - 1);
  }
  writer.maybe_compact(true);
  EXPECT_EQ(fresh_rows(), 0);
  for (int first = 5; first < 9; ++first) commit(first);
  writer.maybe_compact(false);
  EXPECT_EQ(fresh_rows(), 0);
  commit(9);
  EXPECT_EQ(fresh_rows(), 1);
}

TEST_F(AppendLog, many_are_sorted_in_portions_between_commits) {
  auto connection = connect(SQLITE_OPEN_READWRITE);
  connection->share(log_index_);
  SqliteWriter writer(std::move(connection), {1'000, 1'000}, {.quiet_events = 3, .forced_events = 3, .portion = 2});
  int first = 2;
  const auto commit = [&] {
    Jobs jobs;
    const auto work = [first](Connection& c) { Statements::append(c, {"m1", first, moves(first, 1), {}, {}}); };
    jobs.push_back(std::make_unique<JobOf<Connection, void, decltype(work)>>(0, work, nullptr));
    writer.commit(jobs);
    EXPECT_EQ(jobs.front()->failure(), nullptr);
    ++first;
  };
  for (int time = 0; time < 3; ++time) commit();
  EXPECT_TRUE(writer.maybe_compact(false)) << "two of three";
  EXPECT_EQ(fresh_rows(), 3) << "they stay until all are sorted";
  commit();
  commit();
  EXPECT_FALSE(writer.maybe_compact(false)) << "and now they are dropped";
  EXPECT_EQ(fresh_rows(), 2) << "those that came meanwhile";
  EXPECT_EQ(read("m1"), 7);
}

class AppendLogFile : public testing::TestWithParam<int> {};

TEST_P(AppendLogFile, a_store_of_an_earlier_version_is_checked_and_copied_as_it_is) {
  const ScratchFolder folder;
  std::ifstream kept("tests/store_schemas/000" + std::to_string(GetParam()) + ".sql");
  const std::string sql{std::istreambuf_iterator<char>(kept), {}};
  Connection::open(folder.file("old.db"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE).value()->execute(sql);
  EXPECT_EQ(check_file(folder.file("old.db")).value(), std::vector<std::string>{});
  std::size_t events = 0;
  const auto count = [&](const MatchHeader&, const std::vector<EventRow>& rows) {
    events += rows.size();
    EXPECT_EQ(rows.back(), (EventRow{"ended", std::string("\0\xff", 2)}));
    return true;
  };
  EXPECT_EQ(for_each_match(folder.file("old.db"), count).value(), 1);
  EXPECT_EQ(events, 3U);
  EXPECT_TRUE(restore_from(folder.file("old.db"), folder.file("new.db"), {}));
}
INSTANTIATE_TEST_SUITE_P(Every, AppendLogFile, testing::Range(1, schema_version() + 1));

}  // namespace
}  // namespace crownstar::store
