#include "site/collections/collection_searcher.hpp"

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rules/catalog/catalog.hpp"
#include "site/collections/game_entry.hpp"
#include "site/collections/position_hash.hpp"

namespace crownstar::collections {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The thread that asks, which goes on when the answer has come.
class Home {
 public:
  CollectionSearcher::Post post() {
    return [this](std::function<void()> work) {
      const std::scoped_lock lock(mutex_);
      waiting_.push_back(std::move(work));
      came_.notify_one();
    };
  }

  void run_until(const std::function<bool()>& is_done) {
    while (!is_done()) {
      std::unique_lock lock(mutex_);
      came_.wait(lock, [this] { return !waiting_.empty(); });
      const auto work = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      work();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<std::function<void()>> waiting_;
};

GameEntry entry(const std::string& white, const std::string& event, int year, const std::string& moves) {
  GameEntry made;
  made.token = "american";
  made.event = event;
  made.date = std::to_string(year);
  made.year = year;
  made.players = {{"Black", "Ben Old"}, {"White", white}};
  made.result = "1-0";
  made.winner = "Black";
  made.pdn = "[Event \"" + event + "\"]\n" + moves + " 1-0\n";
  const auto game = *game::start("american");
  std::istringstream words(moves);
  for (std::string move; words >> move;) {
    made.positions.push_back({position_hash(*game), move});
    EXPECT_TRUE(game->play(*game->parse(move)));
  }
  made.positions.push_back({position_hash(*game), {}});
  made.materials.emplace_back(material_of(*game)->number(), made.plies());
  made.identity = static_cast<std::int64_t>(std::hash<std::string>()(white + event + moves));
  return made;
}

void write_collection(const std::string& file, const std::vector<GameEntry>& games) {
  auto writer = GameIndexWriter::open(file);
  ASSERT_TRUE(writer) << writer.error().reason;
  for (const GameEntry& each : games) ASSERT_TRUE((*writer)->add(each, "/home/me/games.pdn", 1));
  ASSERT_TRUE((*writer)->finish());
}

class CollectionSearcherTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "collectionsXXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    write_collection(folder_ + "/club.db", {entry("Ann Lee", "City", 1931, "11-15 23-19 8-11"),
                                            entry("C\u00e9cile", "City", 1932, "11-15 22-18 15x22"),
                                            entry("Ann Lee", "National", 1950, "11-15 23-19 9-14")});
    open({});
  }
  void TearDown() override {
    searcher_.reset();
    std::filesystem::remove_all(folder_);
  }

  void open(SearcherTerms terms) {
    searcher_.reset();
    searcher_ = std::make_unique<CollectionSearcher>(
        folder_, home_.post(),
        [this](FolderEvent event, const std::string& file, const std::string& detail) {
          if (event == FolderEvent::left_out) left_out_.push_back(file.substr(folder_.size() + 1) + ": " + detail);
        },
        terms);
  }

  template <typename T>
  Answer<T> answer(const std::function<void(Done<T>)>& ask) {
    std::optional<Answer<T>> got;
    ask([&](Answer<T> given) { got = std::move(given); });
    home_.run_until([&] { return got.has_value(); });
    return *std::move(got);
  }
  Answer<FoundGames> find(SearchTerms terms, FoundPage page = {.most = 10}, const std::string& name = "club") {
    return answer<FoundGames>([&](auto done) { searcher_->find(name, std::move(terms), page, std::move(done)); });
  }
  Answer<ExploredMoves> moves(SearchTerms terms, std::optional<std::string> at = {}) {
    return answer<ExploredMoves>([&](auto done) { searcher_->moves("club", std::move(terms), at, std::move(done)); });
  }
  std::vector<std::string> names() {
    const auto list = answer<std::vector<CollectionSummary>>([&](auto done) { searcher_->list(std::move(done)); });
    std::vector<std::string> all;
    for (const CollectionSummary& each : *list) all.push_back(each.name);
    return all;
  }
  static std::vector<std::int64_t> numbers(const Answer<FoundGames>& found) {
    std::vector<std::int64_t> all;
    for (const FoundGame& each : found.value_or(FoundGames()).games) all.push_back(each.number);
    return all;
  }

  std::string folder_;
  Home home_;
  std::vector<std::string> left_out_;
  std::unique_ptr<CollectionSearcher> searcher_;
};

TEST_F(CollectionSearcherTest, TellsWhatIsInEachCollection) {
  const auto list = answer<std::vector<CollectionSummary>>([&](auto done) { searcher_->list(std::move(done)); });
  ASSERT_EQ(list->size(), 1U);
  EXPECT_EQ(list->front().name, "club");
  EXPECT_EQ(list->front().games, 3);
  EXPECT_THAT(list->front().kinds, ElementsAre(std::pair<std::string, std::int64_t>("american", 3)));
  EXPECT_EQ(list->front().first_year, 1931);
  EXPECT_EQ(list->front().last_year, 1950);
}

TEST_F(CollectionSearcherTest, FindsGamesPageByPage) {
  EXPECT_EQ(numbers(find({.players = {"ann"}})), std::vector<std::int64_t>({1, 3}));
  EXPECT_EQ(numbers(find({.event = "city", .years = "1932-"})), std::vector<std::int64_t>({2}));
  EXPECT_EQ(numbers(find({.moves = "11-15 23-19"})), std::vector<std::int64_t>({1, 3}));
  const auto first = find({}, {.most = 2});
  EXPECT_EQ(numbers(first), std::vector<std::int64_t>({1, 2}));
  EXPECT_TRUE(first->has_more);
  EXPECT_EQ(first->found, 3);
  const auto last = find({}, {.after = 2, .most = 2});
  EXPECT_EQ(numbers(last), std::vector<std::int64_t>({3}));
  EXPECT_FALSE(last->has_more);
  EXPECT_EQ(last->found, std::nullopt);
}

TEST_F(CollectionSearcherTest, GivesARecord) {
  const auto record = answer<FoundGame>([&](auto done) { searcher_->record("club", 2, std::move(done)); });
  EXPECT_THAT(record->pdn, HasSubstr("11-15 22-18 15x22 1-0"));
  const auto none = answer<FoundGame>([&](auto done) { searcher_->record("club", 4, std::move(done)); });
  EXPECT_EQ(none.error().why, Why::not_found);
}

TEST_F(CollectionSearcherTest, CountsTheMovesOfTheFoundGames) {
  const auto at_start = moves({});
  ASSERT_EQ(at_start->moves.size(), 1U);
  EXPECT_EQ(at_start->moves.front().games, 3);
  EXPECT_EQ(at_start->moves.front().first_wins, 3);  // Black has the first move, and won
  const auto game = *game::start("american");
  for (const char* move : {"11-15", "23-19"}) ASSERT_TRUE(game->play(*game->parse(move)));
  const auto later = moves({.event = "national"}, game->position());
  ASSERT_EQ(later->moves.size(), 1U);
  EXPECT_EQ(later->moves.front().move, "9-14");
  EXPECT_EQ(later->game, "american");
  EXPECT_FALSE(later->is_cut);
}

TEST_F(CollectionSearcherTest, SaysWhatIsWrong) {
  const auto refused = [&](SearchTerms terms) { return find(std::move(terms)).error(); };
  EXPECT_EQ(refused({.years = "x"}).why, Why::malformed);
  EXPECT_THAT(refused({.years = "x"}).reason, HasSubstr("year: expected a number"));
  EXPECT_THAT(refused({.winner = "me"}).reason, HasSubstr("winner: expected white"));
  EXPECT_THAT(refused({.game = "chess"}).reason, HasSubstr("game: "));
  EXPECT_THAT(refused({.opening = "11-15 1-2"}).reason, HasSubstr("opening: 1-2: "));
  EXPECT_EQ(refused({.opening = "11-15 1-2"}).rule.substr(0, 3), "AM-");
  EXPECT_THAT(refused({.material = "3K"}).reason, HasSubstr("material: expected"));
  EXPECT_THAT(refused({.is_turned = true}).reason, HasSubstr("turned: goes with"));
  EXPECT_THAT(moves({}, "W:W99:B1").error().reason, HasSubstr("at: "));
  std::string long_opening;
  for (int i = 0; i < 60; ++i) long_opening += "11-15 22-18 15x22 25x18 ";
  EXPECT_EQ(refused({.opening = long_opening}).why, Why::malformed);
  for (const char* name : {"none", "../club", "", ".", "a/b"}) {
    EXPECT_EQ(find({}, {.most = 1}, name).error().why, Why::not_found) << name;
  }
}

TEST_F(CollectionSearcherTest, LeavesOutWhatCannotBeUsed) {
  std::ofstream(folder_ + "/text.db") << "no database at all, and long enough to be read as one";
  std::ofstream(folder_ + "/made.db");  // somebody begins to make it
  std::ofstream(folder_ + "/a name.db") << "x";
  std::filesystem::create_directory(folder_ + "/folder.db");
  ASSERT_EQ(::mkfifo((folder_ + "/pipe.db").c_str(), 0600), 0);
  write_collection(folder_ + "/newer.db", {});
  {
    auto file = SqliteFile::open(folder_ + "/newer.db", SqliteUse::change);
    file->execute("PRAGMA user_version = 9");
  }
  EXPECT_THAT(names(), ElementsAre("club"));
  EXPECT_THAT(left_out_,
              ElementsAre(HasSubstr("a name.db: its name"), HasSubstr("newer.db: "), HasSubstr("text.db: ")));
  EXPECT_THAT(left_out_[1], HasSubstr("version 9"));
  EXPECT_THAT(names(), ElementsAre("club"));
  EXPECT_EQ(left_out_.size(), 3U);  // told once
  searcher_->look_again();
  EXPECT_THAT(names(), ElementsAre("club"));
  EXPECT_EQ(left_out_.size(), 6U);
  EXPECT_EQ(find({}, {.most = 1}, "text").error().why, Why::not_found);
  EXPECT_EQ(find({}, {.most = 1}, "pipe").error().why, Why::not_found);
}

TEST_F(CollectionSearcherTest, SeesNewFilesAndNewGames) {
  write_collection(folder_ + "/more.db", {entry("Dan", "City", 1999, "11-15")});
  EXPECT_THAT(names(), ElementsAre("club", "more"));
  write_collection(folder_ + "/more.db", {entry("Eve", "City", 1999, "9-14")});
  EXPECT_EQ(numbers(find({}, {.most = 9}, "more")).size(), 2U);
  std::filesystem::remove(folder_ + "/more.db");
  EXPECT_THAT(names(), ElementsAre("club"));
}

TEST_F(CollectionSearcherTest, StaysWellWithADamagedFile) {
  write_collection(folder_ + "/damaged.db", {entry("Dan", "City", 1999, "11-15 23-19 8-11")});
  EXPECT_THAT(names(), ElementsAre("club", "damaged"));
  {
    std::fstream file(folder_ + "/damaged.db", std::ios::in | std::ios::out | std::ios::binary);
    constexpr int page = 4096;
    file.seekp(page);  // all but the first, which has the schema
    const auto size = std::filesystem::file_size(folder_ + "/damaged.db");
    file << std::string(size - page, '\xff');
  }
  EXPECT_EQ(find({.event = "city"}, {.most = 1}, "damaged").error().why, Why::not_found);
  EXPECT_THAT(left_out_, ElementsAre(HasSubstr("damaged.db: ")));
  EXPECT_THAT(names(), ElementsAre("club"));
  EXPECT_EQ(left_out_.size(), 1U);
  EXPECT_EQ(numbers(find({})).size(), 3U);
}

TEST_F(CollectionSearcherTest, IsBusyWhileTheFileIsChanged) {
  EXPECT_THAT(names(), ElementsAre("club"));
  auto writer = SqliteFile::open(folder_ + "/club.db", SqliteUse::change);
  writer->execute("BEGIN EXCLUSIVE; DELETE FROM games");
  const auto found = find({});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().why, Why::busy);
  EXPECT_THAT(names(), ElementsAre("club"));  // as it was known
  writer->execute("ROLLBACK");
  EXPECT_EQ(numbers(find({})).size(), 3U);
  EXPECT_THAT(left_out_, IsEmpty());
}

TEST_F(CollectionSearcherTest, EndsWhatTakesTooLong) {
  open({.search_time = std::chrono::milliseconds(-1)});
  const auto found = find({});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().why, Why::too_long);
  EXPECT_THAT(found.error().reason, HasSubstr("ask for less"));
}

TEST_F(CollectionSearcherTest, LetsOnlyAFewWait) {
  open({.waiting = 0});
  EXPECT_EQ(find({}).error().why, Why::busy);
}

TEST(SqliteFile, EndsAQuestionWithoutEnd) {
  const std::string name = testing::TempDir() + "endless.db";
  std::filesystem::remove(name);
  ASSERT_TRUE(SqliteFile::open(name, SqliteUse::change));
  constexpr const char* endless =
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
  auto file = SqliteFile::open(name, SqliteUse::change);
  const std::atomic<bool> goes_on = false;
  file->end_after(std::chrono::steady_clock::now() + std::chrono::milliseconds(20), goes_on);
  SqliteStatement(*file, endless).run();
  EXPECT_EQ(file->failure(), SqliteFailure::late);
  auto other = SqliteFile::open(name, SqliteUse::change);
  const std::atomic<bool> is_stopping = true;
  other->end_after(std::chrono::steady_clock::time_point::max(), is_stopping);
  SqliteStatement(*other, endless).run();
  EXPECT_EQ(other->failure(), SqliteFailure::late);
}

TEST(SqliteFile, IsNotChangedByALook) {
  const std::string name = testing::TempDir() + "looked.db";
  std::filesystem::remove(name);
  write_collection(name, {entry("Ann Lee", "City", 1931, "11-15")});
  auto file = SqliteFile::open(name, SqliteUse::look);
  ASSERT_TRUE(file);
  file->execute("DELETE FROM games");
  EXPECT_EQ(file->failure(), SqliteFailure::other);
  EXPECT_FALSE(SqliteFile::open(testing::TempDir() + "nowhere.db", SqliteUse::look));
}

}  // namespace
}  // namespace crownstar::collections
