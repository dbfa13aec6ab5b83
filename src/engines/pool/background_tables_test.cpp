#include "engines/pool/background_tables.hpp"

#include <algorithm>
#include <filesystem>
#include <future>
#include <mutex>

#include <gtest/gtest.h>
#include <unistd.h>

namespace crownstar::engine {
namespace {

class BackgroundTablesOf : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(folder_); }

  BackgroundTablesSettings terms(int pieces) const {
    BackgroundTablesSettings terms;
    terms.folder = folder_.string();
    terms.pieces = pieces;
    terms.games = {"american"};
    return terms;
  }

  OnTablesEvent listener() {
    return [this](TablesEvent event, const std::string& where, const std::string& detail) {
      const std::scoped_lock lock(mutex_);
      events_.push_back(event);
      if (event == TablesEvent::finished) finished_.set_value(where + " " + detail);
    };
  }

  std::vector<TablesEvent> events() {
    const std::scoped_lock lock(mutex_);
    return events_;
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("background_tables_" + std::to_string(getpid()));
  std::promise<std::string> finished_;
  std::mutex mutex_;
  std::vector<TablesEvent> events_;
};

TEST_F(BackgroundTablesOf, AreMadeWhileOthersAskAndFoundWhenTheyAreThere) {
  search::FindTables find;
  {
    const BackgroundTables tables(terms(2), listener());
    find = tables.find();
    // Whether this comes before the first file or after the last, it does no harm.
    find("american");
    EXPECT_EQ(finished_.get_future().get(), "american 7092");
    ASSERT_NE(find("american"), nullptr);
    EXPECT_EQ(find("american")->most_pieces(), 2);
    EXPECT_EQ(find("russian"), nullptr);
  }
  EXPECT_EQ(find("american")->most_pieces(), 2);
  EXPECT_EQ(events(), (std::vector{TablesEvent::begun, TablesEvent::finished}));
}

TEST_F(BackgroundTablesOf, AreOfferedWhereThereAreNone) {
  const BackgroundTables tables(terms(0), listener());
  EXPECT_EQ(events(), std::vector{TablesEvent::none_found});
  EXPECT_EQ(tables.find()("american"), nullptr);
}

TEST_F(BackgroundTablesOf, EndAtOnceWhenNobodyWantsThemAnyMore) {
  {
    const BackgroundTables tables(terms(4), listener());
  }
  const auto said = events();
  EXPECT_TRUE(std::ranges::find(said, TablesEvent::finished) == said.end());
}

}  // namespace
}  // namespace crownstar::engine
