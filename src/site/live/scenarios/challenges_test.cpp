// Challenges on two nodes with one store and one bus: who is told, who may answer, and when they end.
#include "site/lobby/challenges/challenges.hpp"

#include <gmock/gmock.h>

#include "site/live/scenarios/nodes_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using lobby::ChallengeStep;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ChallengeRecorder : public RecordingListener {
 public:
  using RecordingListener::RecordingListener;
  void receive_challenge(const lobby::ChallengeNotice& notice) override {
    steps.push_back(notice.step);
    reason = notice.reason;
  }
  std::vector<ChallengeStep> steps;
  std::string reason;
};

class ChallengesTest : public NodesTest {
 protected:
  void SetUp() override {
    NodesTest::SetUp();
    live->attach(dan_hears);
    second->attach(eva_hears);
  }
  void TearDown() override {
    if (live) live->detach(dan_hears);
    if (second) second->detach(eva_hears);
    NodesTest::TearDown();
  }
  std::expected<lobby::Challenge, Refused> challenge(LiveSite& node, const Person& by, const Person& to,
                                                     const match::Terms& terms = blitz()) {
    auto made = answer_of<lobby::Challenge>([&](auto done) { node.challenges().create(by, to, {terms, 0}, done); });
    settle();
    return made;
  }
  std::string accept(LiveSite& node, const Person& person, const std::string& id) {
    const auto result = answer_of<void>([&](auto done) { node.challenges().accept(person.id, id, done); });
    settle();
    return result ? "" : result.error().code;
  }

  const Person dan = account("dan");
  const Person eva = account("eva");
  ChallengeRecorder dan_hears{dan};
  ChallengeRecorder eva_hears{eva};
};

TEST_F(ChallengesTest, BothAreToldWhereverTheyAre) {
  for (const Person& person : {dan, eva}) keep_account(person);
  const auto made = challenge(*live, dan, eva);
  ASSERT_TRUE(made) << made.error().reason;
  EXPECT_THAT(dan_hears.steps, ElementsAre(ChallengeStep::made));
  EXPECT_THAT(eva_hears.steps, ElementsAre(ChallengeStep::made));
  EXPECT_THAT(second->challenges().to("eva"), ElementsAre(*made));
  EXPECT_EQ(second->challenges().find(made->id, "somebody"), nullptr);
  EXPECT_EQ(accept(*second, dan, made->id), "forbidden");
  EXPECT_EQ(accept(*second, eva, made->id), "");
  EXPECT_THAT(eva_hears.steps, ElementsAre(ChallengeStep::made, ChallengeStep::accepted));
  EXPECT_THAT(live->challenges().by("dan"), IsEmpty());
  // The match has the challenge's id, and the seats that were agreed.
  EXPECT_EQ(look(made->id, [](const match::Match& match) { return match.seat_of("dan"); }), 0);
  EXPECT_EQ(accept(*second, eva, made->id), "not_found");
}

// Somebody may open the match at a node before that has heard of it.
TEST_F(ChallengesTest, WhoPlaysIsToldOfAMatchThatAnotherOneOpensFirst) {
  for (const Person& person : {dan, eva}) keep_account(person);
  const auto made = challenge(*live, dan, eva);
  ASSERT_TRUE(made) << made.error().reason;
  exchange->cut();
  EXPECT_EQ(accept(*live, eva, made->id), "");
  std::optional<bool> is_read;
  second->look(made->id, [&](const auto& match) { is_read = match.has_value(); });
  ASSERT_TRUE(mailbox.run_until([&] { return is_read.has_value(); }));
  EXPECT_EQ(is_read, true);
  exchange->mend();
  settle();
  both_pass(1s);
  EXPECT_EQ(eva_hears.last<wire::ServerPaired>().match, made->id);
  EXPECT_EQ(eva_hears.all<wire::ServerPaired>().size(), 1U);
}

TEST_F(ChallengesTest, ADeclinedOneIsGoneEverywhere) {
  const auto made = challenge(*live, dan, eva);
  const auto result = answer_of<void>([&](auto done) { second->challenges().decline("eva", made->id, "later", done); });
  EXPECT_TRUE(result);
  settle();
  EXPECT_THAT(dan_hears.steps, ElementsAre(ChallengeStep::made, ChallengeStep::declined));
  EXPECT_EQ(dan_hears.reason, "later");
  EXPECT_THAT(second->challenges().to("eva"), IsEmpty());
}

TEST_F(ChallengesTest, OneWithAClockEndsWhenItsChallengerIsGone) {
  // Made at the node where the challenger is not connected: the other one says that they are there.
  const auto made = challenge(*second, dan, eva);
  ASSERT_TRUE(made) << made.error().reason;
  for (int count = 0; count < 40; ++count) both_pass(1s);
  EXPECT_THAT(second->challenges().to("eva"), SizeIs(1));
  live->detach(dan_hears);
  for (int count = 0; count < 11; ++count) both_pass(1s);
  EXPECT_THAT(second->challenges().to("eva"), SizeIs(1)) << "a broken connection is given time";
  for (int count = 0; count < 30; ++count) both_pass(1s);
  EXPECT_THAT(second->challenges().to("eva"), IsEmpty());
  EXPECT_THAT(live->challenges().to("eva"), IsEmpty());
  EXPECT_EQ(eva_hears.steps.back(), ChallengeStep::canceled);
}

TEST_F(ChallengesTest, OneOfDaysWaits) {
  live->detach(dan_hears);
  const auto made = challenge(*live, dan, eva, terms_of("russian", {match::ClockKind::days, 0ms, 24h, 0}));
  ASSERT_TRUE(made) << made.error().reason;
  for (int count = 0; count < 40; ++count) both_pass(1s);
  EXPECT_THAT(second->challenges().to("eva"), SizeIs(1));
  both_pass(24h);
  EXPECT_THAT(live->challenges().to("eva"), IsEmpty());
}

TEST_F(ChallengesTest, ANodeThatComesLearnsAllAndForgetsThoseOfANodeThatIsGone) {
  const auto made = challenge(*live, dan, eva);
  second->detach(eva_hears);
  stop_second();
  start_second();
  second->attach(eva_hears);
  eva_hears.steps.clear();
  for (int count = 0; count < 7; ++count) both_pass(1s);
  EXPECT_THAT(eva_hears.steps, ElementsAre(ChallengeStep::made));
  live->detach(dan_hears);
  live.reset();
  first_bus.reset();
  for (int count = 0; count < 10; ++count) {
    now += 1s;
    second->tick();
    settle();
  }
  EXPECT_THAT(eva_hears.steps, ElementsAre(ChallengeStep::made, ChallengeStep::canceled));
}

TEST_F(ChallengesTest, WhoMayNotChallengeIsTold) {
  const auto code = [&](const Person& by, const Person& to, const match::Terms& terms) {
    const auto made = challenge(*live, by, to, terms);
    return made ? "" : made.error().code;
  };
  EXPECT_EQ(code(dan, dan, blitz()), "forbidden");
  EXPECT_EQ(code(ann, eva, blitz()), "accounts_only");
  EXPECT_EQ(code(dan, eva, blitz("sternhalma:players=3")), "bad_seats");
  match::Terms rated = terms_of("american");
  rated.is_rated = true;
  EXPECT_EQ(code(dan, eva, rated), "not_ratable");
  for (std::size_t count = 0; count < limits::challenges_of_a_player; ++count) {
    EXPECT_EQ(code(dan, account("p" + std::to_string(count)), blitz()), "");
  }
  EXPECT_EQ(code(dan, eva, blitz()), "too_many_seeks");
}

TEST_F(ChallengesTest, ManyAtOnceStayWithinTheLimits) {
  std::size_t made = 0;
  std::size_t refused = 0;
  const auto count_answer = [&](const auto& answer) { ++(answer ? made : refused); };
  for (std::size_t count = 0; count < 2 * limits::challenges_of_a_player; ++count) {
    live->challenges().create(dan, account("p" + std::to_string(count)), {blitz(), 0}, count_answer);
  }
  ASSERT_TRUE(mailbox.run_until([&] { return made + refused == 2 * limits::challenges_of_a_player; }));
  EXPECT_EQ(made, limits::challenges_of_a_player);
  EXPECT_THAT(live->challenges().by("dan"), SizeIs(limits::challenges_of_a_player));

  made = refused = 0;
  for (std::size_t count = 0; count <= limits::challenges_to_a_player; ++count) {
    live->challenges().create(account("q" + std::to_string(count)), eva, {blitz(), 0}, count_answer);
  }
  ASSERT_TRUE(mailbox.run_until([&] { return made + refused > limits::challenges_to_a_player; }));
  EXPECT_THAT(live->challenges().to("eva"), SizeIs(limits::challenges_to_a_player));
  EXPECT_EQ(refused, 1U);
}

TEST_F(ChallengesTest, OfTwoAtOnceToTheSamePlayerOneStays) {
  int answers = 0;
  for (int count = 0; count < 2; ++count) {
    live->challenges().create(dan, eva, {blitz(), 0}, [&](const auto& made) {
      EXPECT_TRUE(made);
      ++answers;
    });
  }
  ASSERT_TRUE(mailbox.run_until([&] { return answers == 2; }));
  EXPECT_THAT(live->challenges().to("eva"), SizeIs(1));
}

TEST_F(ChallengesTest, ANewOneTakesThePlaceOfAnOlderOne) {
  const auto first = challenge(*second, dan, eva);
  const auto next = challenge(*live, dan, eva);
  settle();
  EXPECT_THAT(second->challenges().to("eva"), ElementsAre(*next));
}

TEST_F(ChallengesTest, ItGoesWithAnAccount) {
  ASSERT_TRUE(challenge(*live, dan, eva));
  live->person_changed(dan, people::Change::is_gone);
  settle();
  EXPECT_THAT(second->challenges().to("eva"), IsEmpty());
}

// By an operator beside the site: the store says who is gone.
TEST_F(ChallengesTest, ItGoesWithAnAccountThatWasDeletedElsewhere) {
  ASSERT_TRUE(challenge(*live, dan, eva));
  keep_account(dan);
  live->person_changed_elsewhere(dan.id);
  settle();
  EXPECT_THAT(second->challenges().to("eva"), SizeIs(1)) << "that was another change";
  test_store->delete_account(dan.id, [](const auto&) {});
  settle();
  live->person_changed_elsewhere(dan.id);
  settle();
  EXPECT_THAT(second->challenges().to("eva"), IsEmpty());
  EXPECT_EQ(eva_hears.steps.back(), ChallengeStep::canceled);
}

// It was made after the clock had jumped, and before that was noticed.
TEST_F(ChallengesTest, AJumpOfTheClockKeepsNoneOfSomebodyWhoIsGone) {
  live->detach(dan_hears);
  ASSERT_TRUE(challenge(*live, dan, eva));
  live->challenges().time_lost(1h);
  for (int seconds = 0; seconds < 20; ++seconds) both_pass(1s);
  EXPECT_THAT(live->challenges().to("eva"), IsEmpty());
  live->attach(dan_hears);
}

}  // namespace
}  // namespace crownstar::live
