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

  BackgroundTablesTerms terms(int pieces) const {
    BackgroundTablesTerms terms;
    terms.folder = folder_.string();
    terms.pieces = pieces;
    terms.games = {"american"};
    return terms;
  }

  OnTablesNews listener() {
    return [this](TablesNews news, const std::string& where, const std::string& detail) {
      const std::scoped_lock lock(mutex_);
      news_.push_back(news);
      if (news == TablesNews::finished) finished_.set_value(where + " " + detail);
    };
  }

  std::vector<TablesNews> news() {
    const std::scoped_lock lock(mutex_);
    return news_;
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("background_tables_" + std::to_string(getpid()));
  std::promise<std::string> finished_;
  std::mutex mutex_;
  std::vector<TablesNews> news_;
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
  EXPECT_EQ(news(), (std::vector{TablesNews::begun, TablesNews::finished}));
}

TEST_F(BackgroundTablesOf, AreOfferedWhereThereAreNone) {
  const BackgroundTables tables(terms(0), listener());
  EXPECT_EQ(news(), std::vector{TablesNews::none_found});
  EXPECT_EQ(tables.find()("american"), nullptr);
}

TEST_F(BackgroundTablesOf, EndAtOnceWhenNobodyWantsThemAnyMore) {
  {
    const BackgroundTables tables(terms(4), listener());
  }
  const auto said = news();
  EXPECT_TRUE(std::ranges::find(said, TablesNews::finished) == said.end());
}

}  // namespace
}  // namespace crownstar::engine
