#include "site/live/engines/engine_seats.hpp"

#include "site/live/scenarios/parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::HasSubstr;
using testing::SizeIs;

class EngineSeatsTest : public PartTest {
 protected:
  EngineSeatsTest() { seats->belong_to(seats); }
  ToyEngines engines;
  std::shared_ptr<EngineSeats> seats = std::make_shared<EngineSeats>(context, *this, *this, *chat, &engines);
};

TEST_F(EngineSeatsTest, AnEngineIsAskedOnceInItsTurnAndAnswersWithACommand) {
  LiveMatch& live = begun("m1", {toy(), person("ben")});
  seats->ask(live);
  seats->ask(live);
  ASSERT_THAT(engines.asked, SizeIs(1));
  EXPECT_TRUE(live.engine.is_thinking());
  EXPECT_EQ(context.counts.engines_thinking, 1U);
  engines.play();
  ASSERT_THAT(submitted, SizeIs(1));
  EXPECT_TRUE(submitted[0].is<match::Move>());
  EXPECT_EQ(submitted[0].command.seat, 0);
}

TEST_F(EngineSeatsTest, NobodyIsAskedInAPersonsTurn) {
  LiveMatch& live = begun("m1", {person("ann"), toy()});
  seats->ask(live);
  EXPECT_THAT(engines.asked, SizeIs(0));
}

TEST_F(EngineSeatsTest, AForgottenQuestionIsNotAnswered) {
  LiveMatch& live = begun("m1", {toy(), person("ben")});
  seats->ask(live);
  const auto late = engines.asked.front();
  seats->forget(live);
  EXPECT_EQ(context.counts.engines_thinking, 0U);
  late.done(late.move);
  EXPECT_THAT(submitted, SizeIs(0));
}

TEST_F(EngineSeatsTest, AnEngineThatFailsIsAskedAgainAndGivesUpItsSeatInTheEnd) {
  LiveMatch& live = begun("m1", {toy(), person("ben")});
  seats->ask(live);
  for (int count = 0; count < 2; ++count) {
    engines.answer(std::unexpected(EngineFailure{"broken"}));
    ASSERT_TRUE(live.engine.again_at());
    EXPECT_GT(*live.engine.again_at(), now);
    live.engine.ask_again_now();
    seats->ask(live);
  }
  engines.answer(std::unexpected(EngineFailure{"broken"}));
  ASSERT_THAT(submitted, SizeIs(1));
  EXPECT_TRUE(submitted[0].is<match::Resign>());
  store.answer();
  ASSERT_THAT(store.lines, SizeIs(2)) << "told in both rooms";
  EXPECT_THAT(store.lines[0].text, HasSubstr("gives up its seat"));
}

TEST_F(EngineSeatsTest, AnEngineThatHasTooMuchToDoIsNoFailure) {
  LiveMatch& live = begun("m1", {toy(), person("ben")});
  seats->ask(live);
  engines.answer(std::unexpected(EngineFailure{"busy", EngineFailure::Kind::busy}));
  EXPECT_TRUE(live.engine.again_at());
  EXPECT_EQ(live.engine.failures(), 0);
}

// It has left memory while the engine was thinking.
TEST_F(EngineSeatsTest, AnAnswerForAMatchThatIsGoneReachesNobody) {
  LiveMatch& live = begun("m1", {toy(), person("ben")});
  seats->ask(live);
  const auto late = engines.asked.front();
  live.header.state = store::MatchState::over;
  registry.remove(live);
  late.done(late.move);
  EXPECT_THAT(submitted, SizeIs(0));
}

}  // namespace
}  // namespace crownstar::live
