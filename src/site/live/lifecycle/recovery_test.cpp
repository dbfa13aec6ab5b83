#include "site/live/lifecycle/recovery.hpp"

#include "base/limits.hpp"
#include "site/live/scenarios/parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class RecoveryTest : public PartTest, public MatchMemory, public FollowUp {
 protected:
  RecoveryTest() {
    timers->belong_to(timers);
    sign->belong_to(sign);
    recovery->belong_to(recovery);
  }

  LiveMatch* find(std::string_view id) override { return PartTest::find(id); }
  void with_match(std::string_view id, LiveMatch::Loaded then) override { PartTest::with_match(id, std::move(then)); }
  void load(LiveMatch& live, LiveMatch::Loaded then) override {
    loaded.push_back(live.id);
    waiting.push_back([&live, then = std::move(then)] { then(&live); });
  }
  LiveMatch& add(store::MatchHeader header) override { return registry.add(std::move(header)); }
  void unload(LiveMatch&) override {}
  void reload(LiveMatch&) override {}
  void read_anew(LiveMatch&) override {}
  bool is_full() override { return false; }
  void follow_up(LiveMatch&) override {}

  Opened open() {
    std::optional<Opened> opened;
    recovery->open([&](auto outcome) { opened = *outcome; });
    store.answer();
    EXPECT_TRUE(opened);
    return opened.value_or(Opened{});
  }
  void answer_loads() {
    for (std::size_t index = 0; index < waiting.size(); ++index) {
      const auto answer = waiting[index];
      answer();
    }
    waiting.clear();
  }

  bool may_load = true;
  EngineSeats seats{context, *this, *this, *chat, nullptr};
  std::shared_ptr<MatchTimers> timers = std::make_shared<MatchTimers>(context, *this, *this, *this, TimerSettings{});
  std::shared_ptr<SignOfLife> sign = std::make_shared<SignOfLife>(context, 1s);
  std::optional<Instant> shown;
  std::shared_ptr<Recovery> recovery = std::make_shared<Recovery>(
      context, *this, *timers, [this] { return may_load; }, seats, *sign, [this](Instant at) { shown = at; });
  std::vector<std::string> loaded;
  std::vector<std::function<void()>> waiting;
};

TEST_F(RecoveryTest, OnlyWhatCannotWaitForAReaderIsLoaded) {
  store_begun("clocked", {person("ann"), person("ben")});
  store_begun("engine", {person("ann"), toy()}, terms_of("american"));
  store_begun("slow", {person("ann"), person("ben")}, terms_of("american"));
  const Opened opened = open();
  EXPECT_EQ(opened.running, 3U);
  EXPECT_EQ(opened.waiting, 0U);
  EXPECT_THAT(loaded, testing::UnorderedElementsAre("clocked", "engine"));
  EXPECT_NE(registry.find("slow"), nullptr);
}

TEST_F(RecoveryTest, WhatAnotherStartingNodeHasToldOfIsOwedItsTimeToo) {
  store_begun("clocked", {person("ann"), person("ben")});
  sign->store([] {});
  const Instant down_since = now;
  now += 1h;
  registry.add(store.headers.at("clocked"));
  recovery->header_came(*registry.find("clocked"));
  EXPECT_THAT(loaded, IsEmpty()) << "what is owed to it is not known yet";
  open();
  EXPECT_EQ(registry.find("clocked")->pause.since, down_since);
  EXPECT_THAT(loaded, ElementsAre("clocked"));
}

TEST_F(RecoveryTest, ClocksStoodSinceTheLastSignOfLife) {
  store_begun("clocked", {person("ann"), person("ben")});
  sign->store([] {});
  const Instant down_since = now;
  now += 1h;
  open();
  EXPECT_EQ(registry.find("clocked")->pause.since, down_since);
  EXPECT_EQ(shown, down_since) << "the clock of the site goes on from there";
}

// It went down within its first second, and the wall clock has been set back since.
TEST_F(RecoveryTest, WithoutASignOfLifeTheClockGoesOnFromTheLastChangeOfAMatch) {
  store_begun("clocked", {person("ann"), person("ben")});
  const Instant begun = now;
  now -= 1h;
  open();
  EXPECT_EQ(shown, begun);
}

TEST_F(RecoveryTest, TheNextSignOfLifeWaitsForEveryMatchThatIsLoaded) {
  store_begun("clocked", {person("ann"), person("ben")});
  recovery->load_owed();
  EXPECT_FALSE(sign->has_begun()) << "the matches are not even known";
  open();
  EXPECT_FALSE(sign->has_begun());
  answer_loads();
  EXPECT_TRUE(sign->has_begun());
}

TEST_F(RecoveryTest, AFewAreLoadedAtATime) {
  for (int count = 0; count < 2 * limits::matches_loading; ++count) {
    store_begun("m" + std::to_string(count), {person("ann"), person("ben")});
  }
  open();
  EXPECT_EQ(std::ssize(loaded), limits::matches_loading);
  answer_loads();
  EXPECT_EQ(std::ssize(loaded), 2 * limits::matches_loading);
}

TEST_F(RecoveryTest, WhatAnotherNodeLooksAfterIsLeftToIt) {
  store_begun("clocked", {person("ann"), person("ben")});
  may_load = false;
  open();
  EXPECT_THAT(loaded, IsEmpty()) << "the others have not been heard";
  may_load = true;
  LiveMatch& live = *registry.find("clocked");
  live.copy.is_mine = false;
  recovery->load_owed();
  EXPECT_THAT(loaded, IsEmpty());
  live.copy.is_mine = true;
  recovery->owner_changed(live);
  recovery->load_owed();
  EXPECT_THAT(loaded, ElementsAre("clocked"));
}

}  // namespace
}  // namespace crownstar::live
