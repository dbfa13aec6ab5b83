#include "site/live/lifecycle/lost_time.hpp"

#include "site/live/match/stored_event.hpp"
#include "site/live/scenarios/whole_site_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::IsEmpty;
using testing::SizeIs;

class LostTimeCreditTest : public WholeSiteTest {
 protected:
  // The process stands still for so long.
  void stand_still(Milliseconds time) {
    lost = LostTime{now, now + time};
    now += time;
  }
  bool is_sign_of_life_stored() {
    parts->sign_of_life.begin(now);
    parts->sign_of_life.tick(now, true);
    return store.settings.contains("hall.alive");
  }
  void lose_time_while_a_match_is_stored() {
    const Instant since = now;
    parts->seating.begin(match_to_begin("m1", now), {}, [](const auto&) {});
    stand_still(1h);
    parts->lost_time.look();
    EXPECT_FALSE(is_sign_of_life_stored());
    store.answer();
    store.is_answer_lost = false;
    EXPECT_FALSE(is_sign_of_life_stored()) << "the store does not know of the loss";
    parts->timers.tick(now);
    store.answer();
    EXPECT_TRUE(is_sign_of_life_stored());
    const auto stored = history_of(store.rows["m1"], store.headers["m1"]);
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->match->turn_since(), since + 1h) << "a server that starts again knows it";
  }
};

TEST_F(LostTimeCreditTest, WhereNothingIsLostClocksRunOn) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  now += 1s;
  parts->lost_time.look();
  EXPECT_FALSE(live.pause.since);
  EXPECT_THAT(log, IsEmpty());
}

TEST_F(LostTimeCreditTest, AClockGetsTheTimeBackAndTheCreditIsStored) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  const Instant deadline = *live.match->deadline();
  const Instant since = now;
  stand_still(1h);
  parts->lost_time.look();
  EXPECT_EQ(live.pause.since, since);
  parts->timers.tick(now);
  store.answer();
  EXPECT_FALSE(live.pause.since);
  EXPECT_FALSE(live.match->ended());
  EXPECT_EQ(live.match->deadline(), deadline + 1h);
  EXPECT_EQ(std::ssize(store.rows["m1"]), live.match->number() + 1) << "a server that starts again knows it too";
  ASSERT_THAT(log, SizeIs(1));
  EXPECT_THAT(log[0], testing::HasSubstr("3600 s"));
}

TEST_F(LostTimeCreditTest, TimeThatIsLostWhileACreditIsBeingStoredIsNobodysEither) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  const Instant deadline = *live.match->deadline();
  stand_still(1h);
  parts->lost_time.look();
  parts->timers.tick(now);
  ASSERT_TRUE(live.is_storing());
  stand_still(2h);
  parts->lost_time.look();
  store.answer();
  parts->timers.tick(now);
  store.answer();
  EXPECT_FALSE(live.match->ended());
  EXPECT_EQ(live.match->deadline(), deadline + 3h);
  const auto stored = history_of(store.rows["m1"], store.headers["m1"]);
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->match->deadline(), deadline + 3h) << "a server that starts again knows it too";
}

TEST_F(LostTimeCreditTest, NothingIsCreditedTwiceWhereTheStoreAnswersBeforeTheClockIsLookedAt) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  const Instant deadline = *live.match->deadline();
  now += 10s;
  stand_still(1h);
  parts->lost_time.look();
  parts->timers.tick(now);
  ASSERT_TRUE(live.is_storing());
  stand_still(2h);
  store.answer();
  parts->lost_time.look();
  parts->timers.tick(now);
  store.answer();
  EXPECT_EQ(live.match->deadline(), deadline + 3h) << "the ten seconds were had";
}

TEST_F(LostTimeCreditTest, AMatchThatIsBeingStoredIsOwedTheTimeToo) { lose_time_while_a_match_is_stored(); }

TEST_F(LostTimeCreditTest, SoIsOneThatMayBeStored) {
  store.is_answer_lost = true;
  lose_time_while_a_match_is_stored();
}

TEST_F(LostTimeCreditTest, WhoeverWatchesIsShownAClockThatStands) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  RecordingListener ann(guest("ann"));
  parts->audience.attach(ann);
  watch(ann, live);
  for (const std::string person : {"ann", "ben"}) {
    move(person, live);
    store.answer();
  }
  EXPECT_TRUE(ann.last<wire::ServerEvents>().status.running);
  stand_still(1h);
  parts->lost_time.look();
  EXPECT_THAT(ann.last<wire::ServerEvents>().events, IsEmpty());
  EXPECT_FALSE(ann.last<wire::ServerEvents>().status.running);
  parts->audience.detach(ann);
}

TEST_F(LostTimeCreditTest, AMoveThatWasOnItsWayIsJudgedAfterTheCredit) {
  LiveMatch& live = begun("m1", {toy_player(), guest_player("ann")});
  ASSERT_THAT(engines.asked, SizeIs(1));
  stand_still(1h);
  engines.play();
  store.answer();
  EXPECT_FALSE(live.match->ended()) << "its three minutes have not passed";
  EXPECT_EQ(live.match->moves().size(), 1U);
}

TEST_F(LostTimeCreditTest, AMatchThatIsNotInMemoryIsOwedTheTimeFromTheFirstLoss) {
  put_begun(store, "clocked", {guest_player("ann"), guest_player("ben")}, blitz(), now);
  put_begun(store, "slow", {guest_player("ann"), guest_player("ben")}, terms_of("american"), now);
  LiveMatch& clocked = parts->registry.add(store.headers["clocked"]);
  LiveMatch& slow = parts->registry.add(store.headers["slow"]);
  const Instant first = now;
  stand_still(1h);
  parts->lost_time.look();
  stand_still(1h);
  parts->lost_time.look();
  EXPECT_EQ(clocked.pause.since, first);
  EXPECT_FALSE(slow.pause.since) << "it has no clock";
}

TEST_F(LostTimeCreditTest, AQuickPairingDoesNotAgeMeanwhile) {
  RecordingListener ann(guest("ann"));
  parts->audience.attach(ann);
  SeekRequest request;
  request.terms = blitz();
  parts->lobby.seek(guest("ann"), request, [](const auto&) {});
  store.answer();
  ASSERT_THAT(parts->lobby.listed(), SizeIs(1));
  stand_still(std::chrono::days{2});
  parts->lost_time.look();
  parts->lobby.tick(now);
  EXPECT_THAT(parts->lobby.listed(), SizeIs(1));
  parts->audience.detach(ann);
}

TEST_F(LostTimeCreditTest, ASiteThatClosesCreditsToo) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  parts->context.is_closing = true;
  const Instant since = now;
  stand_still(1h);
  parts->lost_time.look();
  EXPECT_EQ(live.pause.since, since);
}

}  // namespace
}  // namespace crownstar::live
