#include "site/live/lifecycle/shutdown.hpp"

#include "site/live/match/stored_event.hpp"
#include "site/live/scenarios/whole_site_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ShutdownTest : public WholeSiteTest {
 protected:
  void close() {
    parts->shutdown.close("an upgrade", [this] { ++closed; });
  }
  int closed = 0;
};

TEST_F(ShutdownTest, EverybodyGetsAGoodbyeAtOnceWhereNothingIsUnderWay) {
  RecordingListener ann(guest("ann"));
  parts->audience.attach(ann);
  close();
  EXPECT_EQ(closed, 1);
  EXPECT_EQ(ann.last<wire::ServerGoodbye>().reason, wire::GoodbyeReason::stopping);
  EXPECT_EQ(ann.cut_off_for, "an upgrade");
  parts->audience.detach(ann);
}

TEST_F(ShutdownTest, AMoveThatIsBeingStoredIsHeardBeforeTheGoodbye) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  RecordingListener ben(guest("ben"));
  parts->audience.attach(ben);
  watch(ben, live);
  const Code code = move("ann", live);
  close();
  EXPECT_EQ(closed, 0);
  EXPECT_EQ(ben.cut_off_for, "");
  store.answer();
  EXPECT_EQ(*code, "");
  EXPECT_EQ(closed, 1);
  EXPECT_EQ(live.match->moves().size(), 1U);
  ASSERT_GE(ben.texts.size(), 2U);
  EXPECT_THAT(*ben.texts[ben.texts.size() - 2], testing::HasSubstr("\"events\""));
  EXPECT_THAT(*ben.texts.back(), testing::HasSubstr("\"goodbye\""));
  parts->audience.detach(ben);
}

TEST_F(ShutdownTest, TimeThatIsLostWhileTheSiteStopsIsNobodys) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  const Milliseconds wait = *live.match->deadline() - now;
  move("ann", live);
  close();
  ASSERT_EQ(closed, 0);
  lost = LostTime{now, now + 1h};
  now += 1h;
  store.answer();
  EXPECT_EQ(closed, 1);
  const auto stored = history_of(store.rows["m1"], store.headers["m1"]);
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->match->deadline(), now + wait);
}

TEST_F(ShutdownTest, WhatWaitsBehindAndWhatComesLaterIsRefusedAndNotStored) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  const Code moved = move("ann", live);
  const Code waits = command("ben", live, {-1, 1 << 20, match::Resign{}, {}});
  close();
  EXPECT_EQ(*waits, "stopping");
  EXPECT_EQ(*command("ben", live, {-1, 1 << 20, match::Resign{}, {}}), "stopping");
  Code sought = std::make_shared<std::string>("none");
  SeekRequest request;
  request.terms = blitz();
  parts->lobby.seek(guest("eva"), request, [&](const auto& done) { *sought = done ? "" : done.error().code; });
  EXPECT_EQ(*sought, "stopping");
  store.answer();
  EXPECT_EQ(*moved, "");
  EXPECT_FALSE(live.match->ended());
  EXPECT_EQ(std::ssize(store.rows["m1"]), live.match->number() + 1);
}

TEST_F(ShutdownTest, TheMomentAtWhichItStoppedIsStoredLast) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  parts->sign_of_life.begin(now);
  now += 5s;
  move("ann", live);
  close();
  EXPECT_THAT(store.settings, IsEmpty());
  store.answer();
  EXPECT_EQ(store.settings["hall.alive"], std::to_string(now.time_since_epoch().count()));
  EXPECT_EQ(closed, 1);
}

TEST_F(ShutdownTest, AnEngineThatThinksIsToldThatNobodyWaits) {
  begun("m1", {toy_player(), guest_player("ann")});
  ASSERT_THAT(engines.asked, SizeIs(1));
  const std::uint64_t ticket = engines.asked.front().ticket;
  close();
  EXPECT_THAT(engines.forgotten, ElementsAre(ticket));
  EXPECT_EQ(closed, 1);
}

}  // namespace
}  // namespace crownstar::live
