#include "site/live/matches/new_matches.hpp"

#include "site/live/scenarios/whole_site_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;

using NewMatchesTest = WholeSiteTest;

// However long that takes, or by however much the clock is set meanwhile.
TEST_F(NewMatchesTest, TheTimeUntilAMatchIsStoredIsNobodys) {
  parts->seating.begin(match_to_begin("m1", now), {}, [](const auto&) {});
  now += 5min;
  store.answer();
  EXPECT_EQ(match_of("m1").match->held(), 5min);
}

// The store says that it failed, and has it.
TEST_F(NewMatchesTest, AMatchOfWhichTheAnswerWasLostIsFoundAndTold) {
  RecordingListener ann(guest("ann"));
  parts->audience.attach(ann);
  store.answer();
  for (const bool is_lost : {true, false}) {
    store.is_answer_lost = is_lost;
    store.failure = is_lost ? std::nullopt : std::optional(store::FailureKind::broken);
    std::optional<std::expected<std::vector<int>, Refused>> answer;
    parts->seating.begin(match_to_begin(is_lost ? "m1" : "m2", now), {"ann", "ben"},
                         [&](auto seats) { answer = std::move(seats); });
    store.answer();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->has_value(), is_lost) << "what is not there is refused";
  }
  store.failure.reset();
  // A store that is away cannot say.
  store.is_answer_lost = true;
  store.is_unreadable = true;
  std::optional<std::expected<std::vector<int>, Refused>> late;
  parts->seating.begin(match_to_begin("m3", now), {"ann"}, [&](auto seats) { late = std::move(seats); });
  for (int seconds = 0; seconds < 3; ++seconds) {
    store.answer();
    EXPECT_FALSE(late);
    parts->new_matches.look_again();
  }
  store.is_unreadable = false;
  store.answer();
  ASSERT_TRUE(late);
  EXPECT_TRUE(*late);
  EXPECT_EQ(ann.last<wire::ServerPaired>().match, "m3");
  EXPECT_TRUE(parts->registry.find("m1")->match);
  EXPECT_EQ(parts->registry.find("m2"), nullptr);
  parts->audience.detach(ann);
}

class MatchInDoubtTest : public WholeSiteTest {
 protected:
  MatchInDoubtTest() {
    parts->audience.attach(ann);
    store.answer();
  }
  ~MatchInDoubtTest() override { parts->audience.detach(ann); }
  void begin() {
    parts->seating.begin(match_to_begin("m1", now), {"ann"}, [&](auto seats) {
      EXPECT_FALSE(answer) << "answered twice";
      answer = std::move(seats);
    });
  }
  void answer_one() {
    const auto work = std::move(store.posted.front());
    store.posted.pop_front();
    work();
  }

  RecordingListener ann{guest("ann")};
  std::optional<std::expected<std::vector<int>, Refused>> answer;
};

// Whoever is told that it did not happen makes another one, or takes it back.
TEST_F(MatchInDoubtTest, OneThatIsFoundAndCannotBeReadIsNotRefused) {
  store.is_answer_lost = true;
  begin();
  answer_one();
  answer_one();  // it is there
  store.is_unreadable = true;
  store.answer();
  EXPECT_FALSE(answer);
  store.is_unreadable = false;
  now += 1min;
  parts->new_matches.look_again();
  store.answer();
  ASSERT_TRUE(answer);
  EXPECT_TRUE(*answer);
  EXPECT_EQ(match_of("m1").match->held(), 1min) << "nobody was told before";
  EXPECT_EQ(ann.all<wire::ServerPaired>().size(), 1U);
}

TEST_F(MatchInDoubtTest, AStoppingSiteDoesNotSayThatItDidNotHappen) {
  store.is_answer_lost = true;
  begin();
  answer_one();
  parts->context.is_closing = true;
  store.is_unreadable = true;
  store.answer();
  ASSERT_TRUE(answer);
  ASSERT_FALSE(*answer);
  EXPECT_EQ(answer->error().code, "stopping");
}

TEST_F(MatchInDoubtTest, OneThatWasReadBeforeItsAnswerCameIsTold) {
  PartStore elsewhere;
  put_begun(elsewhere, "m1", {guest_player("ann"), guest_player("ben")}, blitz(), now);
  begin();
  parts->loader.add(elsewhere.headers.at("m1"));
  store.answer();
  ASSERT_TRUE(answer);
  EXPECT_TRUE(*answer);
  EXPECT_EQ(ann.all<wire::ServerPaired>().size(), 1U);
}

}  // namespace
}  // namespace crownstar::live
