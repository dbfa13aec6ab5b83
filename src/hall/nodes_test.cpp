// Two nodes with one store and one bus: whoever is on either plays the same matches.
#include <gmock/gmock.h>

#include "bus/memory_bus.hpp"
#include "hall/live_nodes.hpp"
#include "hall/lobby_words.hpp"
#include "hall/news.hpp"
#include "hall/playhouse_test.hpp"

namespace crownstar::hall {
namespace {

using namespace testing_playhouse;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class NodesTest : public Playhouse {
 protected:
  void SetUp() override {
    exchange = bus::MemoryExchange::create();
    first_bus = exchange->make_bus(mailbox.post());
    bus = first_bus.get();
    settings.look_every = 10h;  // what is told is to be enough, unless a test says otherwise
    settings.survey_every = 10h;
    Playhouse::SetUp();
    first_bus->on_link([this](bus::Link link) {
      if (hall) hall->link_changed(link);
    });
    start_second();
    meet();
  }
  void TearDown() override {
    stop_second();
    Playhouse::TearDown();
    first_bus.reset();
  }

  void start_second() {
    second_bus = exchange->make_bus(mailbox.post());
    second = std::make_unique<Hall>(
        HallPorts{*door, &second_engines, [this] { return now; },
                  [this](std::string line) { log.push_back("second: " + line); }, 8, second_bus.get()},
        settings);
    second_bus->on_link([this](bus::Link link) {
      if (second) second->link_changed(link);
    });
    bool is_open = false;
    second->open([&](const auto& opening) { is_open = opening.has_value(); });
    ASSERT_TRUE(mailbox.run_until([&] { return is_open; }));
  }
  // As if the process were gone.
  void stop_second() {
    second.reset();
    second_bus.reset();
    second_engines.asked.clear();
  }
  void both_pass(Milliseconds time) {
    now += time;
    hall->tick();
    if (second) second->tick();
    settle();
  }
  // Until each has heard the other, and nobody waits for more.
  void meet() {
    both_pass(1s);
    both_pass(3s);
  }
  std::expected<Taken, Refused> move_on(Hall& node, const Person& person, const std::string& match, std::string text,
                                        std::string request = {}) {
    return answer_of<Taken>([&](auto done) {
      node.command(person, {match, std::move(request), {-1, 1 << 20, match::Move{std::move(text)}, {}}}, 0ms, done);
    });
  }
  match::Status status_on(Hall& node, const std::string& match) {
    std::optional<match::Status> status;
    node.look(match, [&](auto found) { status = found ? (*found)->status(now) : match::Status{}; });
    EXPECT_TRUE(mailbox.run_until([&] { return status.has_value(); }));
    return *status;
  }
  std::size_t stored_events(const std::string& match) {
    std::optional<std::size_t> count;
    door->events(match, 0, 1000, [&](auto rows) { count = rows ? rows->size() : 0; });
    EXPECT_TRUE(mailbox.run_until([&] { return count.has_value(); }));
    return *count;
  }
  void watch_on(Hall& node, Ear& ear, const std::string& match) {
    ASSERT_TRUE(answer_of<void>([&](auto done) { node.watch(ear, match, -1, done); }));
  }

  std::shared_ptr<bus::MemoryExchange> exchange;
  std::unique_ptr<bus::Bus> first_bus;
  std::unique_ptr<bus::Bus> second_bus;
  ToyDesk second_engines;
  std::unique_ptr<Hall> second;
  const Person ann = guest("ann");
  const Person ben = guest("ben");
  const Person cyd = guest("cyd");
};

TEST_F(NodesTest, AMatchMovesOnTwoNodesAndIsSeenOnBoth) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  Attached here(*hall, ann);
  Attached there(*second, ben);
  watch_on(*hall, here, id);
  watch_on(*second, there, id);
  settle();
  const int before = status(id).number;
  ASSERT_TRUE(move_on(*hall, ann, id, "11-15"));
  settle();
  ASSERT_TRUE(move_on(*second, ben, id, "22-18"));
  settle();
  ASSERT_TRUE(move_on(*hall, ann, id, "15x22"));
  settle();
  EXPECT_THAT(here.numbers(), ElementsAre(before + 1, before + 2, before + 3));
  EXPECT_THAT(there.numbers(), ElementsAre(before + 1, before + 2, before + 3));
  EXPECT_EQ(status_on(*second, id), status(id));
  EXPECT_THAT(log, IsEmpty());
}

TEST_F(NodesTest, WhoIsSlowerReadsWhatItLacksAndIsJudgedAgain) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  Attached there(*second, ben);
  watch_on(*second, there, id);
  settle();
  exchange->cut();  // nobody is told anything
  ASSERT_TRUE(move(ann, id, "11-15"));
  EXPECT_THAT(there.numbers(), IsEmpty());
  ASSERT_TRUE(move_on(*second, ben, id, "22-18")) << "its own copy says that it is not the turn of this seat";
  EXPECT_EQ(status_on(*second, id).moves, 2);
  EXPECT_THAT(there.numbers(), SizeIs(2)) << "told of both, in order";
  ASSERT_TRUE(move(ann, id, "15x22"));
  EXPECT_EQ(status(id).moves, 3);
  exchange->mend();
  settle();
  both_pass(1s);
  EXPECT_EQ(status_on(*second, id).moves, 3) << "after the bus is back all is read";
  EXPECT_THAT(there.numbers(), SizeIs(3));
}

TEST_F(NodesTest, ARequestSentToBothNodesIsPlayedOnce) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  status_on(*second, id);
  exchange->cut();
  const auto first = move_on(*hall, ann, id, "11-15", "r1");
  const auto again = move_on(*second, ann, id, "11-15", "r1");
  ASSERT_TRUE(first);
  ASSERT_TRUE(again) << again.error().reason;
  EXPECT_EQ(again->first, first->first);
  EXPECT_EQ(again->last, first->last);
  exchange->mend();
  both_pass(1s);
  const auto third = move_on(*hall, ann, id, "11-15", "r1");
  ASSERT_TRUE(third);
  EXPECT_EQ(third->first, first->first);
  EXPECT_EQ(status(id).moves, 1);
}

TEST_F(NodesTest, SeatsAndTheEndAreSeenOnTheOther) {
  const auto made = create(ann, {terms_of("american"), {}, false, true});
  ASSERT_TRUE(made);
  settle();
  EXPECT_THAT(second->lobby_matches(), SizeIs(1));
  Attached there(*second, ben);
  Attached looker(*second, cyd);
  watch_on(*second, looker, made->match);
  const auto sat = answer_of<Sat>([&](auto done) { second->join(ben, {made->match, "", {}}, done); });
  ASSERT_TRUE(sat) << sat.error().reason;
  settle();
  EXPECT_EQ(status(made->match).phase, match::Phase::playing);
  ASSERT_TRUE(command(ann, made->match, match::Resign{}));
  settle();
  EXPECT_EQ(status_on(*second, made->match).phase, match::Phase::over);
  EXPECT_EQ(looker.last<protocol::ServerEvents>().status.phase, protocol::Phase::over);
}

TEST_F(NodesTest, AFlagFallsOnceWhoeverLooksAfterIt) {
  std::vector<std::string> ids;
  for (int count = 0; count < 8; ++count) {
    ids.push_back(match_of(terms_of("american", fischer(60s, 0s)), {ann, ben}));
    play({ann, ben}, ids.back(), 2);
    settle();
    ASSERT_EQ(status_on(*second, ids.back()).moves, 2);
  }
  const std::size_t before = stored_events(ids.front());
  both_pass(90s);
  both_pass(5s);
  for (const std::string& id : ids) {
    EXPECT_EQ(status(id).ending, match::EndKind::time);
    EXPECT_EQ(status_on(*second, id).ending, match::EndKind::time);
    EXPECT_EQ(stored_events(id), before + 2) << "Flagged and Ended, once";
  }
}

TEST_F(NodesTest, AMatchWhoseNodeHasDiedFlagsOnTheOther) {
  std::vector<std::string> ids;
  for (int count = 0; count < 8; ++count) {
    const auto made = answer_of<Sat>(
        [&](auto done) { second->create(ann, {terms_of("american", fischer(60s, 0s)), {}, false, false}, done); });
    ASSERT_TRUE(made);
    const auto sat = answer_of<Sat>([&](auto done) { second->join(ben, {made->match, made->code, {}}, done); });
    ASSERT_TRUE(sat) << sat.error().reason;
    ASSERT_TRUE(move_on(*second, ann, made->match, "11-15"));
    ASSERT_TRUE(move_on(*second, ben, made->match, "22-18"));
    ids.push_back(made->match);
  }
  settle();
  stop_second();
  for (int second_passed = 0; second_passed < 100; ++second_passed) both_pass(1s);
  for (const std::string& id : ids) {
    EXPECT_GT(stored_events(id), 6U);
    EXPECT_EQ(status(id).ending, match::EndKind::time);
  }
}

TEST_F(NodesTest, ANodeThatComesLaterGivesNoTimeBack) {
  const std::string id = match_of(terms_of("american", fischer(60s, 0s)), {ann, ben});
  play({ann, ben}, id, 2);
  for (int count = 0; count < 10; ++count) both_pass(1s);
  stop_second();
  for (int count = 0; count < 10; ++count) both_pass(1s);
  start_second();
  meet();
  EXPECT_EQ(status(id).clocks[0].left, 36s);
  EXPECT_EQ(status_on(*second, id).clocks[0].left, 36s);
  EXPECT_EQ(status_on(*second, id).number, status(id).number);
}

TEST_F(NodesTest, OneNodeAsksTheEngine) {
  NewMatch wish{terms_of("american"), {{SeatWish::Kind::me, ""}, {SeatWish::Kind::engine, "toy"}}, false, false};
  const auto made = create(ann, wish);
  ASSERT_TRUE(made) << made.error().reason;
  settle();
  status_on(*second, made->match);
  ASSERT_TRUE(move_on(*second, ann, made->match, "11-15"));
  settle();
  EXPECT_THAT(engines.asked, IsEmpty());
  ASSERT_THAT(second_engines.asked, SizeIs(1)) << "the node that stored the move asks";
  second_engines.play();
  settle();
  EXPECT_EQ(status(made->match).moves, 2);
  ASSERT_TRUE(move_on(*second, ann, made->match, first_legal(made->match)));
  settle();
  stop_second();
  for (int count = 0; count < 30 && engines.asked.empty(); ++count) both_pass(1s);
  ASSERT_THAT(engines.asked, SizeIs(1)) << "the other comes in";
  engines.play();
  settle();
  EXPECT_EQ(status(made->match).moves, 4);
}

class NodesLobbyTest : public NodesTest {
 protected:
  std::expected<Sought, Refused> seek_on(Hall& node, const Person& person, bool is_quick = false) {
    SeekWish wish;
    wish.terms = terms_of("american");
    wish.is_quick = is_quick;
    return answer_of<Sought>([&](auto done) { node.seek(person, wish, done); });
  }
  std::expected<Sought, Refused> take_on(Hall& node, const Person& person, const std::string& seek) {
    return answer_of<Sought>([&](auto done) { node.take_seek(person, seek, -1, done); });
  }
};

TEST_F(NodesLobbyTest, ASeekOfOneNodeIsSeenAndTakenOnTheOtherOnce) {
  for (const bool is_at_keeper : {true, false}) {
    Hall& at = is_at_keeper ? *hall : *second;
    Hall& other = is_at_keeper ? *second : *hall;
    Attached host(at, ann);
    Attached guest_of_it(other, ben);
    Attached third(at, cyd);
    at.watch_lobby(host, true);
    other.watch_lobby(guest_of_it, true);
    const auto sought = seek_on(at, ann);
    ASSERT_TRUE(sought) << sought.error().reason;
    settle();
    EXPECT_TRUE(guest_of_it.has_heard(sought->seek));
    std::vector<std::expected<Sought, Refused>> taken;
    other.take_seek(ben, sought->seek, -1, [&](auto answer) { taken.push_back(std::move(answer)); });
    at.take_seek(cyd, sought->seek, -1, [&](auto answer) { taken.push_back(std::move(answer)); });
    ASSERT_TRUE(mailbox.run_until([&] { return taken.size() == 2; }));
    settle();
    EXPECT_NE(taken[0].has_value(), taken[1].has_value()) << "one of the two";
    EXPECT_FALSE(host.all<protocol::ServerPaired>().empty()) << "wherever they are";
    EXPECT_FALSE(take_on(other, ben, sought->seek));
  }
}

TEST_F(NodesLobbyTest, TwoWhoWantAnyOpponentMeetAcrossNodes) {
  Attached one(*hall, ann);
  Attached two(*second, ben);
  ASSERT_TRUE(seek_on(*hall, ann, true));
  const auto paired = seek_on(*second, ben, true);
  ASSERT_TRUE(paired) << paired.error().reason;
  ASSERT_TRUE(paired->match);
  settle();
  EXPECT_EQ(one.last<protocol::ServerPaired>().match, paired->match->match);
}

TEST_F(NodesLobbyTest, TheNextNodeKeepsTheLobbyWhenTheKeeperIsGone) {
  Attached two(*second, ben);
  second->watch_lobby(two, true);
  const auto lost = seek_on(*hall, ann);
  ASSERT_TRUE(lost);
  settle();
  ASSERT_TRUE(two.has_heard(lost->seek));
  hall.reset();
  first_bus.reset();
  for (int count = 0; count < 6; ++count) {
    now += 1s;
    second->tick();
    settle();
  }
  std::vector<std::string> gone;
  for (const auto& change : two.all<protocol::ServerLobbyChange>()) {
    gone.insert(gone.end(), change.seeks_gone.begin(), change.seeks_gone.end());
  }
  EXPECT_THAT(gone, ElementsAre(lost->seek));
  const auto again = seek_on(*second, ben);
  EXPECT_TRUE(again) << again.error().reason;
}

TEST_F(NodesTest, WhatIsSaidAndWhoIsThereIsKnownOnTheOther) {
  for (const Person& person : {ann, ben, cyd}) keep_account(person);
  const std::string id = match_of(terms_of("american"), {ann, ben});
  Attached here(*hall, ann);
  Attached there(*second, ben);
  Attached looker(*second, cyd);
  watch_on(*hall, here, id);
  watch_on(*second, there, id);
  watch_on(*second, looker, id);
  both_pass(2s);
  const auto presence = here.last<protocol::ServerPresence>();
  EXPECT_EQ(presence.seats, (std::vector<bool>{true, true}));
  EXPECT_EQ(presence.spectators, 1);
  const auto said = answer_of<void>([&](auto done) { hall->say(ann, {id, true, "good luck"}, done); });
  ASSERT_TRUE(said) << said.error().code << ": " << said.error().reason << testing::PrintToString(log);
  settle();
  EXPECT_EQ(there.last<protocol::ServerChat>().line.text, "good luck");
  EXPECT_FALSE(looker.has_heard("good luck"));
  second->detach(there);
  both_pass(2s);
  EXPECT_EQ(here.last<protocol::ServerPresence>().seats, (std::vector<bool>{true, false}));
  second->attach(there);
}

TEST(LobbyWordsTest, AWishIsReadAsItWasWritten) {
  LobbyWish wish;
  wish.node = "n1";
  wish.person = account("ann");
  wish.is_present = true;
  wish.named = "s1";
  wish.seat = 1;
  wish.wish.terms = {"american", "", {fischer(180s, 2s), fischer(180s, 2s)}, true};
  wish.wish.ratings = {1200, 1800};
  wish.wish.is_quick = true;
  wish.wish.engines.push_back({"toy", -1});
  const std::string text = write_wish(wish);
  const auto read = read_wish(text);
  ASSERT_TRUE(read) << text;
  EXPECT_EQ(read->person, wish.person);
  EXPECT_EQ(read->wish.terms, wish.wish.terms);
  EXPECT_EQ(read->wish.ratings, wish.wish.ratings);
  EXPECT_EQ(write_wish(*read), text);
  for (std::size_t length = 0; length + 1 < text.size(); length += 7) {
    EXPECT_FALSE(read_wish(text.substr(0, length))) << length;
  }
  const Sought sought{"s1", "code", Sat{"m1", 1, ""}};
  EXPECT_EQ(read_sought(write_sought(sought))->match->match, "m1");
  EXPECT_EQ(read_sought(write_sought(match::refused("no_such_seek", "gone"))).error().code, "no_such_seek");
  EXPECT_EQ(read_sought("").error().code, "busy");
}

TEST(LiveNodesTest, AllWithTheSameViewAgreeAndShareTheWork) {
  LiveNodes one("one");
  LiveNodes two("two");
  const people::Instant now{std::chrono::days{20000}};
  EXPECT_TRUE(one.heard("two", now, 3));
  EXPECT_FALSE(one.heard("two", now, 4));
  EXPECT_TRUE(two.heard("one", now, 1));
  EXPECT_EQ(one.online_elsewhere(), 4);
  int of_one = 0;
  for (int key = 0; key < 1000; ++key) {
    const std::string name = "m" + std::to_string(key);
    EXPECT_EQ(one.keeper_of(name), two.keeper_of(name));
    of_one += one.is_mine(name) ? 1 : 0;
  }
  EXPECT_GT(of_one, 400);
  EXPECT_LT(of_one, 600);
  EXPECT_FALSE(one.forget_silent(now));
  EXPECT_TRUE(one.forget_silent(now + 1ms));
  EXPECT_TRUE(one.is_mine("m1"));
  EXPECT_EQ(one.size(), 1U);
}

TEST(NewsTest, IsReadAsItWasWrittenOrNotAtAll) {
  const std::string text = write_news("n1", 7, {"{\"a\":1}", "{}"});
  const auto news = read_news(text);
  ASSERT_TRUE(news);
  EXPECT_EQ(news->node, "n1");
  EXPECT_EQ(news->first, 7);
  EXPECT_THAT(news->bodies, ElementsAre("{\"a\":1}", "{}"));
  for (const std::string_view wrong : {"", "n1", "n1 7", "n1 x\n{}", "n1 -1\n{}", "n1 7 8\n{}", "n1 99999999999\n{}"}) {
    EXPECT_FALSE(read_news(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace crownstar::hall
