// Two nodes with one store and one bus: whoever is on either plays the same matches.
#include "site/live/scenarios/nodes_test.hpp"

#include <algorithm>

#include <gmock/gmock.h>

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(NodesTest, AMatchMovesOnTwoNodesAndIsSeenOnBoth) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  Attached here(*live, ann);
  Attached there(*second, ben);
  watch_on(*live, here, id);
  watch_on(*second, there, id);
  settle();
  const int before = status(id).number;
  ASSERT_TRUE(move_on(*live, ann, id, "11-15"));
  settle();
  ASSERT_TRUE(move_on(*second, ben, id, "22-18"));
  settle();
  ASSERT_TRUE(move_on(*live, ann, id, "15x22"));
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
  const auto first = move_on(*live, ann, id, "11-15", "r1");
  const auto again = move_on(*second, ann, id, "11-15", "r1");
  ASSERT_TRUE(first);
  ASSERT_TRUE(again) << again.error().reason;
  EXPECT_EQ(again->first, first->first);
  EXPECT_EQ(again->last, first->last);
  exchange->mend();
  both_pass(1s);
  const auto third = move_on(*live, ann, id, "11-15", "r1");
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
  EXPECT_EQ(looker.last<wire::ServerEvents>().status.phase, wire::Phase::over);
}

// The other node ends it, by the header that it has.
TEST_F(NodesTest, AMatchInWhichTheComputerPlaysForSomebodyIsUnratedOnTheOtherToo) {
  const std::vector<Person> players{account("dan"), account("eva"), account("fay")};
  for (const Person& player : players) keep_account(player);
  match::Terms terms = terms_of("sternhalma:players=3", fischer(600s, 5s));
  terms.is_rated = true;
  const std::string id = match_of(terms, players);
  {
    Attached leaves(*live, players[0]);
    watch_on(*live, leaves, id);
    play(players, id, 3);
  }
  until_moves(*second, id, 3);
  both_pass(31s);
  both_pass(3s);
  ASSERT_EQ(code_of(players[1], id, match::Substitute{{"toy", "", match::PlayerKind::engine, 0, false}}), "");
  settle();
  const auto there = answer_of<MatchSummary>([&](auto done) { second->find(id, done); });
  ASSERT_TRUE(there) << there.error().reason;
  EXPECT_FALSE(there->header.is_rated);
  for (const Person& leaves : {players[1], players[2]}) {
    const auto taken = answer_of<Taken>(
        [&](auto done) { second->command(leaves, {id, "", {-1, 1 << 20, match::Resign{}, {}}}, 0ms, done); });
    ASSERT_TRUE(taken) << taken.error().reason;
    settle();
  }
  EXPECT_EQ(status_on(*second, id).phase, match::Phase::over);
  std::optional<bool> has_rating;
  test_store->ratings_of("eva", [&](auto rows) { has_rating = rows && !rows->empty(); });
  ASSERT_TRUE(mailbox.run_until([&] { return has_rating.has_value(); }));
  EXPECT_FALSE(*has_rating);
}

TEST_F(NodesTest, AMissedTurnIsKnownAndUnratedOnTheOtherToo) {
  const std::vector<Person> players{account("dan"), account("eva"), account("fay")};
  for (const Person& player : players) keep_account(player);
  match::Terms terms = terms_of("sternhalma:players=3", {match::ClockKind::turn, 0s, 30s, 3});
  terms.is_rated = true;
  const std::string id = match_of(terms, players);
  play(players, id, 3);
  until_moves(*second, id, 3);
  const std::size_t before = stored_events(id);
  both_pass(32s);
  both_pass(3s);
  EXPECT_EQ(stored_events(id), before + 1) << "missed once";
  for (LiveSite* const site : {live.get(), second.get()}) {
    EXPECT_EQ(status_on(*site, id).clocks.at(0).periods, 2);
    const auto there = answer_of<MatchSummary>([&](auto done) { site->find(id, done); });
    ASSERT_TRUE(there) << there.error().reason;
    EXPECT_FALSE(there->header.is_rated);
  }
}

TEST_F(NodesTest, AFlagFallsOnceWhoeverLooksAfterIt) {
  std::vector<std::string> ids;
  for (int count = 0; count < 8; ++count) {
    ids.push_back(match_of(terms_of("american", fischer(60s, 0s)), {ann, ben}));
    play({ann, ben}, ids.back(), 2);
    until_moves(*second, ids.back(), 2);
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

TEST_F(NodesTest, AMoveThatIsToldWhileTheStoreIsReadIsNotForgotten) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  play({ann, ben}, id, 2);
  settle();
  test_store->held_reading = 2;  // the first loads the match, the other looks for what came in the meantime
  until_moves(*second, id, 2);
  ASSERT_TRUE(mailbox.run_until([&] { return test_store->held_answer != nullptr; }));
  play({ann, ben}, id, 1);
  settle();
  EXPECT_EQ(status_on(*second, id).moves, 2);
  std::exchange(test_store->held_answer, nullptr)();
  settle();
  EXPECT_EQ(status_on(*second, id).moves, 3);
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

// Neither who has no seat in it nor that nobody has joined yet may be said by a copy that may be old.
TEST_F(NodesTest, WhoCannotBeLookedUpIsToldToWait) {
  const auto made = create(ann, {terms_of("american"), {}, false, false});
  ASSERT_TRUE(made);
  const std::string& id = made->match;
  EXPECT_EQ(status_on(*second, id).moves, 0);
  settle();
  exchange->cut();
  ASSERT_TRUE(join(ben, {id, made->code, 1}));
  test_store->unreadable = id;
  for (const Person& person : {ann, ben}) {
    const auto refusal = move_on(*second, person, id, "11-15");
    ASSERT_FALSE(refusal);
    EXPECT_EQ(refusal.error().code, "store_unavailable") << person.id;
  }
  test_store->unreadable.clear();
  EXPECT_EQ(move_on(*second, cyd, id, "11-15").error().code, "not_seated");
  EXPECT_TRUE(move_on(*second, ann, id, "11-15"));
  EXPECT_TRUE(move_on(*second, ben, id, "22-18"));
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

// The node that looks after the clock learns of the refusal by a flag that it cannot store; the other knows that the
// move came in time.
TEST_F(NodesTest, WhatOneNodeWasRefusedTheOtherDoesNotCharge) {
  for (int game = 0; game < 8; ++game) {
    const std::string id = match_of(terms_of("american", fischer(60s, 0s)), {ann, ben});
    ASSERT_TRUE(move_on(*live, ann, id, "11-15"));
    settle();
    ASSERT_TRUE(move_on(*second, ben, id, "22-18"));
    settle();
    both_pass(50s);
    test_store->failure = store::FailureKind::busy;
    LiveSite& at = game % 2 == 0 ? *live : *second;
    const auto refusal = move_on(at, ann, id, "15x22");
    ASSERT_FALSE(refusal);
    EXPECT_EQ(refusal.error().code, "store_unavailable");
    for (int passed = 0; passed < 40; ++passed) both_pass(1s);
    test_store->failure.reset();
    for (int passed = 0; passed < 4; ++passed) both_pass(1s);
    EXPECT_EQ(status(id).ending, std::nullopt);
    for (int tries = 0; tries < 1000 && status_on(*second, id) != status(id); ++tries) settle();
    ASSERT_EQ(status_on(*second, id), status(id));
    EXPECT_LE(status(id).clocks[0].left, 10s);
    EXPECT_GE(status(id).clocks[0].left, 5s) << "all but the last seconds was refused";
    EXPECT_TRUE(move_on(at, ann, id, "15x22"));
    settle();
  }
}

// Each says to its own listeners when, and counts from there.
TEST_F(NodesTest, ATurnIsCountedFromWhenItsNodeWasTold) {
  const std::string id = match_of(terms_of("american", fischer(60s, 0s)), {ann, ben});
  Attached there(*second, ben);
  watch_on(*second, there, id);
  ASSERT_TRUE(move_on(*live, ann, id, "11-15"));
  settle();
  ASSERT_TRUE(move_on(*second, ben, id, "22-18"));
  settle();
  ASSERT_TRUE(move_on(*live, ann, id, first_legal(id)));
  now += 6s;  // on its way
  until_moves(*second, id, 3);
  EXPECT_EQ(there.last<wire::ServerEvents>().status.clocks.at(1).left_ms, 60'000);
  now += 3s;
  ASSERT_TRUE(move_on(*second, ben, id, first_legal(id)));
  settle();
  EXPECT_EQ(status(id).clocks[1].left, 57s);
  EXPECT_EQ(status_on(*second, id).clocks[1].left, 57s);
}

TEST_F(NodesTest, OneNodeAsksTheEngine) {
  NewMatch request{
      terms_of("american"), {{SeatRequest::Kind::me, ""}, {SeatRequest::Kind::engine, "toy"}}, false, false};
  const auto made = create(ann, request);
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

TEST_F(NodesTest, ANodeWithoutTheEngineLeavesTheTurnToTheOthersAndGivesItsSeatUpInTheEnd) {
  NewMatch request{
      terms_of("american"), {{SeatRequest::Kind::me, ""}, {SeatRequest::Kind::engine, "toy"}}, false, false};
  const auto made = create(ann, request);
  ASSERT_TRUE(made) << made.error().reason;
  settle();
  Attached host(*live, ann);
  ASSERT_TRUE(watch(host, made->match));
  status_on(*second, made->match);
  const auto absent = [](ToyEngines& toys) {
    if (toys.asked.empty()) return false;
    toys.answer(std::unexpected(EngineFailure{"there is no engine \"toy\"", EngineFailure::Kind::absent}));
    return true;
  };
  ASSERT_TRUE(move_on(*second, ann, made->match, "11-15"));
  settle();
  ASSERT_TRUE(absent(second_engines));
  for (int count = 0; count < 20 && engines.asked.empty(); ++count) {
    both_pass(1s);
    ASSERT_FALSE(absent(second_engines)) << "it has been told that it is not there";
  }
  ASSERT_THAT(engines.asked, SizeIs(1)) << "who has it comes in";
  engines.play();
  settle();
  EXPECT_EQ(status(made->match).moves, 2);

  // Now it is nowhere.
  ASSERT_TRUE(move_on(*second, ann, made->match, first_legal(made->match)));
  settle();
  const Instant moved = now;
  int asked = 0;
  for (; now < moved + 60s && status(made->match).phase == match::Phase::playing; both_pass(1s)) {
    asked += static_cast<int>(absent(engines)) + static_cast<int>(absent(second_engines));
  }
  EXPECT_EQ(status(made->match).ending, match::EndKind::resignation);
  EXPECT_GE(now, moved + 24s) << "whoever has it may come in until then";
  EXPECT_LE(asked, 8) << "once by each, and three times before the seat is given up";
  EXPECT_EQ(status_on(*second, made->match).ending, match::EndKind::resignation);
  const auto lines = host.all<wire::ServerChat>();
  EXPECT_EQ(std::ranges::count(lines, wire::Room::players, [](const auto& each) { return each.line.room; }), 1);
}

}  // namespace
}  // namespace crownstar::live
