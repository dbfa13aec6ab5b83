#include "engines/pool/equipment.hpp"

#include <gtest/gtest.h>

namespace crownstar::engine {
namespace {

TEST(Equipment, TakesWhatMakesSense) {
  Equipment equipment;
  for (const auto& [name, value] : {std::pair("threads", "2"), {"memory", "8"}, {"tables", "none"}, {"net", "none"}}) {
    EXPECT_TRUE(equipment.set(name, value)) << name;
    EXPECT_EQ(equipment.values().find(name)->second, value);
  }
  SearchRequest request;
  request.token = "american";
  request.limits.depth = 3;
  EXPECT_TRUE(equipment.make_searcher()->search(request, {}, {}));
}

TEST(Equipment, RefusesTheRestAndKeepsWhatItHad) {
  Equipment equipment;
  for (const auto& [name, value] : {std::pair("threads", "0"),
                                    {"threads", "two"},
                                    {"memory", "99999999999999999999"},
                                    {"net", "/no/such/file"},
                                    {"tables", "/no/such/folder"},
                                    {"tables", "/etc/passwd"},
                                    {"colour", "red"}}) {
    EXPECT_FALSE(equipment.set(name, value)) << name << " " << value;
  }
  EXPECT_EQ(equipment.values().find("threads")->second, "1");
  EXPECT_EQ(equipment.values().find("tables")->second, "none");
  EXPECT_TRUE(equipment.set("tables", "")) << "the usual folder need not be there";
}

// A folder without tables knows no position, and nothing is said of it.
TEST(Equipment, PlaysOnWithoutTables) {
  int refused = 0;
  Equipment equipment([&](const base::Refusal&) { ++refused; });
  ASSERT_TRUE(equipment.set("tables", testing::TempDir()));
  SearchRequest request;
  request.token = "american";
  request.position = "W:WK14:BK6,K7";
  request.limits.depth = 2;
  EXPECT_TRUE(equipment.make_searcher()->search(request, {}, {}));
  EXPECT_EQ(refused, 0);
}

}  // namespace
}  // namespace crownstar::engine
