// Published files: which are, what never is, and what happens to them while they are sent.
#include "site/server/downloads/downloads.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace crownstar::server {
namespace {

using testing::ElementsAre;
namespace fs = std::filesystem;

// Stands for the event loop: what is posted runs on the test's thread.
class TestLoop {
 public:
  void post(std::function<void()> work) {
    const std::scoped_lock lock(mutex_);
    posted_.push_back(std::move(work));
    arrival_.notify_one();
  }
  void run_until(const std::function<bool()>& is_done) {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!is_done() && std::chrono::steady_clock::now() < patience) {
      std::function<void()> work;
      {
        std::unique_lock lock(mutex_);
        if (!arrival_.wait_until(lock, patience, [this] { return !posted_.empty(); })) break;
        work = std::move(posted_.front());
        posted_.pop_front();
      }
      work();
    }
    ASSERT_TRUE(is_done());
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrival_;
  std::deque<std::function<void()>> posted_;
};

class PublishedFiles : public testing::Test {
 protected:
  using Opened = std::expected<std::shared_ptr<Download>, DownloadRefusal>;

  void SetUp() override {
    std::string name = testing::TempDir() + "published.XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
    folder_ = root_ / "folder";
    fs::create_directory(folder_);
    downloads_.emplace(
        folder_.string(), [this](std::function<void()> work) { loop_.post(std::move(work)); },
        [this](const std::string& trouble) { told_.push_back(trouble); }, DownloadTerms{2, 50, 6, 4});
  }
  void TearDown() override {
    downloads_.reset();
    fs::remove_all(root_);
  }

  static void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  }
  std::vector<std::string> listed() {
    std::optional<std::vector<std::string>> names;
    downloads_->list([&](const auto& files) {
      ASSERT_TRUE(files);
      names.emplace();
      for (const PublishedFile& each : *files) names->push_back(each.name);
    });
    loop_.run_until([&] { return names.has_value(); });
    return *names;
  }
  Opened open(const std::string& name, const std::string& address = "here") {
    std::optional<Opened> opened;
    downloads_->open(name, address, [&](const Opened& answer) { opened = answer; });
    loop_.run_until([&] { return opened.has_value(); });
    return *opened;
  }
  // Null where it cannot be had.
  Bytes next(BodySource& body) {
    std::optional<Bytes> piece;
    body.read([&](const Bytes& read) { piece = read; });
    loop_.run_until([&] { return piece.has_value(); });
    return *piece;
  }
  std::string all_of(BodySource& body) {
    std::string text;
    while (text.size() < body.length()) {
      const Bytes piece = next(body);
      if (!piece) break;
      EXPECT_LE(piece->size(), limits::piece_bytes);
      text += *piece;
    }
    return text;
  }
  static WantedPart whole(const Opened& opened) { return {200, 0, (*opened)->file().version.bytes}; }

  TestLoop loop_;
  fs::path root_;
  fs::path folder_;
  std::vector<std::string> told_;
  std::optional<Downloads> downloads_;
};

std::string some_text() {
  std::string text;
  for (int line = 0; text.size() < 3 * limits::piece_bytes; ++line) text += std::to_string(line) + "\n";
  return text;
}

TEST_F(PublishedFiles, AreListedAndReadInPieces) {
  write(folder_ / "games-2026-11.pdn", some_text());
  write(folder_ / "games-2026-11.parquet", "");
  EXPECT_THAT(listed(), ElementsAre("games-2026-11.parquet", "games-2026-11.pdn"));
  const Opened opened = open("games-2026-11.pdn");
  ASSERT_TRUE(opened);
  EXPECT_EQ((*opened)->file().media, "text/plain; charset=utf-8");
  EXPECT_EQ(all_of(*(*opened)->body(whole(opened))), some_text());
  EXPECT_EQ(all_of(*(*opened)->body({206, 100, 70'000})), some_text().substr(100, 70'000));
  const Opened empty = open("games-2026-11.parquet");
  ASSERT_TRUE(empty);
  EXPECT_EQ((*empty)->body(whole(empty))->length(), 0U);
  EXPECT_THAT(told_, ElementsAre());
}

TEST_F(PublishedFiles, ArePlainFilesOfTheFolder) {
  write(root_ / "secret.csv", "secret");
  write(folder_ / "good.csv", "good");
  write(folder_ / ".hidden.csv", "secret");
  write(folder_ / "page.html", "secret");
  write(folder_ / "games-2026-11.csv.part123", "secret");
  write(folder_ / "with space.csv", "secret");
  write(folder_ / "no_end", "secret");
  fs::create_directory(folder_ / "folder.csv");
  write(folder_ / "folder.csv" / "inner.csv", "secret");
  fs::create_symlink(root_ / "secret.csv", folder_ / "link.csv");
  fs::create_symlink("good.csv", folder_ / "inner_link.csv");
  fs::create_directory_symlink(root_, folder_ / "up");
  ASSERT_EQ(::mkfifo((folder_ / "pipe.csv").c_str(), 0600), 0);
  EXPECT_THAT(listed(), ElementsAre("good.csv"));
  for (const char* name : {".hidden.csv", "page.html", "games-2026-11.csv.part123", "with space.csv", "no_end",
                           "folder.csv", "folder.csv/inner.csv", "link.csv", "inner_link.csv", "up/secret.csv",
                           "pipe.csv", "../secret.csv", "..", ".", "", "./good.csv", "/etc/passwd", "missing.csv"}) {
    const Opened opened = open(name);
    ASSERT_FALSE(opened) << name;
    EXPECT_EQ(opened.error(), DownloadRefusal::not_found);
  }
}

TEST_F(PublishedFiles, BreakOffWhereTheyWereWrittenTo) {
  const std::vector<std::function<void(const fs::path&)>> changes{
      [](const fs::path& path) { fs::resize_file(path, limits::piece_bytes + 5); },
      [](const fs::path& path) { write(path, some_text() + "more"); },
      [](const fs::path& path) {
        write(path, std::string(some_text().size(), 'x'));
        fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(1));
      },
  };
  for (const auto& change : changes) {
    write(folder_ / "games.csv", some_text());
    const Opened opened = open("games.csv");
    ASSERT_TRUE(opened);
    const auto body = (*opened)->body(whole(opened));
    EXPECT_EQ(*next(*body), some_text().substr(0, limits::piece_bytes));
    change(folder_ / "games.csv");
    EXPECT_EQ(next(*body), nullptr);
  }
}

// As `export --games` replaces them.
TEST_F(PublishedFiles, GoOnWhereTheyWereReplacedOrTakenAway) {
  write(folder_ / "games.csv", some_text());
  const Opened opened = open("games.csv");
  ASSERT_TRUE(opened);
  const auto body = (*opened)->body(whole(opened));
  std::string text = *next(*body);
  write(folder_ / "draft", "new");
  fs::rename(folder_ / "draft", folder_ / "games.csv");
  text += *next(*body);
  fs::remove(folder_ / "games.csv");
  while (text.size() < some_text().size()) text += *next(*body);
  EXPECT_EQ(text, some_text());
}

TEST_F(PublishedFiles, HaveAnotherMarkWhenTheyChange) {
  write(folder_ / "games.csv", "one");
  const std::string first = (*open("games.csv"))->file().version.etag;
  EXPECT_EQ((*open("games.csv"))->file().version.etag, first);
  write(folder_ / "games.csv", "three");
  EXPECT_NE((*open("games.csv"))->file().version.etag, first);
}

TEST_F(PublishedFiles, AreSentSoManyAtOnce) {
  write(folder_ / "games.csv", some_text());
  std::vector<Opened> opened;
  for (int i = 0; i < 4; ++i) opened.push_back(open("games.csv", "one"));
  EXPECT_TRUE(std::ranges::all_of(opened, &Opened::has_value));
  EXPECT_EQ(open("games.csv", "one").error(), DownloadRefusal::too_many);
  EXPECT_EQ(open("missing.csv", "one").error(), DownloadRefusal::too_many);
  for (int i = 0; i < 2; ++i) opened.push_back(open("games.csv", "other"));
  EXPECT_EQ(open("games.csv", "other").error(), DownloadRefusal::busy);
  // A body counts as long as the file that it is of.
  const auto body = (*opened[0])->body(whole(opened[0]));
  opened.erase(opened.begin());
  EXPECT_EQ(open("games.csv", "other").error(), DownloadRefusal::busy);
  opened.clear();
  EXPECT_EQ(open("missing.csv", "other").error(), DownloadRefusal::not_found);
  for (int i = 0; i < 4; ++i) opened.push_back(open("games.csv", "other"));
  EXPECT_TRUE(std::ranges::all_of(opened, &Opened::has_value));
}

TEST_F(PublishedFiles, AreNoneWithoutTheFolder) {
  fs::remove(folder_);
  EXPECT_THAT(listed(), ElementsAre());
  EXPECT_THAT(listed(), ElementsAre());
  EXPECT_EQ(open("games.csv").error(), DownloadRefusal::not_found);
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_THAT(told_[0], testing::HasSubstr("No such file"));
  fs::create_directory(folder_);
  write(folder_ / "games.csv", "one");
  EXPECT_THAT(listed(), ElementsAre("games.csv"));
  EXPECT_THAT(told_, ElementsAre(testing::_, ""));
}

TEST_F(PublishedFiles, MayBeReadWhenAllEnds) {
  write(folder_ / "games.csv", some_text());
  const Opened opened = open("games.csv");
  ASSERT_TRUE(opened);
  const auto body = (*opened)->body(whole(opened));
  body->read([](const Bytes&) {});
  downloads_.reset();
  std::optional<Bytes> piece;
  body->read([&](const Bytes& read) { piece = read; });
  EXPECT_EQ(piece, Bytes());
}

}  // namespace
}  // namespace crownstar::server
