#include "site/live/matches/seating.hpp"

#include "site/live/cluster/remote_presence.hpp"
#include "site/live/scenarios/node_parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class SeatingPartTest : public NodePartTest, public NewMatchObserver, public ReplicatedMatches {
 protected:
  SeatingPartTest() {
    replication->belong_to(replication);
    new_matches->belong_to(new_matches);
    seating->belong_to(seating);
  }

  void made(LiveMatch& live) override { made_now.push_back(live.id); }
  void events_came(LiveMatch&, const std::vector<match::Event>&, std::optional<store::MatchHeader>) override {}
  void release(LiveMatch&) override {}
  void refuse(Operation&, const Refused&) override {}
  // A command stays on its way until the test says otherwise.
  void submit(LiveMatch& live, Operation operation) override {
    live.commits.push(operation);
    submitted.push_back(std::move(operation));
  }

  // What a request was answered: "none" until there is an answer, then its code or the seat.
  template <typename T>
  Done<T> note() {
    codes.emplace_back("none");
    return [this, index = codes.size() - 1](const std::expected<T, Refused>& answer) {
      EXPECT_EQ(codes[index], "none") << "answered twice";
      codes[index] = answer ? seat_in(*answer) : answer.error().code;
    };
  }
  Done<void> note_done() {
    codes.emplace_back("none");
    return [this, index = codes.size() - 1](const std::expected<void, Refused>& answer) {
      codes[index] = answer ? "done" : answer.error().code;
    };
  }
  static std::string seat_in(const Sat& sat) { return std::to_string(sat.seat); }
  void create(const std::string& who, NewMatch request) {
    seating->create(guest(who), std::move(request), note<Sat>());
  }
  void join(const std::string& who, Join request) { seating->join(guest(who), std::move(request), note<Sat>()); }
  // A match that waits for its second player: seat 0 is ann's.
  LiveMatch& waiting(bool is_public = true) {
    create("ann", {blitz(), {}, false, is_public});
    store.answer();
    codes.clear();
    return *registry.find(made_now.back());
  }
  void answer_submitted(std::size_t index, const std::expected<Taken, Refused>& taken = Taken{}) {
    for (const Done<Taken>& answer : submitted.at(index).answers) answer(taken);
  }
  // A finished match whose players both want another one.
  LiveMatch& to_be_played_again() {
    LiveMatch& live = begun("m1", {person("ann"), person("ben")});
    for (const match::Command& each :
         {match::Command{1, -1, match::Resign{}, {}}, match::Command{0, -1, match::OfferRematch{}, {}},
          match::Command{1, -1, match::OfferRematch{}, {}}}) {
      const auto events = live.match->handle(each, now);
      EXPECT_TRUE(events) << events.error().reason;
      if (events) EXPECT_TRUE(live.match->apply(*events));
    }
    return live;
  }

  ToyEngines engines;
  EngineSeats engine_seats{context, *this, *this, *chat, &engines};
  RemotePresence presence{context, link, *audience, *chat};
  std::shared_ptr<Replication> replication =
      std::make_shared<Replication>(context, link, *this, *this, presence, *chat, 20s);
  std::shared_ptr<NewMatches> new_matches =
      std::make_shared<NewMatches>(context, *this, *this, *this, registry, engine_seats, *replication);
  std::shared_ptr<Seating> seating = std::make_shared<Seating>(context, *this, *this, *new_matches, registry,
                                                               engine_seats, *this, [this] { return ++drawn; });
  std::uint64_t drawn = 0;
  std::vector<std::string> made_now;
  std::deque<std::string> codes;
};

TEST_F(SeatingPartTest, AMatchIsThereOnceItIsStored) {
  create("ann", {blitz(), {}, false, true});
  EXPECT_THAT(codes, ElementsAre("none"));
  EXPECT_THAT(made_now, IsEmpty());
  EXPECT_EQ(context.open_writes, 1);
  store.answer();
  EXPECT_THAT(codes, ElementsAre("0"));
  ASSERT_THAT(made_now, SizeIs(1));
  LiveMatch* const live = registry.find(made_now[0]);
  ASSERT_NE(live, nullptr);
  EXPECT_EQ(live->details.host, "ann");
  EXPECT_EQ(live->seat_of("ann"), 0);
  EXPECT_EQ(live->match->number() + 1, static_cast<int>(store.rows[live->id].size()));
  EXPECT_EQ(registry.unfinished_of("ann"), 1);
  EXPECT_EQ(context.open_writes, 0);
  EXPECT_EQ(scheduled, 1);
}

TEST_F(SeatingPartTest, AMatchThatIsNotStoredIsNotThere) {
  create("ann", {blitz(), {}, false, true});
  store.failure = store::FailureKind::full;
  store.answer();
  EXPECT_THAT(codes, ElementsAre("store_unavailable"));
  EXPECT_THAT(made_now, IsEmpty());
  EXPECT_EQ(registry.unfinished_of("ann"), 0);
  EXPECT_EQ(context.counts.appends_failed, 1U);
  EXPECT_EQ(context.open_writes, 0);
}

TEST_F(SeatingPartTest, WhatCannotBeMadeIsRefusedBeforeAnythingIsStored) {
  using Kind = SeatRequest::Kind;
  create("ann", {terms_of("chess"), {}, false, true});
  create("ann", {blitz(), {{Kind::me, {}}}, false, true});
  create("ann", {blitz(), {{Kind::me, {}}, {Kind::me, {}}}, false, true});
  create("ann", {blitz(), {{Kind::me, {}}, {Kind::engine, "deep"}}, false, true});
  EXPECT_THAT(codes, ElementsAre("bad_terms", "bad_seats", "bad_seats", "no_such_engine"));
  is_memory_full = true;
  create("ann", {blitz(), {}, false, true});
  EXPECT_EQ(codes.back(), "busy");
  context.is_closing = true;
  create("ann", {blitz(), {}, false, true});
  EXPECT_EQ(codes.back(), "stopping");
  EXPECT_THAT(store.posted, IsEmpty());
}

TEST_F(SeatingPartTest, HowManyMatchesOneHasIsBounded) {
  for (int count = 0; count < limits::matches_of_a_player; ++count) {
    begun("b" + std::to_string(count), {person("ann"), person("ben")});
  }
  create("ann", {blitz(), {}, false, true});
  EXPECT_EQ(codes.back(), "too_many_matches");
  create("eva", {blitz(), {}, false, true});
  store.answer();
  EXPECT_EQ(codes.back(), "0");
  join("ben", {made_now.at(0), {}, {}});
  EXPECT_EQ(codes.back(), "too_many_matches");
}

TEST_F(SeatingPartTest, AMatchCountsFromTheRequestOn) {
  for (int count = 0; count + 1 < limits::matches_of_a_player; ++count) {
    begun("b" + std::to_string(count), {person("ann"), person("ben")});
  }
  create("eva", {blitz(), {}, false, true});
  store.answer();
  const std::string table = made_now.front();
  codes.clear();
  create("ann", {blitz(), {}, false, true});
  create("ann", {blitz(), {}, false, true});
  join("ann", {table, {}, {}});
  EXPECT_THAT(codes, ElementsAre("none", "too_many_matches", "too_many_matches"));
  store.failure = store::FailureKind::full;
  store.answer();
  store.failure.reset();
  EXPECT_EQ(codes.front(), "store_unavailable");
  join("ann", {table, {}, {}});
  create("ann", {blitz(), {}, false, true});
  EXPECT_EQ(codes.back(), "too_many_matches") << "a seat on its way counts too";
  answer_submitted(0, refused("store_unavailable", "later"));
  EXPECT_FALSE(seating->is_at_match_limit("ann")) << "what did not happen is given back";
  const std::vector<match::Player> players{person("ann"), person("cyd")};
  seating->begin({"m1", {}, true, *match::opening(*match::checked(blitz()), players, now)}, {"ann"},
                 [](const auto&) {});
  EXPECT_TRUE(seating->is_at_match_limit("ann")) << "so does one that the lobby begins";
  store.answer();
  EXPECT_TRUE(seating->is_at_match_limit("ann"));
  EXPECT_EQ(registry.unfinished_of("ann"), limits::matches_of_a_player);
}

TEST_F(SeatingPartTest, HowManyMatchesOneMakesInAMomentIsBounded) {
  for (int count = 0; count < limits::matches_made_of_a_player.burst; ++count) {
    create("ann", {terms_of("chess"), {}, false, true});
    EXPECT_EQ(codes.back(), "bad_terms");
  }
  create("ann", {terms_of("chess"), {}, false, true});
  EXPECT_NE(codes.back(), "bad_terms");
  create("ben", {terms_of("chess"), {}, false, true});
  EXPECT_EQ(codes.back(), "bad_terms");
}

TEST_F(SeatingPartTest, TwoWhoComeAtTheSameTimeGetTwoSeatsOrOneIsRefused) {
  const LiveMatch& live = waiting();
  join("ben", {live.id, {}, {}});
  join("cyd", {live.id, {}, {}});
  ASSERT_THAT(submitted, SizeIs(1)) << "the seat that was asked for counts as taken";
  EXPECT_EQ(submitted[0].command.seat, 1);
  EXPECT_THAT(codes, ElementsAre("none", "match_full"));
  answer_submitted(0);
  EXPECT_EQ(codes[0], "1");
}

TEST_F(SeatingPartTest, WhoCannotBeSeatedHearsWhy) {
  const LiveMatch& live = waiting();
  join("ben", {live.id, {}, 1});
  answer_submitted(0, refused("store_unavailable", "later"));
  join("ann", {live.id, {}, {}});
  join("ben", {"m9", {}, {}});
  EXPECT_THAT(codes, ElementsAre("store_unavailable", "0", "no_such_match"));
  begun("m1", {person("cyd"), person("dan")});
  join("ben", {"m1", {}, {}});
  EXPECT_EQ(codes.back(), "match_full");
}

TEST_F(SeatingPartTest, AMatchByLinkIsForWhoHasTheLink) {
  const LiveMatch& live = waiting(false);
  ASSERT_FALSE(live.details.code.empty());
  join("ben", {live.id, "guessed", {}});
  EXPECT_EQ(codes.back(), "bad_invitation");
  EXPECT_THAT(submitted, IsEmpty());
  join("ben", {live.id, live.details.code, {}});
  EXPECT_THAT(submitted, SizeIs(1));
}

TEST_F(SeatingPartTest, OnlyWhoSitsMayGetUp) {
  const LiveMatch& live = waiting();
  seating->leave(guest("ben"), live.id, note_done());
  EXPECT_EQ(codes.back(), "not_seated");
  seating->leave(guest("ann"), live.id, note_done());
  ASSERT_THAT(submitted, SizeIs(1));
  EXPECT_TRUE(submitted[0].is<match::CallOff>()) << "she is the host";
  EXPECT_TRUE(submitted[0].is_of_server());
  EXPECT_EQ(codes.back(), "none");
  answer_submitted(0);
  EXPECT_EQ(codes.back(), "done");
}

TEST_F(SeatingPartTest, WhoGetsUpGivesUpTheirOwnSeatOnly) {
  LiveMatch& live = waiting();
  ASSERT_TRUE(live.match->apply(*live.match->handle({1, -1, match::Sit{person("ben")}, {}}, now)));
  live.header.seats.push_back({1, store::PlayerKind::guest, "ben", "Ben", 0, false});
  seating->leave(guest("ben"), live.id, note_done());
  ASSERT_THAT(submitted, SizeIs(1));
  ASSERT_TRUE(submitted[0].is<match::Leave>());
  EXPECT_EQ(std::get<match::Leave>(submitted[0].command.what).player, "ben");
  answer_submitted(0, refused(match::refusal_code::seat_taken, "somebody else sits there"));
  EXPECT_EQ(codes.back(), "not_seated");
}

TEST_F(SeatingPartTest, OnlyTheHostFillsTheSeatsAndOneWhoCameFirstKeepsTheirs) {
  const LiveMatch& live = waiting();
  seating->fill(guest("ben"), live.id, "toy", note_done());
  seating->fill(guest("ann"), live.id, "deep", note_done());
  EXPECT_THAT(codes, ElementsAre("not_host", "no_such_engine"));
  seating->fill(guest("ann"), live.id, "toy", note_done());
  ASSERT_THAT(submitted, SizeIs(1));
  answer_submitted(0, refused(match::refusal_code::seat_taken, "ben sits there"));
  EXPECT_EQ(codes.back(), "done");
  seating->fill(guest("ann"), live.id, "toy", note_done());
  answer_submitted(1, refused("store_unavailable", "later"));
  EXPECT_EQ(codes.back(), "store_unavailable");
}

TEST_F(SeatingPartTest, AMatchThatIsAlreadyStoredUnderItsNameIsThatMatch) {
  LiveMatch& live = begun("m1", {person("ben"), person("ann")});
  std::vector<int> seats;
  seating->begin(match_to_begin("m1", now), {"ann", "ben", "eva"}, [&](auto given) { seats = given.value(); });
  store.answer();
  EXPECT_THAT(seats, ElementsAre(1, 0, -1)) << "whoever paired first has decided";
  EXPECT_THAT(made_now, IsEmpty());
  EXPECT_EQ(registry.find("m1"), &live);
}

TEST_F(SeatingPartTest, ARematchIsMadeOnceAndNamedInTheMatchBefore) {
  LiveMatch& live = to_be_played_again();
  seating->rematch(live);
  seating->rematch(live);
  EXPECT_TRUE(live.is_held());
  store.answer();
  ASSERT_THAT(made_now, SizeIs(1));
  const LiveMatch* const next = registry.find(made_now[0]);
  EXPECT_EQ(next->details.previous, "m1");
  EXPECT_EQ(next->seat_of("ben"), 0) << "the other one begins";
  ASSERT_THAT(submitted, SizeIs(1));
  ASSERT_TRUE(submitted[0].is<match::NameRematch>());
  EXPECT_EQ(std::get<match::NameRematch>(submitted[0].command.what).match, next->id);
  EXPECT_FALSE(live.rematch.under_way);
}

TEST_F(SeatingPartTest, ARematchThatIsNotStoredIsTriedAgainUnderTheSameName) {
  LiveMatch& live = to_be_played_again();
  seating->rematch(live);
  store.failure = store::FailureKind::broken;
  store.answer();
  store.failure.reset();
  EXPECT_THAT(made_now, IsEmpty());
  EXPECT_FALSE(live.is_held());
  seating->rematch(live);
  EXPECT_THAT(store.posted, IsEmpty()) << "not at once";
  now += 1s;
  seating->rematch(live);
  store.answer();
  ASSERT_THAT(made_now, SizeIs(1));
  submitted.clear();
  seating->rematch(live);
  store.answer();
  EXPECT_THAT(made_now, SizeIs(1)) << "it is found, not made twice";
  EXPECT_THAT(submitted, SizeIs(1));
}

TEST_F(SeatingPartTest, ARematchThatIsNotAgreedOrComesAtTheEndIsNotMade) {
  LiveMatch& running = begun("m2", {person("cyd"), person("dan")});
  seating->rematch(running);
  LiveMatch& live = to_be_played_again();
  context.is_closing = true;
  seating->rematch(live);
  EXPECT_THAT(store.posted, IsEmpty());
  EXPECT_FALSE(live.rematch.under_way);
}

TEST_F(SeatingPartTest, AnAnswerAfterTheEndReachesNobody) {
  create("ann", {blitz(), {}, false, true});
  new_matches.reset();
  seating.reset();
  store.answer();
  EXPECT_THAT(codes, ElementsAre("none"));
  EXPECT_THAT(made_now, IsEmpty());
}

}  // namespace
}  // namespace crownstar::live
