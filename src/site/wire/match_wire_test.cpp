#include "site/wire/match_wire.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <gmock/gmock.h>

#include "base/limits.hpp"
#include "rules/catalog/catalog.hpp"
#include "site/match/seating.hpp"
#include "site/wire/catalog_wire.hpp"
#include "site/wire/json/codec.hpp"
#include "site/wire/refusal_wire.hpp"

namespace crownstar::wire {
namespace {

using match::Milliseconds;

const match::Instant noon{Milliseconds{1'760'000'000'000}};

std::vector<match::Player> two_players() {
  return {{"anna", "Anna", match::PlayerKind::account, 1612, true},
          {"bert", "Bert", match::PlayerKind::guest, 0, false}};
}

match::Terms terms() {
  const match::ClockTerms clock{match::ClockKind::byoyomi, std::chrono::minutes{5}, std::chrono::seconds{30}, 3};
  return {"sternhalma:seats=2", "", {clock, {}}, false};
}

game::Outcome outcome() {
  return {true, true, "FK-17", "the same position for the third time", {{1, "FK-17", "drawn"}, {1, "FK-17", "drawn"}}};
}

// One event of each kind, with values that no default has.
std::vector<match::Event> one_of_each() {
  const std::vector<match::Player> players = two_players();
  const std::vector<match::What> whats{
      match::Created{terms()},
      match::Seated{1, players[1]},
      match::Unseated{1},
      match::Started{},
      match::Moved{1, "a4-c4-c6", Milliseconds{4321}, Milliseconds{87}},
      match::DrawOffered{1},
      match::DrawAccepted{1},
      match::DrawDeclined{1},
      match::TakebackOffered{1, 12},
      match::TakebackAccepted{1},
      match::TakebackDeclined{1},
      match::TakenBack{12},
      match::Resigned{1},
      match::Flagged{1},
      match::Aborted{1, "nobody moved"},
      match::Resumed{noon - std::chrono::hours{3}},
      match::Ended{match::EndKind::agreement, outcome()},
      match::RematchOffered{1},
      match::RematchAccepted{1},
      match::RematchDeclined{1},
      match::Rematched{"m8"},
      match::Departed{1},
      match::Returned{1},
      match::Removed{1, 2},
      match::DrawClaimed{1},
      match::Substituted{1, {"steady", "Steady", match::PlayerKind::engine, 0, false}, 2},
      match::Missed{1, {"steady", "Steady", match::PlayerKind::engine, 0, false}},
      match::StoodDown{1},
  };
  std::vector<match::Event> events;
  for (const match::What& what : whats) events.push_back({static_cast<int>(events.size()), noon, what});
  return events;
}

TEST(StoredEvents, AreAllHere) {
  std::set<std::size_t> kinds;
  for (const match::Event& event : one_of_each()) kinds.insert(event.what.index());
  EXPECT_EQ(kinds.size(), std::variant_size_v<match::What>);
}

TEST(StoredEvents, ComeBackAsTheyWere) {
  for (const match::Event& event : one_of_each()) {
    const std::string body = stored_body(event, {"r-1", 1});
    const auto recalled = stored_event(event.number, body, two_players());
    ASSERT_TRUE(recalled.has_value()) << body << ": " << recalled.error().reason;
    EXPECT_EQ(recalled->event, event) << body;
    EXPECT_EQ(recalled->origin.request, "r-1");
    EXPECT_EQ(recalled->origin.seat, 1);
  }
}

// An older version wrote letters that end a line.
TEST(StoredEvents, OfOlderVersionsAreReadAsTheyAreWrittenToday) {
  const std::string body =
      "{\"event\":{\"t\":\"ended\",\"at\":1,\"outcome\":{\"ending\":\"resignation\","
      "\"rule\":\"A\u2028M\",\"reason\":\"a\u2028b\",\"standings\":"
      "[{\"place\":1,\"rule\":\"A\u2028M\",\"reason\":\"a\u2028b\"}]}}}";
  const auto recalled = stored_event(0, body, {});
  ASSERT_TRUE(recalled.has_value()) << recalled.error().reason;
  const auto again = stored_event(0, stored_body(recalled->event, recalled->origin), {});
  ASSERT_TRUE(again.has_value()) << again.error().reason;
  EXPECT_EQ(again->event, recalled->event);
}

TEST(StoredEvents, AreCalledAsTheMatchCallsThem) {
  for (const match::Event& event : one_of_each()) {
    const MatchEvent view = event_view(event);
    EXPECT_EQ(std::visit([](const auto& one) { return one.tag; }, view), name_of(event.what));
  }
}

TEST(StoredEvents, OfTheServerAndWithoutPlaces) {
  for (const match::What& what :
       {match::What(match::Aborted{match::server_seat, ""}),
        match::What(match::Ended{match::EndKind::abort, {true, false, "", "nobody moved", {}}})}) {
    const match::Event event{5, noon, what};
    const auto recalled = stored_event(5, stored_body(event), {});
    ASSERT_TRUE(recalled.has_value());
    EXPECT_EQ(recalled->event, event);
    EXPECT_EQ(recalled->origin.request, "");
  }
}

TEST(StoredEvents, NameNoPerson) {
  const match::Event seated{1, noon, match::Seated{0, two_players()[0]}};
  const std::string body = stored_body(seated);
  EXPECT_THAT(body, ::testing::Not(::testing::HasSubstr("nna")));
  const auto recalled = stored_event(1, body, {});
  ASSERT_TRUE(recalled.has_value());
  const match::Player& nobody = std::get<match::Seated>(recalled->event.what).player;
  EXPECT_EQ(nobody.id, stand_in(0).id);
  EXPECT_NE(nobody.id, stand_in(1).id);
  EXPECT_EQ(nobody.rating, 1612);
  EXPECT_EQ(nobody.kind, match::PlayerKind::account);
}

TEST(StoredEvents, NameTheComputer) {
  const match::Event seated{1, noon, match::Seated{0, {"one-ply", "First steps", match::PlayerKind::engine, 0, false}}};
  const auto recalled = stored_event(1, stored_body(seated), two_players());
  ASSERT_TRUE(recalled.has_value());
  EXPECT_EQ(recalled->event, seated);
}

TEST(StoredEvents, ThatAreDamagedAreRefused) {
  EXPECT_FALSE(stored_event(1, "", {}));
  EXPECT_FALSE(stored_event(1, R"({"event":{"t":"exploded","at":1}})", {}));
}

TEST(StoredEvents, FromOlderServersCanBeRead) {
  const auto recalled = stored_event(
      7, R"({"event":{"t":"moved","at":1760000000000,"seat":0,"text":"11-15","spent_ms":900},"credit_ms":40})", {});
  ASSERT_TRUE(recalled.has_value());
  const match::Event expected{7, noon, match::Moved{0, "11-15", Milliseconds{900}, Milliseconds{40}}};
  EXPECT_EQ(recalled->event, expected);
}

TEST(Events, TellNobodyOfTheCredit) {
  const match::Event moved{9, noon, match::Moved{1, "11-15", Milliseconds{900}, Milliseconds{87}}};
  EXPECT_EQ(encode(event_view(moved)), R"({"t":"moved","at":1760000000000,"seat":1,"text":"11-15","spent_ms":900})");
}

// A match on its way: opened, and then one move after the other.
class PlayedMatch : public ::testing::Test {
 protected:
  void open(const match::Terms& terms) {
    const auto checked = match::checked(terms);
    ASSERT_TRUE(checked.has_value()) << checked.error().reason;
    const auto events = match::opening(*checked, two_players(), noon);
    ASSERT_TRUE(events.has_value()) << events.error().reason;
    auto replayed = match::Match::replay(*events);
    ASSERT_TRUE(replayed.has_value());
    match_.emplace(std::move(*replayed));
    last_ = *events;
  }
  void take(const Do& what, int seat, match::Instant at) {
    const auto events = match_->handle(command_of(what, seat, match_->number(), Milliseconds{30}), at);
    ASSERT_TRUE(events.has_value()) << events.error().reason;
    ASSERT_TRUE(match_->apply(*events).has_value());
    last_ = *events;
    now_ = at;
  }

  std::optional<match::Match> match_;
  std::vector<match::Event> last_;
  match::Instant now_ = noon;
};

const match::ClockTerms blitz{match::ClockKind::fischer, std::chrono::minutes{3}, std::chrono::seconds{2}, 0};

TEST_F(PlayedMatch, IsToldAsAWhole) {
  ASSERT_NO_FATAL_FAILURE(open({"american", "", {blitz}, false}));
  ASSERT_NO_FATAL_FAILURE(take(DoMove{"11-15"}, 0, noon + std::chrono::seconds{1}));
  ASSERT_NO_FATAL_FAILURE(take(DoMove{"23-19"}, 1, noon + std::chrono::seconds{2}));
  ASSERT_NO_FATAL_FAILURE(take(DoOfferDraw{}, 1, noon + std::chrono::seconds{3}));
  const Snapshot view = snapshot_view(*match_, {"m7", Visibility::lobby, "anna", "m6", noon}, now_);
  EXPECT_EQ(view.number, match_->number());
  EXPECT_EQ(view.setup.game, "american");
  EXPECT_EQ(view.setup.seats[0].name, "Red");
  EXPECT_EQ(view.setup.seats[0].player->name, "Anna");
  EXPECT_EQ(view.setup.seats[1].clock.main_ms, 180'000);
  EXPECT_EQ(view.setup.previous, "m6");
  EXPECT_EQ(view.status.phase, Phase::running);
  EXPECT_EQ(view.status.ply, 2);
  EXPECT_EQ(view.status.turn, 0);
  EXPECT_EQ(view.status.running, 0);
  ASSERT_TRUE(view.status.draw.has_value());
  EXPECT_EQ(view.status.draw->seat, 1);
  EXPECT_EQ(view.status.draw->agreed, std::vector<int>{1});
  const std::vector<Action> may{Action::move, Action::resign, Action::accept_draw, Action::decline_draw,
                                Action::offer_takeback};
  ASSERT_EQ(view.status.actions.size(), 2U);
  EXPECT_EQ(view.status.actions[0], may);
  EXPECT_FALSE(view.status.outcome.has_value());
  EXPECT_TRUE(view.status.standings.empty());
  ASSERT_EQ(view.moves.size(), 2U);
  EXPECT_EQ(view.moves[1].text, "23-19");
  EXPECT_EQ(view.moves[1].left_ms, 180'000);
  const auto read = decode<ServerMessage>(encode(ServerMessage(ServerSnapshot{view})));
  ASSERT_TRUE(read.has_value()) << read.error().reason;
  EXPECT_EQ(std::get<ServerSnapshot>(*read).snapshot, view);
}

TEST_F(PlayedMatch, TellsEachEventWithTheClockAfterIt) {
  ASSERT_NO_FATAL_FAILURE(open({"american", "", {blitz}, false}));
  ASSERT_NO_FATAL_FAILURE(take(DoMove{"11-15"}, 0, noon));
  ASSERT_NO_FATAL_FAILURE(take(DoMove{"23-19"}, 1, noon));
  ASSERT_NO_FATAL_FAILURE(take(DoMove{"8-11"}, 0, noon + std::chrono::seconds{10}));
  const ServerEvents message = events_message("m7", last_, *match_, now_);
  EXPECT_EQ(message.first, match_->number());
  ASSERT_EQ(message.events.size(), 1U);
  const auto& moved = std::get<MatchMoved>(message.events[0]);
  EXPECT_EQ(moved.text, "8-11");
  EXPECT_EQ(moved.left_ms, message.status.clocks[0].left_ms);
  EXPECT_LT(*moved.left_ms, 180'000);
  EXPECT_GT(*moved.left_ms, 171'000);
  EXPECT_TRUE(decode<ServerMessage>(encode(ServerMessage(message))).has_value());
}

TEST_F(PlayedMatch, NamesEachActionAsTheMatchDoes) {
  EXPECT_EQ(to_text(static_cast<Action>(match::Action::move)), "move");
  EXPECT_EQ(to_text(static_cast<Action>(match::Action::abort)), "abort");
  EXPECT_EQ(to_text(static_cast<Action>(match::Action::decline_takeback)), "decline_takeback");
  EXPECT_EQ(to_text(static_cast<Action>(match::Action::decline_rematch)), "decline_rematch");
  EXPECT_EQ(to_text(static_cast<Action>(match::Action::take_off)), "take_off");
  EXPECT_EQ(to_text(static_cast<Action>(match::Action::substitute)), "substitute");
}

TEST_F(PlayedMatch, EndsWithPlaces) {
  ASSERT_NO_FATAL_FAILURE(open({"flying-king", "", {}, false}));
  ASSERT_NO_FATAL_FAILURE(take(DoResign{}, 1, noon + std::chrono::seconds{1}));
  const Status status = status_view(*match_, now_);
  EXPECT_EQ(status.phase, Phase::over);
  EXPECT_FALSE(status.turn.has_value());
  EXPECT_TRUE(status.clocks.empty());
  EXPECT_EQ(status.left, std::vector<int>{1});
  ASSERT_TRUE(status.outcome.has_value());
  EXPECT_EQ(status.outcome->ending, Ending::resignation);
  EXPECT_EQ(status.outcome->standings[0].place, 1);
  EXPECT_EQ(status.outcome->standings[1].place, 2);
}

TEST_F(PlayedMatch, IsTheSameAfterItsRowsAreReadAgain) {
  ASSERT_NO_FATAL_FAILURE(open({"american", "", {blitz}, false}));
  std::vector<match::Event> all = last_;
  int seat = 0;
  for (const char* text : {"11-15", "23-19", "8-11", "22-17"}) {
    ASSERT_NO_FATAL_FAILURE(take(DoMove{text}, seat, now_ + std::chrono::seconds{2}));
    all.insert(all.end(), last_.begin(), last_.end());
    seat = 1 - seat;
  }
  std::vector<match::Event> recalled;
  for (const match::Event& event : all) {
    const auto read = stored_event(event.number, stored_body(event), two_players());
    ASSERT_TRUE(read.has_value()) << read.error().reason;
    recalled.push_back(read->event);
  }
  EXPECT_EQ(recalled, all);
  const auto again = match::Match::replay(recalled);
  ASSERT_TRUE(again.has_value()) << again.error().reason;
  EXPECT_EQ(status_view(*again, now_), status_view(*match_, now_));
}

TEST(Commands, AreWhatTheSeatWants) {
  const auto command = command_of(DoAnswerTakeback{true}, 2, 17, Milliseconds{30});
  EXPECT_EQ(command.seat, 2);
  EXPECT_EQ(command.after, 17);
  EXPECT_EQ(command.lag, Milliseconds{30});
  EXPECT_TRUE(std::get<match::AnswerTakeback>(command.what).accepts);
  EXPECT_TRUE(std::holds_alternative<match::Abort>(command_of(DoAbort{}, 0, 0, {}).what));
  EXPECT_TRUE(std::holds_alternative<match::ClaimDraw>(command_of(DoClaimDraw{}, 0, 0, {}).what));
  EXPECT_TRUE(std::holds_alternative<match::ClaimWin>(command_of(DoClaimWin{}, 0, 0, {}).what));
  EXPECT_TRUE(std::holds_alternative<match::TakeOff>(command_of(DoTakeOff{}, 0, 0, {}).what));
  const auto substitute = command_of(DoSubstitute{"steady"}, 0, 0, {});
  EXPECT_EQ(std::get<match::Substitute>(substitute.what).engine.id, "steady");
  EXPECT_FALSE(substitute.is_by_computer) << "nobody says that of themselves";
  EXPECT_EQ(std::get<match::Substitute>(command_of(DoSubstitute{}, 0, 0, {}).what).engine.id, "");
  EXPECT_TRUE(std::holds_alternative<match::OfferRematch>(command_of(DoOfferRematch{}, 0, 0, {}).what));
}

// The wire's words stand in the order of the match's, for they are turned into each other by their place.
TEST(Words, AreTheMatchsOwn) {
  for (const auto kind : {match::ClockKind::none, match::ClockKind::fischer, match::ClockKind::delay,
                          match::ClockKind::byoyomi, match::ClockKind::days, match::ClockKind::turn}) {
    EXPECT_EQ(to_text(static_cast<ClockKind>(kind)), name_of(kind));
  }
  for (const auto kind : {match::PlayerKind::guest, match::PlayerKind::account, match::PlayerKind::engine}) {
    EXPECT_EQ(to_text(static_cast<PlayerKind>(kind)), name_of(kind));
  }
  for (const auto kind : {match::EndKind::rules, match::EndKind::agreement, match::EndKind::resignation,
                          match::EndKind::time, match::EndKind::abort, match::EndKind::absence}) {
    EXPECT_EQ(to_text(static_cast<Ending>(kind)), name_of(kind));
  }
  EXPECT_EQ(static_cast<int>(Phase::waiting), static_cast<int>(match::Phase::seating));
  EXPECT_EQ(static_cast<int>(Phase::running), static_cast<int>(match::Phase::playing));
  EXPECT_EQ(static_cast<int>(Phase::over), static_cast<int>(match::Phase::over));
}

TEST(Refusals, HaveTheMatchsCodes) {
  namespace code = match::refusal_code;
  for (const std::string_view word :
       {code::bad_terms,     code::no_such_seat,    code::seat_taken, code::already_seated, code::not_ratable,
        code::not_started,   code::already_started, code::over,       code::not_over,       code::out_of_play,
        code::not_your_turn, code::illegal_move,    code::stale,      code::time_is_up,     code::not_due,
        code::too_late,      code::too_early,       code::no_offer,   code::already_done,   code::no_claim,
        code::no_takeback,   code::bad_event}) {
    EXPECT_EQ(to_text(code_of(word)), word);
  }
  EXPECT_EQ(code_of("nobody_says_this"), RefusalCode::internal);
}

TEST(Refusals, FitTheWire) {
  std::string reason = "bad\nline \xff ";
  while (reason.size() < 5000) reason += "\xc3\xa9";
  const ErrorBody error = error_body(RefusalCode::illegal_move, reason, "AM-7");
  EXPECT_TRUE(decode<ErrorAnswer>(error_text(error)).has_value());
  EXPECT_EQ(error.rule, "AM-7");
  EXPECT_EQ(error_body(RefusalCode::stale, "").reason, "stale");
  EXPECT_EQ(encode(refused_message(error_body(RefusalCode::stale, "too old"), "r-1", "m7")),
            R"({"t":"refused","request":"r-1","match":"m7","code":"stale","reason":"too old"})");
  EXPECT_EQ(shortened("\xc3\xa9\xc3\xa9\xc3\xa9", 2), "\xc3\xa9\xc3\xa9");
  EXPECT_EQ(shortened("", 2), "");
}

TEST(Catalogue, IsToldWhole) {
  const Catalog view = catalog_view();
  const auto read = decode<Catalog>(encode(view));
  ASSERT_TRUE(read.has_value()) << read.error().reason;
  EXPECT_EQ(*read, view);
  EXPECT_EQ(view.games.size(), game::catalog().size());
}

}  // namespace
}  // namespace crownstar::wire
