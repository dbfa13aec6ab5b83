#include "site/live/engines/engine_player.hpp"

#include <gmock/gmock.h>

#include "engines/service/engines.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::SizeIs;

TEST(ThinkingTime, IsAPartOfWhatIsLeftAndNeverAllOfIt) {
  EXPECT_EQ(thinking_time(0ms, 0ms), 0ms);
  EXPECT_EQ(thinking_time(100ms, 2s), 0ms) << "the step comes only after the move";
  EXPECT_LT(thinking_time(1s, 10s), 500ms);
  EXPECT_GT(thinking_time(60s, 0s), 1s);
  EXPECT_EQ(thinking_time(10h, 1min), 5s);
}

class EnginePlayerTest : public LiveSiteTest {
 protected:
  std::unique_ptr<engine::Engines> room(engine::EngineSettings with = {}) {
    auto made = engine::Engines::create(std::move(with), mailbox.post());
    EXPECT_TRUE(made);
    return *std::move(made);
  }
  const Person ann = guest("ann");
  const Person ben = guest("ben");
  const Person cyd = guest("cyd");
};

TEST_F(EnginePlayerTest, ASearchIsAskedAboutAllThatWasPlayedAndWhoLeft) {
  const std::string id = match_of(terms_of("sternhalma:players=3"), {ann, ben, cyd});
  play({ann, ben, cyd}, id, 4);
  ASSERT_EQ(code_of(ben, id, match::Resign{}), "");
  play({ann, ben, cyd}, id, 2);
  const auto request = look(
      id, [](const match::Match& each) { return request_of({"plain", &each, each.seat_to_move(), std::nullopt}); });
  EXPECT_EQ(request.token, "sternhalma:players=3");
  EXPECT_FALSE(request.limits.time);
  ASSERT_THAT(request.turns, SizeIs(7));
  EXPECT_EQ(request.turns[4], engine::Turn::withdrawn(1));
  const auto game = search::game_of(request);
  ASSERT_TRUE(game) << game.error().reason;
  EXPECT_EQ((*game)->position(), look(id, [](const match::Match& each) { return each.game().position(); }));
}

TEST_F(EnginePlayerTest, TheEngineRoomPlaysAtATable) {
  const auto rooms = room();
  EnginePlayer engine_player(*rooms, [] { return std::uint64_t{7}; });
  const auto terms = *match::checked(blitz());
  EXPECT_EQ(engine_player.player("nobody", terms).error().code, "no_such_engine");
  const std::string level = rooms->choices("american").front().id;
  const auto player = engine_player.player(level, terms);
  ASSERT_TRUE(player) << player.error().reason;
  EXPECT_EQ(player->kind, match::PlayerKind::engine);
  EXPECT_EQ(player->id, level);

  const std::string id = match_of(blitz(), {ann, ben});
  std::optional<EngineAnswer> answer;
  live->look(
      id, [&](auto match) { engine_player.ask({level, *match, 0, 60s}, [&](EngineAnswer given) { answer = given; }); });
  ASSERT_TRUE(mailbox.run_until([&] { return answer.has_value(); }));
  ASSERT_TRUE(*answer) << answer->error().reason;
  EXPECT_TRUE(move(ann, id, **answer)) << **answer;
}

// Notes how urgent each search was, and answers none.
class Register final : public engine::EngineService {
 public:
  std::vector<engine::EngineChoice> choices(std::string_view) const override { return {}; }
  using EngineService::ask;
  engine::Checked<engine::JobNumber> ask(engine::SearchRequest, engine::Priority priority, engine::OnResult,
                                         engine::OnProgress) override {
    priorities.push_back(priority);
    return engine::JobNumber{1};
  }
  void cancel(engine::JobNumber) override {}
  engine::PoolLoad load() const override { return {}; }

  std::vector<engine::Priority> priorities;
};

TEST_F(EnginePlayerTest, AGameThatNobodyPlaysWaitsForThoseThatSomebodyPlays) {
  Register engines;
  EnginePlayer engine_player(engines, [] { return std::uint64_t{7}; });
  const SeatRequest toy{SeatRequest::Kind::engine, "toy"};
  const auto own = create(ann, {terms_of("american"), {{SeatRequest::Kind::me, ""}, toy}, false, false});
  const auto nobodys = create(ann, {terms_of("american"), {toy, toy}, false, false});
  ASSERT_TRUE(own && nobodys);
  for (const std::string& id : {own->match, nobodys->match}) {
    live->look(id, [&](auto match) { engine_player.ask({"toy", *match, 0, 60s}, [](EngineAnswer) {}); });
  }
  EXPECT_EQ(engines.priorities, (std::vector{engine::Priority::game, engine::Priority::analysis}));
}

TEST_F(EnginePlayerTest, WhoIsNotThereIsToldFromWhoHasNoRoom) {
  engine::EngineSettings crowded;
  crowded.own.most_waiting = 0;
  hub::ExternalEngine& other = crowded.external.emplace_back();
  other.id = "guest";
  other.command = {"false"};
  other.games = {"international"};
  const auto rooms = room(crowded);
  EnginePlayer engine_player(*rooms, [] { return std::uint64_t{7}; });
  const std::string id = match_of(blitz(), {ann, ben});
  const auto failure = [&](std::string_view engine) {
    std::optional<EngineAnswer> answer;
    live->look(id, [&](auto match) {
      engine_player.ask({engine, *match, 0, 60s}, [&](EngineAnswer given) { answer = given; });
    });
    return answer && !*answer ? std::optional(answer->error().kind) : std::nullopt;
  };
  EXPECT_EQ(failure(rooms->choices("american").front().id), EngineFailure::Kind::busy);
  EXPECT_EQ(failure("nobody"), EngineFailure::Kind::absent);
  EXPECT_EQ(failure("guest"), EngineFailure::Kind::absent) << "of another game";
}

}  // namespace
}  // namespace crownstar::live
