#include "site/live/matches/empty_seats.hpp"

#include "site/live/scenarios/whole_site_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::IsEmpty;

// An account is deleted in the store, and this site is not the one that does it.
class EmptySeatsTest : public WholeSiteTest {
 protected:
  void delete_beside(const std::string& person, const std::string& id) {
    store::MatchHeader& header = store.headers[id];
    for (store::SeatRow& row : header.seats) {
      if (row.player == person) row = {row.seat, store::PlayerKind::deleted, "", "", 0, false};
    }
    MatchDetails details = read_details(header.details);
    if (details.host == person) details.host.clear();
    std::ranges::replace(details.kept_for, person, std::string());
    header.details = write_details(details);
  }
  void hear_of(const std::string& person) {
    parts->cluster.person_changed_elsewhere(person);
    store.answer();
  }
  void open() {
    bool is_opened = false;
    parts->recovery.open([&](const auto& opened) { is_opened = opened.has_value(); });
    store.answer();
    EXPECT_TRUE(is_opened);
  }

  const match::Terms casual = terms_of("american");  // without a clock
};

TEST_F(EmptySeatsTest, AMatchInMemoryIsGivenUp) {
  begun("m1", {guest_player("ann"), guest_player("ben")}, casual);
  delete_beside("ben", "m1");
  hear_of("ben");
  EXPECT_EQ(store.headers["m1"].ending, "resignation");
  EXPECT_EQ(store.headers["m1"].result, "1-0");
}

TEST_F(EmptySeatsTest, AMatchThatIsNotInMemoryIsReadForIt) {
  put_begun(store, "m1", {guest_player("ann"), guest_player("ben")}, casual, now);
  open();
  ASSERT_FALSE(match_of("m1").match);
  delete_beside("ann", "m1");
  hear_of("ann");
  EXPECT_EQ(store.headers["m1"].result, "0-1");
}

TEST_F(EmptySeatsTest, AtTheStartWhatWasEmptiedBeforeIsGivenUp) {
  put_begun(store, "m1", {guest_player("ann"), guest_player("ben")}, casual, now);
  put_begun(store, "m2", {guest_player("ann"), guest_player("eva")}, casual, now);
  delete_beside("ben", "m1");
  open();
  EXPECT_EQ(store.headers["m1"].result, "1-0");
  EXPECT_EQ(store.headers["m2"].state, store::MatchState::running) << "all are there who play it";
}

TEST_F(EmptySeatsTest, OfThreeTheOthersPlayOn) {
  LiveMatch& live =
      begun("m1", {guest_player("ann"), guest_player("ben"), guest_player("eva")}, terms_of("sternhalma:players=3"));
  delete_beside("ben", "m1");
  hear_of("ben");
  EXPECT_EQ(store.headers["m1"].state, store::MatchState::running);
  ASSERT_TRUE(live.match);
  EXPECT_FALSE(live.match->is_playing(1));
  EXPECT_TRUE(live.match->is_playing(0));
  const auto rows = store.rows["m1"].size();
  hear_of("ann");
  EXPECT_EQ(store.rows["m1"].size(), rows) << "once is enough";
}

TEST_F(EmptySeatsTest, AtATableThatWaitsTheSeatIsFreeAgain) {
  LiveMatch& live = open_table(guest("ann"), {{SeatRequest::Kind::open, {}}, {SeatRequest::Kind::open, {}}});
  join(guest("ben"), live);
  store.answer();
  delete_beside("ben", live.id);
  hear_of("ben");
  EXPECT_EQ(store.headers[live.id].state, store::MatchState::open);
  EXPECT_THAT(store.headers[live.id].seats, IsEmpty());
}

TEST_F(EmptySeatsTest, ATableWithoutItsHostWaitsForNobody) {
  LiveMatch& live = open_table(guest("ann"), {{SeatRequest::Kind::open, {}}, {SeatRequest::Kind::open, {}}});
  delete_beside("ann", live.id);
  hear_of("ann");
  EXPECT_EQ(store.headers[live.id].state, store::MatchState::over);
  EXPECT_EQ(store.headers[live.id].ending, "abort");
}

TEST_F(EmptySeatsTest, ATableThatIsKeptForThemWaitsForNobody) {
  LiveMatch& live = open_table(guest("ann"), {{SeatRequest::Kind::open, {}}, {SeatRequest::Kind::open, {}}});
  live.details.kept_for = {"ann", "ben"};
  store.headers[live.id].details = write_details(live.details);
  delete_beside("ben", live.id);
  hear_of("ben");
  EXPECT_EQ(store.headers[live.id].state, store::MatchState::over);
}

TEST_F(EmptySeatsTest, WhatTheStoreRefusedIsTriedAgain) {
  const LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")}, casual);
  delete_beside("ben", "m1");
  store.failure = store::FailureKind::full;
  hear_of("ben");
  ASSERT_FALSE(live.match->ended());
  store.failure.reset();
  now += 2s;
  parts->timers.tick(now);
  store.answer();
  EXPECT_TRUE(live.match->ended());
}

}  // namespace
}  // namespace crownstar::live
