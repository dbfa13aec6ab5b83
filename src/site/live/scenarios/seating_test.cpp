#include <gmock/gmock.h>

#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class SeatingTest : public LiveSiteTest {
 protected:
  NewMatch open_match(std::string game = "american", bool is_public = false) {
    return {terms_of(std::move(game)), {}, false, is_public};
  }
  const Person ann = guest("ann");
  const Person ben = guest("ben");
  const Person cyd = guest("cyd");
};

TEST_F(SeatingTest, TheFirstToOpenTheLinkSitsDown) {
  const auto made = create(ann, open_match());
  ASSERT_TRUE(made);
  EXPECT_EQ(made->seat, 0);
  EXPECT_THAT(made->code, Not(IsEmpty()));
  Attached host(*live, ann);
  ASSERT_TRUE(watch(host, made->match));
  EXPECT_EQ(join(cyd, {made->match, "", {}}).error().code, "bad_invitation");
  EXPECT_EQ(code_of(ann, made->match, match::Move{"11-15"}), "not_started");
  const auto sat = join(ben, {made->match, made->code, {}});
  ASSERT_TRUE(sat) << sat.error().reason;
  EXPECT_EQ(sat->seat, 1);
  EXPECT_EQ(join(ben, {made->match, made->code, {}})->seat, 1) << "who sits already is answered the same";
  EXPECT_EQ(join(cyd, {made->match, made->code, {}}).error().code, "match_full");
  EXPECT_EQ(host.last<wire::ServerSetup>().setup.seats[1].player->id, "ben");
  EXPECT_EQ(host.last<wire::ServerEvents>().status.phase, wire::Phase::running);
}

TEST_F(SeatingTest, TwoWhoComeAtTheSameTimeGetTwoSeats) {
  const auto made = create(ann, open_match("sternhalma:players=3", true));
  ASSERT_TRUE(made) << made.error().reason;
  std::vector<int> seats;
  const auto note = [&](const auto& sat) { seats.push_back(sat ? sat->seat : -1); };
  live->join(ben, {made->match, "", {}}, note);
  live->join(cyd, {made->match, "", {}}, note);
  settle();
  EXPECT_THAT(seats, testing::UnorderedElementsAre(1, 2));
  EXPECT_EQ(status(made->match).phase, match::Phase::playing);
}

TEST_F(SeatingTest, GettingUpBeforeTheStart) {
  const auto made = create(ann, open_match("sternhalma:players=3", true));
  ASSERT_TRUE(join(ben, {made->match, "", 2}));
  ASSERT_TRUE(answer_of<void>([&](auto done) { live->leave(ben, made->match, done); }));
  EXPECT_EQ(answer_of<void>([&](auto done) { live->leave(ben, made->match, done); }).error().code, "not_seated");
  ASSERT_TRUE(join(cyd, {made->match, "", 2}));
  ASSERT_TRUE(join(ben, {made->match, "", 1}));
  restart();
  EXPECT_EQ(look(made->match, [](const match::Match& each) { return each.seat(2).player->id; }), "cyd");
  EXPECT_EQ(answer_of<void>([&](auto done) { live->leave(ben, made->match, done); }).error().code, "already_started");
}

TEST_F(SeatingTest, ATableIsOffWhenItsHostGetsUpAndNotWhenAGuestDoes) {
  const auto made = create(ann, open_match("sternhalma:players=3", true));
  ASSERT_TRUE(join(ben, {made->match, "", {}}));
  ASSERT_TRUE(answer_of<void>([&](auto done) { live->leave(ben, made->match, done); }));
  EXPECT_THAT(live->lobby_matches(), SizeIs(1));
  ASSERT_TRUE(join(ben, {made->match, "", {}}));
  ASSERT_TRUE(answer_of<void>([&](auto done) { live->leave(ann, made->match, done); }));
  EXPECT_THAT(live->lobby_matches(), IsEmpty());
  EXPECT_EQ(join(cyd, {made->match, "", {}}).error().code, "match_full");
  EXPECT_EQ(status(made->match).ending, match::EndKind::abort);
  restart();
  EXPECT_EQ(status(made->match).ending, match::EndKind::abort);
}

TEST_F(SeatingTest, LotsAreDrawnForTheFirstGame) {
  int first = 0;
  for (int count = 0; count < 16; ++count) {
    now += 10s;
    const auto made = create(ann, {terms_of("american"), {}, true, true});
    ASSERT_TRUE(made) << made.error().reason;
    first += made->seat == 0 ? 1 : 0;
  }
  EXPECT_GT(first, 0);
  EXPECT_LT(first, 16);
}

TEST_F(SeatingTest, EnginesFillASixSeatStar) {
  const auto made = create(ann, open_match("sternhalma:players=6", true));
  ASSERT_TRUE(made) << made.error().reason;
  ASSERT_TRUE(join(ben, {made->match, "", 3}));
  EXPECT_EQ(answer_of<void>([&](auto done) { live->fill(ben, made->match, "toy", done); }).error().code, "not_host");
  EXPECT_EQ(answer_of<void>([&](auto done) { live->fill(ann, made->match, "deep", done); }).error().code,
            "no_such_engine");
  const auto filled = answer_of<void>([&](auto done) { live->fill(ann, made->match, "toy", done); });
  ASSERT_TRUE(filled) << filled.error().reason;
  EXPECT_EQ(status(made->match).phase, match::Phase::playing);
  for (int round = 0; round < 3; ++round) {
    play({ann, ann, ann, ben}, made->match, 1);
    for (const int seat : {1, 2}) {
      ASSERT_THAT(engines.asked, SizeIs(1));
      EXPECT_EQ(engines.asked.front().seat, seat);
      engines.play();
      settle();
    }
    play({ann, ann, ann, ben}, made->match, 1);
    for (int seat = 4; seat < 6; ++seat) {
      engines.play();
      settle();
    }
  }
  EXPECT_EQ(status(made->match).moves, 18);
  // One leaves, and the others play on.
  ASSERT_EQ(code_of(ann, made->match, match::Resign{}), "");
  EXPECT_EQ(status(made->match).phase, match::Phase::playing);
  EXPECT_EQ(turn(made->match), 1);
}

TEST_F(SeatingTest, AnEngineAnswersAfterARestart) {
  const auto made = create(
      ann, {terms_of("american"), {{SeatRequest::Kind::engine, "toy"}, {SeatRequest::Kind::me, ""}}, false, false});
  ASSERT_TRUE(made) << made.error().reason;
  ASSERT_THAT(engines.asked, SizeIs(1));
  restart();
  settle();
  ASSERT_THAT(engines.asked, SizeIs(1));
  engines.play();
  settle();
  EXPECT_EQ(status(made->match).moves, 1);
}

TEST_F(SeatingTest, ALateAnswerIsDropped) {
  const auto made = create(ann, {terms_of("american", fischer(60s, 0s)),
                                 {{SeatRequest::Kind::me, ""}, {SeatRequest::Kind::engine, "toy"}},
                                 false,
                                 false});
  play({ann}, made->match, 1);
  ASSERT_THAT(engines.asked, SizeIs(1));
  const auto late = engines.asked.front();
  ASSERT_EQ(code_of(ann, made->match, match::Resign{}), "");
  late.done(late.move);
  settle();
  EXPECT_EQ(status(made->match).moves, 1);
  EXPECT_THAT(engines.forgotten, Contains(late.ticket));
}

TEST_F(SeatingTest, AFailingEngineIsAskedAgainAndThenGivesUp) {
  const auto made = create(
      ann, {terms_of("american"), {{SeatRequest::Kind::me, ""}, {SeatRequest::Kind::engine, "toy"}}, false, false});
  Attached host(*live, ann);
  ASSERT_TRUE(watch(host, made->match));
  play({ann}, made->match, 1);
  engines.answer(std::unexpected(EngineFailure{"too much to do", EngineFailure::Kind::busy}));
  pass(5s);
  engines.answer(std::unexpected(EngineFailure{"it broke"}));
  EXPECT_THAT(engines.asked, IsEmpty());
  pass(5s);
  engines.answer("1-2");
  settle();
  pass(5s);
  ASSERT_THAT(engines.asked, SizeIs(1));
  EXPECT_EQ(status(made->match).phase, match::Phase::playing);
  engines.answer(std::unexpected(EngineFailure{"it broke again"}));
  settle();
  EXPECT_EQ(status(made->match).ending, match::EndKind::resignation);
  EXPECT_THAT(host.last<wire::ServerChat>().line.text, HasSubstr("gives up"));
}

TEST_F(SeatingTest, AnEngineThatIsNoLongerThereGivesUpAndOneThatIsBusyIsWaitedFor) {
  const auto made = create(
      ann, {terms_of("american"), {{SeatRequest::Kind::me, ""}, {SeatRequest::Kind::engine, "toy"}}, false, false});
  Attached host(*live, ann);
  ASSERT_TRUE(watch(host, made->match));
  play({ann}, made->match, 1);
  for (int count = 0; count < 20; ++count) {
    engines.answer(std::unexpected(EngineFailure{"too much to do", EngineFailure::Kind::busy}));
    pass(5s);
  }
  EXPECT_EQ(status(made->match).phase, match::Phase::playing);
  for (int count = 0; count < 3; ++count) {
    ASSERT_THAT(engines.asked, SizeIs(1));
    engines.answer(std::unexpected(EngineFailure{"there is no engine \"toy\"", EngineFailure::Kind::absent}));
    pass(3s);
  }
  EXPECT_EQ(status(made->match).ending, match::EndKind::resignation);
  EXPECT_THAT(host.last<wire::ServerChat>().line.text, HasSubstr("gives up"));
}

TEST_F(SeatingTest, AnEngineLetsTakeBackAndPlaysItsDrawsOut) {
  const auto made = create(
      ann, {terms_of("american"), {{SeatRequest::Kind::me, ""}, {SeatRequest::Kind::engine, "toy"}}, false, false});
  play({ann}, made->match, 1);
  engines.play();
  settle();
  ASSERT_EQ(code_of(ann, made->match, match::OfferTakeback{}), "");
  settle();
  EXPECT_EQ(status(made->match).moves, 0);
  for (int count = 0; count < 2; ++count) {
    play({ann}, made->match, 1);
    engines.play();
    settle();
  }
  play({ann}, made->match, 1);
  ASSERT_THAT(engines.asked, SizeIs(1));
  const auto ticket = engines.asked.front().ticket;
  ASSERT_EQ(code_of(ann, made->match, match::OfferDraw{}), "");
  settle();
  EXPECT_FALSE(status(made->match).draw);
  EXPECT_EQ(status(made->match).phase, match::Phase::playing);
  ASSERT_THAT(engines.asked, SizeIs(1));
  EXPECT_EQ(engines.asked.front().ticket, ticket) << "an offer is no reason to think again";
}

TEST_F(SeatingTest, ARematchSwapsTheColoursAndTellsBoth) {
  const std::string id = match_of(blitz(), {ann, ben});
  Attached left(*live, ann);
  Attached right(*live, ben);
  ASSERT_TRUE(watch(left, id));
  ASSERT_EQ(code_of(ann, id, match::Resign{}), "");
  ASSERT_EQ(code_of(ann, id, match::OfferRematch{}), "");
  ASSERT_EQ(code_of(ben, id, match::AnswerRematch{true}), "");
  settle();
  const std::string next = status(id).next;
  ASSERT_NE(next, "");
  EXPECT_EQ(look(next, [](const match::Match& each) { return each.seat(0).player->id; }), "ben");
  EXPECT_EQ(left.last<wire::ServerEvents>().status.next, next);
  EXPECT_EQ(left.last<wire::ServerPaired>().seat, 1);
  EXPECT_EQ(right.last<wire::ServerPaired>().match, next);
  const auto found = answer_of<MatchSummary>([&](auto done) { live->find(next, done); });
  EXPECT_EQ(found->previous, id);
  ASSERT_EQ(code_of(ben, next, match::Resign{}), "");
  ASSERT_EQ(code_of(ben, next, match::OfferRematch{}), "");
  ASSERT_EQ(code_of(ann, next, match::AnswerRematch{true}), "");
  settle();
  EXPECT_EQ(look(status(next).next, [](const match::Match& each) { return each.seat(0).player->id; }), "ann");
}

TEST_F(SeatingTest, SeatsRotateInTheStar) {
  const std::string id = match_of(terms_of("sternhalma:players=3"), {ann, ben, cyd});
  ASSERT_EQ(code_of(ann, id, match::Resign{}), "");
  ASSERT_EQ(code_of(ben, id, match::Resign{}), "");
  ASSERT_EQ(status(id).phase, match::Phase::over);
  ASSERT_EQ(code_of(cyd, id, match::OfferRematch{}), "");
  ASSERT_EQ(code_of(ann, id, match::AnswerRematch{true}), "");
  EXPECT_EQ(status(id).next, "") << "one has not answered";
  ASSERT_EQ(code_of(ben, id, match::AnswerRematch{true}), "");
  settle();
  EXPECT_EQ(look(status(id).next, [](const match::Match& each) { return each.seat(0).player->id; }), "ben");
}

TEST_F(SeatingTest, ARematchIsNamedWhenTheStoreTakesItAgain) {
  const std::string id = match_of(blitz(), {ann, ben});
  ASSERT_EQ(code_of(ann, id, match::Resign{}), "");
  ASSERT_EQ(code_of(ann, id, match::OfferRematch{}), "");
  std::optional<bool> is_taken;
  live->command(ben, {id, "", {-1, 1 << 20, match::AnswerRematch{true}, {}}}, 0ms, [&](const auto& taken) {
    is_taken = taken.has_value();
    test_store->failure = store::FailureKind::full;
  });
  ASSERT_TRUE(mailbox.run_until([&] { return is_taken.has_value(); }));
  pass(3s);
  EXPECT_EQ(status(id).next, "");
  test_store->failure.reset();
  pass(3s);
  EXPECT_NE(status(id).next, "");
}

TEST_F(SeatingTest, NobodyHasTooManyMatches) {
  std::string last;
  for (int count = 0; count <= limits::matches_of_a_player; ++count) {
    now += 60s;
    const auto made = create(ann, open_match());
    last = made ? "" : made.error().code;
    ASSERT_EQ(last.empty(), count < limits::matches_of_a_player) << count << ": " << last;
  }
  EXPECT_EQ(last, "too_many_matches");
  EXPECT_EQ(create(ben, {terms_of("ludo"), {}, true, false}).error().code, "bad_terms");
  EXPECT_EQ(create(ben, {terms_of("american"), {{}, {}, {}}, true, false}).error().code, "bad_seats");
}

TEST_F(SeatingTest, WhoIsDeletedGivesUpAndIsForgotten) {
  const std::string id = match_of(blitz(), {ann, ben});
  play({ann, ben}, id, 3);
  live->person_changed(ben, people::Change::leaves);
  settle();
  live->person_changed(ben, people::Change::is_gone);
  settle();
  const auto found = answer_of<MatchSummary>([&](auto done) { live->find(id, done); });
  EXPECT_EQ(found->header.ending, "resignation");
  EXPECT_EQ(found->header.seats[1].kind, store::PlayerKind::deleted);
  EXPECT_EQ(found->header.seats[1].name, "");
  const auto snapshot = answer_of<Text>([&](auto done) { live->snapshot(ann, id, done); });
  EXPECT_EQ((*snapshot)->find(ben.name), std::string::npos) << **snapshot;
  EXPECT_EQ((*snapshot)->find(ben.id), std::string::npos) << **snapshot;
  restart();
  EXPECT_EQ(status(id).ending, match::EndKind::resignation) << "and it still replays";
}

TEST_F(SeatingTest, WhoMadeAMatchTakesItBackBeforeItBegins) {
  const auto made = create(ann, {blitz(), {{}, {}}, false, false});
  ASSERT_TRUE(made);
  ASSERT_TRUE(join(ben, {made->match, made->code, {}}));
  Attached waiting(*live, ben);
  ASSERT_TRUE(watch(waiting, made->match));
  EXPECT_EQ(code_of(cyd, made->match, match::Abort{}), "not_seated");
  EXPECT_EQ(code_of(ben, made->match, match::Abort{}), "not_started");
  EXPECT_EQ(code_of(ann, made->match, match::Resign{}), "not_seated");
  EXPECT_EQ(code_of(ann, made->match, match::Abort{}), "");
  EXPECT_EQ(waiting.last<wire::ServerEvents>().status.phase, wire::Phase::over);
  EXPECT_EQ(code_of(ann, made->match, match::Abort{}), "over");
  EXPECT_EQ(join(cyd, {made->match, made->code, {}}).error().code, "match_full");
  // With a seat of its own too; and never once it is played.
  const auto seated = create(ann, open_match());
  ASSERT_EQ(seated->seat, 0);
  EXPECT_EQ(code_of(ann, seated->match, match::Abort{}), "");
  const auto played = create(ann, {blitz(), {{}, {}}, false, true});
  ASSERT_TRUE(join(ben, {played->match, "", {}}));
  ASSERT_TRUE(join(cyd, {played->match, "", {}}));
  EXPECT_EQ(code_of(ann, played->match, match::Abort{}), "already_started");
  EXPECT_EQ(status(played->match).phase, match::Phase::playing);
}

TEST_F(SeatingTest, SeatsMayBeKeptForSomebody) {
  NewMatch request{blitz(), {{}, {}}, false, false};
  request.kept_for = {"cyd"};
  EXPECT_EQ(create(ann, request).error().code, "bad_seats");
  request.kept_for = {"cyd", "ben"};
  const auto made = create(ann, request);
  ASSERT_TRUE(made);
  restart();
  EXPECT_EQ(join(ann, {made->match, made->code, {}}).error().code, "not_invited") << "not even who made it";
  EXPECT_EQ(join(ben, {made->match, "wrong", {}}).error().code, "bad_invitation");
  EXPECT_EQ(join(ben, {made->match, made->code, 0})->seat, 1) << "the seat that is theirs";
  EXPECT_EQ(join(cyd, {made->match, made->code, {}})->seat, 0);
  EXPECT_EQ(status(made->match).phase, match::Phase::playing);
}

// No seat leads to who only made a match: their id must go from it in time.
TEST_F(SeatingTest, WhoMadeAMatchForOthersLeavesNothingInIt) {
  const auto kept_of = [&](const std::string& id) {
    std::string details;
    bool is_read = false;
    test_store->find_match(id, [&](auto header) {
      details = (*header)->details;
      is_read = true;
    });
    EXPECT_TRUE(mailbox.run_until([&] { return is_read; }));
    return details;
  };
  const auto played = create(ann, {blitz(), {{}, {}}, false, true});
  ASSERT_TRUE(played);
  EXPECT_EQ(played->seat, -1);
  ASSERT_TRUE(join(ben, {played->match, "", {}}));
  ASSERT_TRUE(join(cyd, {played->match, "", {}}));
  EXPECT_NE(kept_of(played->match).find(ann.id), std::string::npos);
  ASSERT_EQ(code_of(ben, played->match, match::Resign{}), "");
  EXPECT_EQ(kept_of(played->match).find(ann.id), std::string::npos);
  const auto open = create(ann, {blitz(), {{}, {}}, false, true});
  ASSERT_TRUE(open);
  live->person_changed(ann, people::Change::leaves);
  settle();
  live->person_changed(ann, people::Change::is_gone);
  settle();
  EXPECT_EQ(kept_of(open->match).find(ann.id), std::string::npos);
  EXPECT_EQ(status(open->match).phase, match::Phase::over) << "nobody can be let in any more";
  // And those for whom seats were kept, when nobody needs to know it any more.
  for (const bool is_begun : {true, false}) {
    NewMatch request{blitz(), {{}, {}}, false, false};
    request.kept_for = {ben.id, cyd.id};
    const auto kept = create(ben, request);
    ASSERT_TRUE(kept);
    EXPECT_NE(kept_of(kept->match).find(cyd.id), std::string::npos);
    if (is_begun) {
      ASSERT_TRUE(join(ben, {kept->match, kept->code, {}}));
      ASSERT_TRUE(join(cyd, {kept->match, kept->code, {}}));
    } else {
      ASSERT_EQ(code_of(ben, kept->match, match::Abort{}), "");
    }
    EXPECT_EQ(kept_of(kept->match).find(cyd.id), std::string::npos);
  }
}

}  // namespace
}  // namespace crownstar::live
