#include "site/live/matches/match_lists.hpp"

#include "site/live/match/match_summary.hpp"
#include "site/live/scenarios/node_parts_test.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::IsEmpty;
using testing::SizeIs;

class MatchListsTest : public NodePartTest {
 protected:
  MatchListsTest() { lists->belong_to(lists); }
  void with_match(std::string_view id, LiveMatch::Loaded then) override {
    loaded.emplace_back(id);
    NodePartTest::with_match(id, std::move(then));
  }
  std::shared_ptr<MatchLists> lists = std::make_shared<MatchLists>(
      context, registry, *this, *this, [this](std::string_view host) { return host == away; });
  std::string away;
  std::vector<std::string> loaded;
};

TEST_F(MatchListsTest, TheNewestComesFirstAndOneThatIsOverNotAtAll) {
  begun("m1", {person("ann"), person("ben")});
  now += 1s;
  begun("m2", {person("cyd"), person("dan")}, blitz("russian"));
  ASSERT_THAT(lists->lobby_matches({}), SizeIs(2));
  EXPECT_EQ(lists->lobby_matches({})[0].header.id, "m2");
  ASSERT_THAT(lists->lobby_matches("american"), SizeIs(1));
  EXPECT_EQ(lists->listed().size(), 2U);
  EXPECT_TRUE(lists->unfinished("m1"));
  registry.find("m1")->header.state = store::MatchState::over;
  EXPECT_FALSE(lists->unfinished("m1"));
  EXPECT_THAT(lists->lobby_matches("american"), IsEmpty());
}

TEST_F(MatchListsTest, WhatOnlyThoseWithTheLinkKnowIsNotListed) {
  begun("m1", {person("ann"), person("ben")}).header.is_listed = false;
  EXPECT_THAT(lists->lobby_matches({}), IsEmpty());
}

TEST_F(MatchListsTest, AnOpenTableWhoseHostIsAwayIsNotListedUnlessItsMovesTakeDays) {
  LiveMatch& open = begun("m1", {person("ann"), person("ben")});
  open.header.state = store::MatchState::open;
  open.details.host = "ann";
  EXPECT_THAT(lists->open_tables_of("ann"), testing::ElementsAre("m1"));
  EXPECT_TRUE(lists->unfinished("m1"));
  away = "ann";
  EXPECT_FALSE(lists->unfinished("m1"));
  EXPECT_THAT(lists->lobby_matches({}), IsEmpty());
  open.details.clocks = {{match::ClockKind::days, 0ms, std::chrono::days{3}, 0}};
  EXPECT_TRUE(lists->unfinished("m1"));
  EXPECT_THAT(lists->open_tables_of("ann"), IsEmpty());
  open.details.clocks.clear();
  open.header.state = store::MatchState::running;
  EXPECT_TRUE(lists->unfinished("m1")) << "a game that has begun is shown whoever is there";
}

TEST_F(MatchListsTest, OfThoseThatAreListedWhatRunsIsReadAndStaysInMemory) {
  LiveMatch& here = begun("m1", {person("ann"), person("ben")});
  for (const char* id : {"m2", "m3", "m4", "m5", "m6"}) begun(id, {person("cyd"), person("dan")}).match.reset();
  registry.find("m3")->header.state = store::MatchState::open;
  registry.find("m4")->header.is_listed = false;
  LiveMatch& unread = *registry.find("m5");
  unread.pause.unread = 1;
  unread.pause.unread_at = now;
  registry.find("m6")->loads.add(*registry.find("m6"), [](const auto&) {});
  now += 30s;
  lists->read_listed();
  EXPECT_THAT(loaded, testing::ElementsAre("m2"));
  EXPECT_EQ(here.timing.touched, now);
  now += 30s;
  lists->read_listed();
  EXPECT_THAT(loaded, testing::UnorderedElementsAre("m2", "m2", "m5")) << "one that cannot be read: once a minute";
}

TEST_F(MatchListsTest, WhatIsInMemoryIsListedFirstSoThatFewAreRead) {
  for (int count = 0; count < 30; ++count) {
    begun("n" + std::to_string(count), {person("cyd"), person("dan")}).match.reset();
  }
  now += 1min;
  begun("m1", {person("ann"), person("ben")});
  now += 1min;
  begun("newest", {person("eva"), person("fay")}).match.reset();
  const auto listed = lists->lobby_matches({});
  EXPECT_EQ(listed[0].header.id, "m1");
  EXPECT_EQ(listed[1].header.id, "newest");
  lists->read_listed();
  EXPECT_THAT(loaded, SizeIs(20)) << "in a second";
}

TEST_F(MatchListsTest, AMatchIsFoundInMemoryOrInTheStore) {
  begun("m1", {person("ann"), person("ben")});
  store_begun("m2", {person("cyd"), person("dan")});
  std::string found;
  const auto note = [&](const auto& summary) { found = summary ? summary->header.id : summary.error().code; };
  lists->find("m1", note);
  EXPECT_EQ(found, "m1");
  lists->find("m2", note);
  store.answer();
  EXPECT_EQ(found, "m2");
  lists->find("m3", note);
  store.answer();
  EXPECT_EQ(found, "no_such_match");
}

TEST_F(MatchListsTest, ARunningMatchIsListedWithItsTurnAndItsClocksAsTheyWereWhenTheTurnBegan) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")}, terms_of("american", fischer(180s, 2s)));
  const auto move = [&] {
    const std::string text = live.match->game().legal_moves()->front().text;
    const int seat = live.match->seat_to_move();
    const auto moved = live.match->handle({seat, live.match->number(), match::Move{text}, 0ms}, now);
    ASSERT_TRUE(moved);
    ASSERT_TRUE(live.match->apply(*moved));
  };
  wire::MatchSummary first = lists->listed().front();
  EXPECT_EQ(first.turn, 0);
  ASSERT_TRUE(first.time);
  EXPECT_FALSE(first.time->running) << "nobody's first move is timed";
  EXPECT_FALSE(first.time->flag_at);
  move();
  move();
  now += 10s;
  move();
  const Instant turn_began = now;
  now += 30s;
  const wire::MatchSummary listed = *lists->unfinished("m1");
  EXPECT_EQ(listed.turn, 1);
  ASSERT_TRUE(listed.time);
  EXPECT_EQ(listed.time->at, wire::to_wire(turn_began)) << "true for whoever reads it, however much later";
  EXPECT_EQ(listed.time->running, 1);
  ASSERT_THAT(listed.time->clocks, SizeIs(2));
  // Nor does anybody's first move earn time.
  EXPECT_EQ(listed.time->clocks[0].left_ms, 180'000 - 10'000 + 2000);
  EXPECT_EQ(listed.time->clocks[1].left_ms, 180'000);
  EXPECT_GE(*listed.time->flag_at, listed.time->at + listed.time->clocks[1].left_ms);
}

TEST_F(MatchListsTest, WithoutClocksAndOnceItIsOverNoTimeIsListed) {
  begun("m1", {person("ann"), person("ben")}, terms_of("american"));
  EXPECT_EQ(lists->listed().front().turn, 0);
  EXPECT_FALSE(lists->listed().front().time);
  LiveMatch& live = begun("m2", {person("cyd"), person("dan")});
  ASSERT_TRUE(live.match->apply(*live.match->handle({0, live.match->number(), match::Resign{}, 0ms}, now)));
  EXPECT_FALSE(summary_of(live).time);
  EXPECT_EQ(summary_of(live).seat_to_move, -1);
}

}  // namespace
}  // namespace crownstar::live
