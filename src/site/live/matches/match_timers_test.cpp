#include "site/live/matches/match_timers.hpp"

#include "site/live/scenarios/parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class MatchTimersTest : public PartTest, public MatchMemory, public FollowUp {
 protected:
  MatchTimersTest() {
    timers->belong_to(timers);
    timers->begin(now - std::chrono::days{30});
  }

  LiveMatch* find(std::string_view id) override { return PartTest::find(id); }
  void with_match(std::string_view id, LiveMatch::Loaded then) override { PartTest::with_match(id, std::move(then)); }
  void load(LiveMatch& live, LiveMatch::Loaded then) override {
    loaded.push_back(live.id);
    if (live.match) then(&live);
  }
  LiveMatch& add(store::MatchHeader header) override { return registry.add(std::move(header)); }
  void unload(LiveMatch& live) override {
    unloaded.push_back(live.id);
    live.match.reset();
    timers->schedule(live);
  }
  void reload(LiveMatch&) override {}
  void read_anew(LiveMatch&) override {}
  bool is_full() override { return false; }
  void follow_up(LiveMatch&) override { ++followed_up; }

  void pass(Milliseconds time) {
    now += time;
    timers->tick(now);
  }

  TimerSettings settings{2min, 10min, std::chrono::days{1}, std::chrono::days{14}};
  std::shared_ptr<MatchTimers> timers = std::make_shared<MatchTimers>(context, *this, *this, *this, settings);
  std::vector<std::string> loaded;
  std::vector<std::string> unloaded;
  int followed_up = 0;
};

TEST_F(MatchTimersTest, AClockThatHasRunOutIsTold) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  timers->schedule(live);
  EXPECT_EQ(timers->running_clocks(), 1);
  const std::optional<Instant> due = timers->next();
  ASSERT_TRUE(due);
  EXPECT_EQ(due, live.match->deadline());
  pass(*due - now - 1ms);
  EXPECT_THAT(submitted, IsEmpty());
  pass(1ms);
  ASSERT_THAT(submitted, SizeIs(1));
  EXPECT_TRUE(submitted[0].is<match::Tick>());
}

// Nobody else would read it: there is no clock, and nobody may ever look at it.
TEST_F(MatchTimersTest, WhatCouldNotBeReadWhenAnEngineHadTheMoveIsReadAgain) {
  for (const std::string id : {"engine", "people", "gone"}) {
    begun(id, {person("ann"), id == "engine" ? toy() : person("ben")}, terms_of("american"));
  }
  registry.find("gone")->header.seats[1] = {1, store::PlayerKind::deleted, "", "", 0, false};
  for (const std::string id : {"engine", "people", "gone"}) {
    LiveMatch& live = *registry.find(id);
    live.match.reset();
    live.pause.unread = 1;
    live.timing.touched = live.timing.quiet_since = now;
    timers->schedule(live);
  }
  pass(59s);
  EXPECT_THAT(loaded, IsEmpty());
  pass(1s);
  EXPECT_THAT(loaded, testing::UnorderedElementsAre("engine", "gone"));
}

TEST_F(MatchTimersTest, TimeThatIsOwedIsCreditedBeforeAClockFalls) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  live.pause.since = now;
  live.match->stand_still(now);
  timers->schedule(live);
  pass(1h);
  ASSERT_THAT(submitted, SizeIs(1));
  EXPECT_TRUE(submitted[0].is<match::Resume>());
}

TEST_F(MatchTimersTest, AMatchThatNobodyNeedsLeavesMemory) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")}, terms_of("american"));
  live.timing.touched = now;
  timers->schedule(live);
  EXPECT_EQ(timers->longest_unneeded(), &live);
  EXPECT_EQ(context.counts.matches_in_memory, 1U);
  pass(10min - 1ms);
  EXPECT_THAT(unloaded, IsEmpty());
  pass(1ms);
  EXPECT_THAT(unloaded, ElementsAre("m1"));
  EXPECT_EQ(context.counts.matches_in_memory, 0U);
  EXPECT_EQ(timers->longest_unneeded(), nullptr);
}

TEST_F(MatchTimersTest, TheOneThatNobodyHasNeededForLongestComesFirst) {
  LiveMatch& one = begun("m1", {person("ann"), person("ben")}, terms_of("american"));
  LiveMatch& other = begun("m2", {person("cyd"), person("dan")}, terms_of("american"));
  one.timing.touched = now + 5s;
  other.timing.touched = now;
  timers->schedule(one);
  timers->schedule(other);
  EXPECT_EQ(timers->longest_unneeded(), &other);
  timers->is_needed(other);
  EXPECT_EQ(timers->longest_unneeded(), &one);
  timers->forget(one);
  EXPECT_EQ(timers->longest_unneeded(), nullptr);
}

TEST_F(MatchTimersTest, AMatchThatNobodyBeganToPlayIsClosedWithoutAResult) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")}, terms_of("american"));
  live.copy.is_mine = true;
  timers->schedule(live);
  live.timing.touched = now + std::chrono::days{1};  // somebody has looked at it
  pass(std::chrono::days{1});
  ASSERT_THAT(submitted, SizeIs(1));
  EXPECT_TRUE(submitted[0].is<match::Abort>());
}

TEST_F(MatchTimersTest, AQuietMatchThatIsNotInMemoryIsReadFirst) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")}, terms_of("american"));
  live.match.reset();
  live.timing.quiet_since = now;
  timers->schedule(live);
  pass(std::chrono::days{1});
  EXPECT_THAT(loaded, ElementsAre("m1"));
  EXPECT_THAT(submitted, IsEmpty());
}

TEST_F(MatchTimersTest, AnEngineThatFailedIsAskedAgain) {
  LiveMatch& live = begun("m1", {person("ann"), toy()});
  live.engine.ask_again_at(now + 1s);
  timers->schedule(live);
  pass(999ms);
  EXPECT_EQ(followed_up, 0);
  pass(1ms);
  EXPECT_EQ(followed_up, 1);
  EXPECT_FALSE(live.engine.again_at());
}

TEST_F(MatchTimersTest, NothingIsDueWhileTheSiteCloses) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  timers->schedule(live);
  context.is_closing = true;
  timers->schedule(live);
  EXPECT_FALSE(timers->next());
}

}  // namespace
}  // namespace crownstar::live
