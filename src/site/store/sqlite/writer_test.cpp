#include "site/store/sqlite/writer.hpp"

#include <string>
#include <utility>
#include <vector>

#include "site/store/conformance_test.hpp"

namespace crownstar::store {
namespace {

class Writer : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = Connection::open(folder_.file("plain.db"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    ASSERT_TRUE(opened);
    connection_ = opened->get();
    connection_->execute(
        "PRAGMA journal_mode = WAL; CREATE TABLE rows(key TEXT PRIMARY KEY, body TEXT CHECK(body <> 'bad'))");
    ASSERT_FALSE(connection_->has_failed());
    writer_ = std::make_unique<SqliteWriter>(std::move(*opened), CheckpointBounds{10, 20});
  }

  template <typename Work>
  void add(Work work) {
    using Job = JobOf<Connection, void, Work>;
    const std::size_t place = answers_.size();
    answers_.emplace_back("none");
    jobs_.push_back(std::make_unique<Job>(0, std::move(work), [this, place](const Outcome<void>& outcome) {
      answers_[place] = outcome                                      ? "stored"
                        : outcome.error().kind == FailureKind::taken ? "taken"
                        : outcome.error().kind == FailureKind::full  ? "full"
                                                                     : "broken";
    }));
  }
  void insert(const std::string& key, const std::string& body = {}) {
    add([key, body](Connection& c) { c.change("INSERT INTO rows VALUES(?1, ?2)", key, body); });
  }
  std::vector<std::string> commit() {
    writer_->commit(jobs_);
    for (const auto& job : std::exchange(jobs_, {})) job->finish();
    return std::exchange(answers_, {});
  }
  std::vector<std::string> keys() {
    std::vector<std::string> found;
    connection_->each("SELECT key FROM rows ORDER BY key", [&](const Row& row) { found.push_back(row.text(0)); });
    EXPECT_FALSE(connection_->has_failed());
    return found;
  }

  ScratchFolder folder_;
  Connection* connection_ = nullptr;
  std::unique_ptr<SqliteWriter> writer_;
  Jobs jobs_;
  std::vector<std::string> answers_;
};

using Words = std::vector<std::string>;

TEST_F(Writer, one_that_fails_after_it_wrote_is_undone_alone) {
  insert("a");
  add([](Connection& c) {
    c.change("INSERT INTO rows VALUES('half', '')");
    c.change("INSERT INTO rows VALUES('a', '')");
  });
  insert("b");
  EXPECT_EQ(commit(), (Words{"stored", "taken", "stored"}));
  EXPECT_EQ(keys(), (Words{"a", "b"}));
}

TEST_F(Writer, one_that_no_row_can_hold_fails_alone) {
  insert("a");
  insert("b", "bad");
  add([](Connection& c) { c.change("INSERT INTO no_such_table VALUES(1)"); });
  insert("c");
  EXPECT_EQ(commit(), (Words{"stored", "broken", "broken", "stored"}));
  EXPECT_EQ(keys(), (Words{"a", "c"}));
}

TEST_F(Writer, where_the_file_may_not_grow_nothing_is_half_written_and_room_is_enough) {
  insert("first");
  EXPECT_EQ(commit(), Words{"stored"});
  connection_->execute("PRAGMA max_page_count = 8");
  insert("a");
  insert("huge", std::string(1'000'000, 'x'));
  insert("b");
  const Words answers = commit();
  EXPECT_EQ(answers[1], "full");
  EXPECT_EQ(answers[0], answers[2]) << "neighbours share their fate";
  if (answers[0] == "full") {
    EXPECT_EQ(keys(), Words{"first"});
  } else {
    EXPECT_EQ(keys(), (Words{"a", "b", "first"}));
  }
  connection_->execute("PRAGMA max_page_count = 100000");
  insert("huge", std::string(1'000'000, 'x'));
  EXPECT_EQ(commit(), Words{"stored"});
}

// The verdict on a request must not rest on a neighbour whose row was undone.
TEST_F(Writer, when_the_commit_fails_all_fail_for_its_reason) {
  insert("a");
  insert("a");
  add([](Connection& c) { c.execute("PRAGMA defer_foreign_keys = 1"); });
  connection_->execute(
      "PRAGMA foreign_keys = 1;"
      "CREATE TABLE children(parent TEXT REFERENCES rows(key) DEFERRABLE INITIALLY DEFERRED)");
  add([](Connection& c) { c.change("INSERT INTO children VALUES('nobody')"); });
  EXPECT_EQ(commit(), (Words{"broken", "broken", "broken", "broken"}));
  EXPECT_EQ(keys(), Words{});
  insert("a");
  EXPECT_EQ(commit(), Words{"stored"});
}

TEST_F(Writer, the_log_is_folded_by_somebody_else_and_by_the_writer_when_it_grows_long) {
  const std::string page(4000, 'x');
  using Checkpoint = SqliteWriter::Checkpoint;
  for (int row = 0; row < 11; ++row) insert("row" + std::to_string(row), page);
  commit();
  EXPECT_EQ(writer_->maybe_checkpoint(), Checkpoint::requested);
  EXPECT_EQ(writer_->maybe_checkpoint(), Checkpoint::none);
  insert("small");
  commit();
  EXPECT_EQ(writer_->maybe_checkpoint(), Checkpoint::none);
  for (int row = 20; row < 50; ++row) insert("row" + std::to_string(row), page);
  commit();
  EXPECT_EQ(writer_->maybe_checkpoint(), Checkpoint::done);
  EXPECT_EQ(writer_->maybe_checkpoint(), Checkpoint::none);
}

TEST_F(Writer, a_reader_that_holds_the_log_is_not_asked_again_at_every_commit) {
  auto reader = Connection::open(folder_.file("plain.db"), SQLITE_OPEN_READONLY);
  ASSERT_TRUE(reader);
  insert("first");
  commit();
  (*reader)->execute("BEGIN; SELECT count(*) FROM rows");
  int checkpoints = 0;
  for (int row = 0; row < 100; ++row) {
    insert("row" + std::to_string(row));
    commit();
    checkpoints += writer_->maybe_checkpoint() == SqliteWriter::Checkpoint::none ? 0 : 1;
  }
  EXPECT_GT(checkpoints, 2);
  EXPECT_LT(checkpoints, 40);
  (*reader)->execute("COMMIT");
}

}  // namespace
}  // namespace crownstar::store
