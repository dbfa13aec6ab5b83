// What programs send to begin a game with anybody: levels of the large sites, seeks as forms and as JSON.
#include "site/server/api/bot/new_game_requests.hpp"

#include <gmock/gmock.h>

namespace crownstar::server {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

Request form(std::string body) {
  Request request;
  request.headers.push_back({"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"});
  request.body = std::move(body);
  return request;
}

Request json(std::string body) {
  Request request;
  request.headers.push_back({"Content-Type", "application/json"});
  request.body = std::move(body);
  return request;
}

std::vector<engine::EngineChoice> levels(int count) {
  std::vector<engine::EngineChoice> choices;
  for (int level = 1; level <= count; ++level) choices.push_back({"level" + std::to_string(level), "", "", false});
  choices.push_back({"outside", "", "", true});
  return choices;
}

std::string level_of(int level, int count) { return engine_of({level, ""}, levels(count)).value_or("none"); }

TEST(Computer, EightLevelsAreSpreadOverAll) {
  EXPECT_EQ(level_of(1, 13), "level1");
  EXPECT_EQ(level_of(8, 13), "level13") << "engines from outside are no levels";
  for (int level = 1; level < 8; ++level) EXPECT_NE(level_of(level, 13), level_of(level + 1, 13));
  EXPECT_EQ(level_of(1, 1), "level1");
  EXPECT_EQ(level_of(8, 1), "level1");
  EXPECT_FALSE(engine_of({5, ""}, {}));
  EXPECT_FALSE(engine_of({std::nullopt, ""}, levels(3)));
  EXPECT_EQ(engine_of({5, "outside"}, levels(3)), "outside");
}

TEST(Computer, IsNamedInAFormOrInJson) {
  EXPECT_EQ(read_computer(form("level=3"))->level, 3);
  EXPECT_EQ(read_computer(form("engine=casual"))->engine, "casual");
  EXPECT_EQ(read_computer(json(R"({"level":3,"clock.limit":300,"own":null})"))->level, 3);
  EXPECT_EQ(read_computer(json(""))->level, std::nullopt);
  for (const char* wrong : {"level=0", "level=9", "level=x", "level=%ff"}) EXPECT_FALSE(read_computer(form(wrong)));
  for (const char* wrong : {R"({"level":9})", R"({"level":"3"})", "[]"}) EXPECT_FALSE(read_computer(json(wrong)));
}

TEST(OpenChallenge, MayNameWhoPlays) {
  EXPECT_THAT(*read_users(json(R"({"users":"ann, ben"})")), ElementsAre("ann", "ben"));
  EXPECT_THAT(*read_users(json(R"({"users":null,"rated":true})")), IsEmpty());
  EXPECT_THAT(*read_users(form("users=ann%2Cben")), ElementsAre("ann", "ben"));
  EXPECT_THAT(*read_users(form("rated=true")), IsEmpty());
  EXPECT_THAT(*read_users(form("users=ann,,ben")), ElementsAre("ann", "", "ben")) << "nobody has no name";
  EXPECT_FALSE(read_users(json(R"({"users":5})")));
}

TEST(Seeks, AreReadFromAForm) {
  const auto asked =
      read_seek(form("rated=true&time=0.5&increment=3&variant=standard&color=white&ratingRange=1500-1800"));
  ASSERT_TRUE(asked) << asked.error().reason;
  const auto seek = seek_terms(*asked);
  ASSERT_TRUE(seek) << seek.error().reason;
  EXPECT_EQ(seek->terms.game, "international");
  EXPECT_TRUE(seek->terms.is_rated);
  ASSERT_EQ(seek->terms.clocks.size(), 1);
  EXPECT_EQ(seek->terms.clocks[0].kind, match::ClockKind::fischer);
  EXPECT_EQ(seek->terms.clocks[0].main, 30s);
  EXPECT_EQ(seek->terms.clocks[0].step, 3s);
  EXPECT_EQ(seek->ratings, (lobby::RatingRange{1500, 1800}));
  EXPECT_EQ(seek->seat, 0);
  EXPECT_FALSE(seek->is_quick) << "a side is asked for";
}

TEST(Seeks, OfWhoeverComesFirstArePairedAtOnce) {
  const auto seek = seek_terms(*read_seek(json(R"({"time":5,"increment":3,"variant":"russian","color":null})")));
  ASSERT_TRUE(seek) << seek.error().reason;
  EXPECT_TRUE(seek->is_quick);
  EXPECT_EQ(seek->seat, -1);
  EXPECT_FALSE(seek_terms(*read_seek(json(R"({"days":2})")))->is_quick);
}

TEST(Seeks, ThatAreNone) {
  for (const char* wrong : {"time=-1", "time=nan", "time=1e9", "time=5x", "increment=x", "days=1.5"}) {
    EXPECT_FALSE(read_seek(form(wrong))) << wrong;
  }
  for (const char* wrong : {"", "increment=3", "time=5&ratingRange=1500", "time=5&ratingRange=1800-1500",
                            "time=5&ratingRange=-5-9", "time=5&variant=chess&color=white"}) {
    const auto asked = read_seek(form(wrong));
    ASSERT_TRUE(asked) << wrong;
    EXPECT_FALSE(seek_terms(*asked)) << wrong;
  }
}

}  // namespace
}  // namespace crownstar::server
