#include "site/live/matches/account_deletion.hpp"

#include "site/live/scenarios/whole_site_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::IsEmpty;
using testing::SizeIs;

class AccountDeletionTest : public WholeSiteTest {
 protected:
  void tell(const std::string& person, people::Change change) {
    parts->account_deletion.person_changed(guest(person), change);
    store.answer();
  }
};

TEST_F(AccountDeletionTest, WhoLeavesResignsAndHasNoSeatAnyMore) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  tell("ann", people::Change::leaves);
  EXPECT_TRUE(live.match->ended());
  EXPECT_EQ(store.headers["m1"].ending, "resignation");
  EXPECT_EQ(store.headers["m1"].result, "0-1");
  EXPECT_EQ(store.headers["m1"].seats[0], (store::SeatRow{0, store::PlayerKind::deleted, "", "", 0, false}));
  EXPECT_EQ(live.seat_of("ann"), -1);
  EXPECT_EQ(parts->registry.unfinished_of("ann"), 0);
}

TEST_F(AccountDeletionTest, TheMatchesOfOthersGoOn) {
  const LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  tell("eva", people::Change::leaves);
  EXPECT_FALSE(live.match->ended());
  EXPECT_EQ(live.seat_of("ann"), 0);
}

TEST_F(AccountDeletionTest, AMatchThatIsNotInMemoryIsReadAndGivenUp) {
  put_begun(store, "m1", {guest_player("ann"), guest_player("ben")}, blitz(), now);
  parts->registry.add(store.headers["m1"]);
  tell("ben", people::Change::leaves);
  EXPECT_EQ(store.headers["m1"].state, store::MatchState::over);
  EXPECT_EQ(store.headers["m1"].result, "1-0");
}

TEST_F(AccountDeletionTest, AtATableThatWaitsTheyGetUp) {
  LiveMatch& live = open_table(guest("ann"), {{SeatRequest::Kind::open, {}}, {SeatRequest::Kind::open, {}}});
  join(guest("ben"), live);
  store.answer();
  ASSERT_GE(live.seat_of("ben"), 0);
  tell("ben", people::Change::leaves);
  EXPECT_EQ(store.headers[live.id].state, store::MatchState::open) << "its host still waits for players";
  EXPECT_THAT(store.headers[live.id].seats, IsEmpty());
}

// Their row may be missing from the store by then; a guest's is also after a long absence.
TEST_F(AccountDeletionTest, WhoHadAskedForASeatBeforeDoesNotKeepIt) {
  LiveMatch& live = open_table(guest("ann"));
  parts->loader.unload(live);
  const Code ben = join(guest("ben"), live);
  ASSERT_FALSE(live.match) << "it is being read";
  tell("ben", people::Change::leaves);
  tell("ben", people::Change::is_gone);
  EXPECT_EQ(*ben, "") << "they got it";
  EXPECT_TRUE(live.match->ended());
  for (const store::SeatRow& row : store.headers[live.id].seats) EXPECT_NE(row.player, "ben");
  EXPECT_EQ(parts->audience.snapshot_of(live, -1, "")->find("Guest ben"), std::string::npos);
}

TEST_F(AccountDeletionTest, ATableWhoseHostLeavesWaitsForNobody) {
  LiveMatch& live = open_table(guest("ann"), {{SeatRequest::Kind::open, {}}, {SeatRequest::Kind::open, {}}});
  tell("ann", people::Change::leaves);
  EXPECT_EQ(store.headers[live.id].state, store::MatchState::over);
  EXPECT_EQ(live.details.host, "");
  EXPECT_EQ(read_details(store.headers[live.id].details).host, "");
}

TEST_F(AccountDeletionTest, ATableAtWhichItsHostSitsWaitsForNobodyEither) {
  LiveMatch& live = open_table(guest("ann"));
  tell("ann", people::Change::leaves);
  EXPECT_EQ(store.headers[live.id].state, store::MatchState::over);
  EXPECT_EQ(store.headers[live.id].ending, "abort");
}

TEST_F(AccountDeletionTest, AHeaderThatIsBeingStoredDoesNotBringThemBack) {
  LiveMatch& live = open_table(guest("ann"));
  const Code code = join(guest("ben"), live);
  ASSERT_TRUE(live.is_storing());
  tell("ben", people::Change::leaves);
  EXPECT_EQ(*code, "");
  EXPECT_EQ(live.seat_of("ben"), -1);
  EXPECT_TRUE(live.match->ended()) << "the match had begun with them";
  for (const store::SeatRow& row : store.headers[live.id].seats) EXPECT_NE(row.player, "ben");
}

TEST_F(AccountDeletionTest, WhatTheySaidIsForgotten) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  parts->chat.say(guest("ann"), {"m1", true, "good luck", {}}, [](const auto&) {});
  store.answer();
  ASSERT_THAT(live.chat.in(wire::Room::players), SizeIs(1));
  tell("ann", people::Change::leaves);
  EXPECT_THAT(live.chat.in(wire::Room::players), IsEmpty());
}

TEST_F(AccountDeletionTest, WhatASpectatorSaidIsForgottenToo) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  parts->chat.say(guest("eva"), {"m1", false, "well played", {}}, [](const auto&) {});
  store.answer();
  ASSERT_THAT(live.chat.in(wire::Room::spectators), SizeIs(1));
  tell("eva", people::Change::leaves);
  EXPECT_THAT(live.chat.in(wire::Room::spectators), IsEmpty());
  EXPECT_FALSE(live.match->ended());
}

// A node that stood still hears of the deletion first, and of the line afterwards.
TEST_F(AccountDeletionTest, WhatArrivesLateOfThemIsLookedForInTheStore) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  const wire::ChatLine line{1, wire::Room::spectators, "eva", "Eva", "well played", 1'700'000'000'000, false};
  parts->context.changed_people.note("eva", now);
  parts->chat.take(live, line);
  store.answer();
  EXPECT_THAT(live.chat.in(wire::Room::spectators), IsEmpty());
  now += 1min;
  parts->chat.take(live, line);
  EXPECT_THAT(live.chat.in(wire::Room::spectators), SizeIs(1)) << "nobody has heard of a change just now";
}

// In the store the seat is empty; here it is as it was asked for.
TEST_F(AccountDeletionTest, AMatchThatWasBeingStoredIsReadAgain) {
  parts->new_matches.store(
      "m1", {}, true,
      *match::opening(*match::checked(blitz()), std::vector{guest_player("ann"), guest_player("ben")}, now),
      [](const auto&) {});
  parts->context.changed_people.note("ben", now);
  const auto create = std::move(store.posted.front());
  store.posted.pop_front();
  create();
  store.headers["m1"].seats[1] = {1, store::PlayerKind::deleted, "", "", 0, false};
  store.answer();
  EXPECT_EQ(match_of("m1").seat_of("ben"), -1);
  EXPECT_EQ(store.headers["m1"].result, "1-0");
}

TEST_F(AccountDeletionTest, TheirSeekIsGone) {
  RecordingListener ann(guest("ann"));
  parts->audience.attach(ann);
  SeekRequest request;
  request.terms = blitz();
  parts->lobby.seek(guest("ann"), request, [](const auto&) {});
  ASSERT_THAT(parts->lobby.listed(), SizeIs(1));
  tell("ann", people::Change::leaves);
  EXPECT_THAT(parts->lobby.listed(), IsEmpty());
  parts->audience.detach(ann);
}

TEST_F(AccountDeletionTest, AMatchIsReadAgainOnceTheStoreNoLongerHasTheName) {
  const LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  tell("ann", people::Change::leaves);
  parts->account_deletion.person_changed(guest("ann"), people::Change::is_gone);
  EXPECT_FALSE(live.match) << "nobody sees the name any more";
  store.answer();
  EXPECT_TRUE(live.match);
}

TEST_F(AccountDeletionTest, WhoIsNotDeletedAfterAllHasTheirNameInTheStoreStill) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  const auto before = store.headers["m1"].seats;
  tell("ann", people::Change::leaves);
  store.headers["m1"].seats = before;
  tell("ann", people::Change::stays);
  EXPECT_EQ(live.seat_of("ann"), 0);
  EXPECT_TRUE(live.match->ended()) << "they have resigned";
}

TEST_F(AccountDeletionTest, AnotherNameThatIsAnsweredLateEndsNoDeletion) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  tell("ann", people::Change::leaves);
  tell("ann", people::Change::has_new_name);
  EXPECT_TRUE(parts->context.deleted_here.has("ann", now)) << "who sits down now is deleted all the same";
  store.headers["m1"].seats[0] = {0, store::PlayerKind::deleted, "", "", 0, false};
  parts->account_deletion.person_changed(guest("ann"), people::Change::is_gone);
  EXPECT_FALSE(live.match) << "it is read again, without the name";
  store.answer();
  EXPECT_TRUE(live.match);
}

TEST_F(AccountDeletionTest, AnotherNameIsForTheNextMatch) {
  const LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  parts->account_deletion.person_changed({"ann", "Anna", people::PersonKind::guest, {}}, people::Change::has_new_name);
  EXPECT_TRUE(live.match);
  EXPECT_THAT(store.posted, IsEmpty());
  EXPECT_EQ(live.header.seats[0].name, "Guest ann");
}

}  // namespace
}  // namespace crownstar::live
