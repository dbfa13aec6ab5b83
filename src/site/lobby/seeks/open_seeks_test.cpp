#include "site/lobby/seeks/open_seeks.hpp"

#include <random>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crownstar::lobby {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::SizeIs;

match::Terms blitz(const std::string& game, int seats, bool is_rated = false) {
  match::Terms terms;
  terms.game = game;
  terms.clocks.assign(static_cast<std::size_t>(seats),
                      {.kind = match::ClockKind::fischer, .main = minutes{5}, .step = seconds{3}});
  terms.is_rated = is_rated;
  return terms;
}

match::Terms slow() {
  match::Terms terms = blitz("american", 2);
  for (auto& clock : terms.clocks) clock = {.kind = match::ClockKind::days, .step = hours{48}};
  return terms;
}

Player account(const std::string& id, int rating = 0) {
  return {.id = id, .name = id, .kind = match::PlayerKind::account, .rating = rating};
}
Player guest(const std::string& id) { return {.id = id, .name = id, .kind = match::PlayerKind::guest}; }
Player engine() { return {.id = "level-3", .name = "Level 3", .kind = match::PlayerKind::engine}; }

Offer offer(const match::Terms& terms, int seats = 2) {
  Offer result;
  result.terms = terms;
  result.seats = seats;
  return result;
}

class OpenSeeksTest : public testing::Test {
 protected:
  std::string sought(const Offer& what, const Player& host) {
    const auto placed = lobby.seek(what, host, now, draw);
    EXPECT_TRUE(placed) << placed.error().reason;
    return placed ? placed->seek : std::string();
  }
  std::expected<Placed, Refused> take(const std::string& seek, const Player& player, int seat = -1) {
    return lobby.take(seek, player, seat, now, draw);
  }
  static std::string code_of(const std::expected<Placed, Refused>& placed) { return placed ? "" : placed.error().code; }
  static std::vector<std::string> ids(const Pairing& pairing) {
    std::vector<std::string> result;
    for (const Player& player : pairing.seats) result.push_back(player.id);
    return result;
  }

  OpenSeeks lobby;
  Instant now{hours{1'000'000}};
  std::mt19937_64 numbers{7};
  Draw draw = [this] { return numbers(); };
};

TEST_F(OpenSeeksTest, ASeekIsTakenOnceAndGone) {
  const std::string seek = sought(offer(blitz("american", 2)), guest("ann"));
  ASSERT_THAT(lobby.listed(), SizeIs(1));
  const auto taken = take(seek, guest("bob"));
  ASSERT_TRUE(taken);
  ASSERT_TRUE(taken->pairing);
  EXPECT_THAT(ids(*taken->pairing), testing::UnorderedElementsAre("ann", "bob"));
  EXPECT_EQ(taken->pairing->host, "ann");
  EXPECT_EQ(code_of(take(seek, guest("cid"))), "no_such_seek");
  EXPECT_THAT(lobby.listed(), SizeIs(0));
}

TEST_F(OpenSeeksTest, SeatsAskedForAreGivenAndTheOthersDrawn) {
  std::set<std::string> first_seats;
  for (int round = 0; round < 40; ++round) {
    Offer with_seat = offer(blitz("american", 2));
    with_seat.seat = 1;
    EXPECT_EQ(ids(*take(sought(with_seat, guest("ann")), guest("bob"))->pairing),
              (std::vector<std::string>{"bob", "ann"}));
    first_seats.insert(ids(*take(sought(offer(blitz("american", 2)), guest("ann")), guest("bob"))->pairing).front());
  }
  EXPECT_THAT(first_seats, SizeIs(2));
}

TEST_F(OpenSeeksTest, WhoMayNotTakeASeek) {
  Offer rated = offer(blitz("american", 2, true));
  rated.ratings = {1400, 1600};
  rated.seat = 0;
  const std::string seek = sought(rated, account("ann", 1500));
  EXPECT_EQ(code_of(take(seek, account("ann", 1500))), "own_seek");
  EXPECT_EQ(code_of(take(seek, account("bob", 1700))), "rating_out_of_range");
  EXPECT_EQ(code_of(take(seek, guest("cid"))), "accounts_only");
  EXPECT_EQ(code_of(take(seek, account("bob", 1500), 0)), "seat_taken");
  EXPECT_EQ(code_of(take(seek, account("bob", 1500), 2)), "no_such_seat");
  EXPECT_EQ(code_of(take(seek, engine())), "forbidden");
  EXPECT_EQ(code_of(lobby.seek(rated, guest("dan"), now, draw)), "accounts_only");
  EXPECT_TRUE(take(seek, account("new")));  // nobody without a rating is shut out of the middle
}

TEST_F(OpenSeeksTest, AGatheringWaitsUntilItIsFull) {
  const std::string seek = sought(offer(blitz("sternhalma:players=3", 3), 3), guest("ann"));
  ASSERT_FALSE(take(seek, guest("bob"))->pairing);
  EXPECT_EQ(code_of(take(seek, guest("bob"))), "already_seated");
  EXPECT_THAT(lobby.listed().front().sitters, SizeIs(2));
  ASSERT_TRUE(lobby.leave(seek, "bob"));
  EXPECT_THAT(lobby.listed().front().sitters, SizeIs(1));
  ASSERT_FALSE(take(seek, guest("cid"))->pairing);
  const auto last = take(seek, guest("bob"));
  ASSERT_TRUE(last->pairing);
  EXPECT_THAT(ids(*last->pairing), testing::UnorderedElementsAre("ann", "bob", "cid"));
}

TEST_F(OpenSeeksTest, TeamMatesChooseFacingSeats) {
  Offer teams = offer(blitz("sternhalma:players=4,teams=opposite", 4), 4);
  teams.seat = 0;
  const std::string seek = sought(teams, guest("ann"));
  ASSERT_TRUE(take(seek, guest("bob")));
  ASSERT_TRUE(take(seek, guest("mate"), 2));
  const auto last = take(seek, guest("cid"));
  EXPECT_EQ(last->pairing->seats[0].id, "ann");
  EXPECT_EQ(last->pairing->seats[2].id, "mate");
}

TEST_F(OpenSeeksTest, AnInvitationIsForWhoeverHasItsCode) {
  Offer private_offer = offer(blitz("american", 2));
  private_offer.is_by_link = true;
  const auto placed = lobby.seek(private_offer, guest("ann"), now, draw);
  ASSERT_TRUE(placed);
  EXPECT_THAT(placed->code, SizeIs(24));
  EXPECT_THAT(lobby.listed(), SizeIs(0));
  EXPECT_THAT(lobby.take_changes(), SizeIs(0));
  EXPECT_EQ(code_of(take(placed->seek, guest("bob"))), "no_such_seek");
  EXPECT_EQ(lobby.invitation(placed->code)->host.id, "ann");
  EXPECT_EQ(code_of(lobby.accept(placed->seek, guest("bob"), -1, now, draw)), "no_such_seek");
  ASSERT_TRUE(lobby.accept(placed->code, guest("bob"), -1, now, draw)->pairing);
  EXPECT_EQ(code_of(lobby.accept(placed->code, guest("cid"), -1, now, draw)), "no_such_seek");
}

TEST_F(OpenSeeksTest, TheHostNamesAnEngineForTheRest) {
  Offer private_offer = offer(blitz("sternhalma:players=4", 4), 4);
  private_offer.is_by_link = true;
  const auto placed = lobby.seek(private_offer, guest("ann"), now, draw);
  EXPECT_TRUE(lobby.accept(placed->code, guest("bob"), -1, now, draw)->code.empty());
  EXPECT_EQ(code_of(lobby.fill(placed->seek, "bob", engine(), now, draw)), "not_host");
  const auto filled = lobby.fill(placed->seek, "ann", engine(), now, draw);
  ASSERT_TRUE(filled->pairing);
  EXPECT_THAT(ids(*filled->pairing), testing::UnorderedElementsAre("ann", "bob", "level-3", "level-3"));
}

TEST_F(OpenSeeksTest, AgainstTheComputerAGameBeginsAtOnce) {
  Offer alone = offer(blitz("american", 2));
  alone.engines = {{engine(), 0}};
  const auto placed = lobby.seek(alone, guest("ann"), now, draw);
  ASSERT_TRUE(placed->pairing);
  EXPECT_EQ(ids(*placed->pairing), (std::vector<std::string>{"level-3", "ann"}));
  alone.terms.is_rated = true;
  EXPECT_EQ(code_of(lobby.seek(alone, account("ann"), now, draw)), "not_ratable");
}

TEST_F(OpenSeeksTest, QuickPairingTakesTheFirstThatFits) {
  EXPECT_FALSE(lobby.quick({blitz("american", 2), 2}, account("ann", 1500), now, draw)->pairing);
  EXPECT_FALSE(lobby.quick({blitz("english", 2), 2}, account("bob", 1500), now, draw)->pairing);
  const auto placed = lobby.quick({blitz("american", 2), 2}, account("cid", 1600), now, draw);
  ASSERT_TRUE(placed->pairing);
  EXPECT_THAT(ids(*placed->pairing), testing::UnorderedElementsAre("ann", "cid"));
}

TEST_F(OpenSeeksTest, QuickPairingTakesAListedSeek) {
  sought(offer(blitz("american", 2)), account("ann", 1900));
  sought(offer(blitz("american", 2)), account("bob", 1550));
  const auto placed = lobby.quick({blitz("american", 2), 2}, account("cid", 1500), now, draw);
  ASSERT_TRUE(placed->pairing);
  EXPECT_THAT(ids(*placed->pairing), testing::UnorderedElementsAre("bob", "cid"));
}

TEST_F(OpenSeeksTest, TheWindowWidensWithTime) {
  lobby.quick({blitz("american", 2), 2}, account("ann", 1500), now, draw);
  lobby.quick({blitz("american", 2), 2}, account("bob", 1720), now, draw);
  now += seconds{4};  // 150 + 4 * 15 is 210
  EXPECT_THAT(lobby.tick(now, draw), SizeIs(0));
  now += seconds{1};
  EXPECT_THAT(lobby.tick(now, draw), SizeIs(1));
  lobby.quick({blitz("american", 2), 2}, account("ann", 1000), now, draw);
  lobby.quick({blitz("american", 2), 2}, account("bob", 3000), now, draw);
  now += seconds{44};
  EXPECT_THAT(lobby.tick(now, draw), SizeIs(0));
  now += seconds{1};
  EXPECT_THAT(lobby.tick(now, draw), SizeIs(1));
}

TEST_F(OpenSeeksTest, QuickPairingOfThree) {
  const QuickOffer three{blitz("sternhalma:players=3", 3), 3};
  EXPECT_FALSE(lobby.quick(three, guest("ann"), now, draw)->pairing);
  EXPECT_FALSE(lobby.quick(three, guest("bob"), now, draw)->pairing);
  EXPECT_FALSE(lobby.quick(three, guest("bob"), now, draw)->pairing);  // again: it is one place still
  ASSERT_TRUE(lobby.quick(three, guest("cid"), now, draw)->pairing);
}

TEST_F(OpenSeeksTest, AGameThatBeginsEndsOtherFastSeeks) {
  const std::string first = sought(offer(blitz("american", 2)), guest("ann"));
  const std::string second = sought(offer(blitz("italian", 2)), guest("ann"));
  const std::string third = sought(offer(slow()), guest("ann"));
  lobby.quick({blitz("turkish", 2), 2}, guest("ann"), now, draw);
  ASSERT_TRUE(take(first, guest("bob"))->pairing);
  EXPECT_EQ(code_of(take(second, guest("cid"))), "no_such_seek");
  EXPECT_FALSE(lobby.quick({blitz("turkish", 2), 2}, guest("cid"), now, draw)->pairing);
  EXPECT_TRUE(take(third, guest("dan"))->pairing);
}

TEST_F(OpenSeeksTest, ASeekEndsWithTheConnectionOfItsMaker) {
  sought(offer(blitz("american", 2)), guest("ann"));
  sought(offer(slow()), guest("ann"));
  Offer by_link = offer(blitz("american", 2));
  by_link.is_by_link = true;
  const std::string code = lobby.seek(by_link, guest("ann"), now, draw)->code;
  lobby.gone("ann", now);
  now += seconds{14};
  lobby.tick(now, draw);
  EXPECT_THAT(lobby.listed(), SizeIs(2));
  lobby.back("ann");
  now += seconds{10};
  lobby.tick(now, draw);
  EXPECT_THAT(lobby.listed(), SizeIs(2));
  lobby.gone("ann", now);
  now += seconds{15};
  lobby.tick(now, draw);
  ASSERT_THAT(lobby.listed(), SizeIs(1));  // days a move: nobody has to be there
  EXPECT_TRUE(lobby.invitation(code));     // may be on its way
  now += hours{24};
  lobby.tick(now, draw);
  EXPECT_THAT(lobby.listed(), SizeIs(0));
  EXPECT_FALSE(lobby.invitation(code));
}

TEST_F(OpenSeeksTest, ASeekOfSomebodyWhoStaysEndsAfterAnHour) {
  sought(offer(blitz("american", 2)), guest("ann"));
  now += minutes{59};
  lobby.tick(now, draw);
  EXPECT_THAT(lobby.listed(), SizeIs(1));
  now += minutes{1};
  lobby.tick(now, draw);
  EXPECT_THAT(lobby.listed(), SizeIs(0));
}

TEST_F(OpenSeeksTest, SeeksOfOnePersonAreLimited) {
  for (int i = 0; i < limits::seeks_of_a_player; ++i) sought(offer(slow()), guest("ann"));
  EXPECT_EQ(code_of(lobby.seek(offer(slow()), guest("ann"), now, draw)), "too_many_seeks");
  EXPECT_EQ(code_of(lobby.quick({slow(), 2}, guest("ann"), now, draw)), "too_many_seeks");
  const std::string gathering = sought(offer(blitz("sternhalma:players=3", 3), 3), guest("bob"));
  EXPECT_EQ(code_of(take(gathering, guest("ann"))), "too_many_seeks");
  EXPECT_TRUE(take(sought(offer(blitz("american", 2)), guest("bob")), guest("ann")));  // a game, not a wait
}

TEST_F(OpenSeeksTest, NobodyIsKeptOutOfAFullLobbyByThoseWhoHaveSeveralSeeks) {
  OpenSeeks small({.seeks = 4, .invitations = 2});
  const auto seek = [&](const std::string& host, bool is_by_link = false) {
    now += seconds{1};
    Offer what = offer(blitz("american", 2));
    what.is_by_link = is_by_link;
    return small.seek(what, guest(host), now, draw);
  };
  const auto count_of = [&](std::string_view host) { return small.seeks_of(host).size(); };
  const auto oldest = seek("ann");
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(seek("ann"));
  ASSERT_TRUE(seek("bob"));
  EXPECT_EQ(code_of(seek("ann")), "too_many_seeks");
  small.take_changes();
  ASSERT_TRUE(seek("eve"));
  EXPECT_EQ(count_of("ann"), 2U);
  EXPECT_FALSE(small.find(oldest->seek));
  EXPECT_THAT(small.take_changes(), SizeIs(2)) << "everybody hears of both";
  ASSERT_TRUE(seek("dan"));
  EXPECT_EQ(count_of("ann"), 1U);
  EXPECT_EQ(code_of(seek("fay")), "too_many_seeks") << "each of them has one";
  EXPECT_EQ(code_of(seek("bob")), "too_many_seeks");

  for (int i = 0; i < 2; ++i) ASSERT_TRUE(seek("guy", true));
  const auto invited = seek("hal", true);
  ASSERT_TRUE(invited) << "invitations have a bound of their own";
  EXPECT_TRUE(small.invitation(invited->code));
  EXPECT_EQ(count_of("guy"), 1U);
}

TEST_F(OpenSeeksTest, ASeekInWhichOthersSitIsLeftAlone) {
  OpenSeeks small({.seeks = 2});
  const Offer three = offer(blitz("sternhalma:players=3", 3), 3);
  for (int i = 0; i < 2; ++i) {
    const auto placed = small.seek(three, guest("ann"), now, draw);
    ASSERT_TRUE(placed);
    ASSERT_TRUE(small.take(placed->seek, guest("bob"), -1, now, draw));
  }
  EXPECT_EQ(code_of(small.seek(three, guest("eve"), now, draw)), "too_many_seeks");
}

TEST_F(OpenSeeksTest, ChangesAreToldOnceAndOnlyOfWhatIsListed) {
  const std::string seek = sought(offer(blitz("sternhalma:players=3", 3), 3), guest("ann"));
  auto changes = lobby.take_changes();
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes.front().kind, Change::Kind::added);
  ASSERT_TRUE(take(seek, guest("bob")));
  changes = lobby.take_changes();
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_THAT(changes.front().view->sitters, SizeIs(2));
  lobby.leave_all("ann");
  changes = lobby.take_changes();
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes.front().kind, Change::Kind::removed);
  sought(offer(blitz("american", 2)), guest("ann"));
  lobby.leave_all("ann");
  EXPECT_THAT(lobby.take_changes(), SizeIs(0));  // it came and went untold
}

TEST_F(OpenSeeksTest, RequestsThatCannotBeFulfilledAreRefused) {
  EXPECT_EQ(code_of(lobby.seek(offer(blitz("american", 2), 1), guest("ann"), now, draw)), "bad_seats");
  EXPECT_EQ(code_of(lobby.seek(offer(blitz("american", 2), 7), guest("ann"), now, draw)), "bad_seats");
  Offer both = offer(blitz("american", 2));
  both.seat = 0;
  both.engines = {{engine(), 0}};
  EXPECT_EQ(code_of(lobby.seek(both, guest("ann"), now, draw)), "seat_taken");
  both.engines = {{engine(), 1}, {engine(), -1}};
  EXPECT_EQ(code_of(lobby.seek(both, guest("ann"), now, draw)), "bad_seats");
  Offer upside_down = offer(blitz("american", 2));
  upside_down.ratings = {1600, 1500};
  EXPECT_EQ(code_of(lobby.seek(upside_down, guest("ann"), now, draw)), "bad_terms");
}

TEST_F(OpenSeeksTest, WhoWaitsForAnyOpponentIsListedUntilTheyPlay) {
  const auto placed = lobby.quick({blitz("american", 2), 2}, account("ann", 1200), now, draw);
  ASSERT_TRUE(placed) << placed.error().reason;
  ASSERT_THAT(lobby.listed(), SizeIs(1));
  EXPECT_TRUE(lobby.listed()[0].is_quick);
  EXPECT_EQ(lobby.listed()[0].host.id, "ann");
  EXPECT_THAT(lobby.take_changes(), SizeIs(1));
  EXPECT_EQ(code_of(take(placed->seek, account("ann", 1200))), "own_seek");
  // However far the ratings are apart: they chose each other.
  const auto taken = take(placed->seek, account("bob", 2500));
  ASSERT_TRUE(taken) << taken.error().reason;
  ASSERT_TRUE(taken->pairing);
  EXPECT_THAT(ids(*taken->pairing), testing::UnorderedElementsAre("ann", "bob"));
  EXPECT_EQ(taken->pairing->seek, placed->seek);
  const auto changes = lobby.take_changes();
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].kind, Change::Kind::removed);
  EXPECT_THAT(lobby.listed(), SizeIs(0));
}

TEST_F(OpenSeeksTest, OnlyWaitsForOneOpponentAreRows) {
  const QuickOffer three{blitz("sternhalma:players=3", 3), 3};
  const auto placed = lobby.quick(three, guest("ann"), now, draw);
  ASSERT_TRUE(placed) << placed.error().reason;
  EXPECT_THAT(lobby.listed(), SizeIs(0)) << "who sat down in it would not begin a game";
  EXPECT_THAT(lobby.take_changes(), SizeIs(0));
  EXPECT_EQ(code_of(take(placed->seek, guest("bob"))), "no_such_seek");
  ASSERT_TRUE(lobby.quick(three, guest("bob"), now, draw));
  EXPECT_TRUE(lobby.quick(three, guest("cid"), now, draw)->pairing) << "they wait for each other all the same";
}

TEST_F(OpenSeeksTest, WhoWaitsAgainUnderTheSameNameIsNotForgottenInTheList) {
  const auto first = lobby.quick({blitz("american", 2), 2}, account("ann"), now, draw);
  ASSERT_TRUE(first);
  EXPECT_THAT(lobby.take_changes(), SizeIs(1));
  ASSERT_TRUE(lobby.quick({blitz("american", 2), 2, first->seek}, account("ann"), now, draw));
  lobby.leave_all("ann");  // before anybody was told of either
  const auto changes = lobby.take_changes();
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].kind, Change::Kind::removed);
}

}  // namespace
}  // namespace crownstar::lobby
