#include <gmock/gmock.h>

#include "base/limits.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class LiveLobbyTest : public LiveSiteTest {
 protected:
  void SetUp() override {
    LiveSiteTest::SetUp();
    for (const Person& person : {ann, ben, cyd, dan}) keep_account(person);
  }
  static SeekRequest request_for(match::Terms terms, int seat = -1) {
    SeekRequest request;
    request.terms = std::move(terms);
    request.seat = seat;
    return request;
  }
  std::expected<SeekResult, Refused> seek(const Person& person, SeekRequest request) {
    return answer_of<SeekResult>([&](auto done) { live->seek(person, std::move(request), done); });
  }
  std::expected<void, Refused> say(const Person& person, const std::string& match, bool to_players, std::string text) {
    return answer_of<void>([&](auto done) { live->say(person, {match, to_players, std::move(text)}, done); });
  }
  static std::vector<std::string> lines_of(const RecordingListener& ear) {
    std::vector<std::string> lines;
    for (const auto& message : ear.all<wire::ServerChat>()) lines.push_back(message.line.text);
    return lines;
  }
  const Person ann = account("ann");
  const Person ben = account("ben");
  const Person cyd = account("cyd");
  const Person dan = account("dan");
};

TEST_F(LiveLobbyTest, ASeekIsSeenTakenAndBecomesAMatch) {
  Attached maker(*live, ann);
  Attached other(*live, ben);
  live->watch_lobby(other, true);
  EXPECT_THAT(other.last<wire::ServerLobby>().seeks, IsEmpty());
  const auto sought = seek(ann, request_for(blitz(), 0));
  ASSERT_TRUE(sought) << sought.error().reason;
  EXPECT_FALSE(sought->match);
  ASSERT_THAT(other.last<wire::ServerLobbyChange>().seeks, SizeIs(1));
  EXPECT_EQ(other.last<wire::ServerLobbyChange>().seeks[0].host.id, "ann");
  const auto taken = answer_of<SeekResult>([&](auto done) { live->take_seek(ben, sought->seek, -1, done); });
  ASSERT_TRUE(taken) << taken.error().reason;
  ASSERT_TRUE(taken->match);
  EXPECT_EQ(taken->match->seat, 1);
  EXPECT_EQ(maker.last<wire::ServerPaired>().match, taken->match->match);
  EXPECT_EQ(maker.last<wire::ServerPaired>().seat, 0);
  EXPECT_THAT(other.last<wire::ServerLobbyChange>().seeks_gone, Contains(sought->seek));
  EXPECT_EQ(status(taken->match->match).phase, match::Phase::playing);
  pass(2s);
  const auto change = other.last<wire::ServerLobbyChange>();
  ASSERT_THAT(change.matches, SizeIs(1));
  EXPECT_EQ(change.matches[0].match, taken->match->match);
  EXPECT_THAT(change.matches[0].position, Not(IsEmpty()));
  ASSERT_EQ(code_of(ann, taken->match->match, match::Resign{}), "");
  pass(2s);
  EXPECT_THAT(other.last<wire::ServerLobbyChange>().matches_gone, Contains(taken->match->match));
}

TEST_F(LiveLobbyTest, WhoLooksAtTheLobbySeesHowGamesStandThatNobodyHasNeededForLong) {
  const auto made = create(ann, {terms_of("american"), {}, false, true});
  ASSERT_TRUE(made);
  ASSERT_TRUE(join(ben, {made->match, {}, {}}));
  play({ann, ben}, made->match, 3);
  pass(settings.keep_idle + 1s);
  ASSERT_EQ(live->figures().matches_in_memory, 0U);
  Attached looker(*live, cyd);
  live->watch_lobby(looker, true);
  ASSERT_THAT(looker.last<wire::ServerLobby>().matches, SizeIs(1));
  EXPECT_THAT(looker.last<wire::ServerLobby>().matches[0].position, IsEmpty()) << "it is not known at once";
  pass(1s);
  pass(1s);
  const auto change = looker.last<wire::ServerLobbyChange>();
  ASSERT_THAT(change.matches, SizeIs(1));
  EXPECT_EQ(change.matches[0].ply, 3);
  EXPECT_EQ(change.matches[0].position, look(made->match, [](const auto& match) { return match.game().position(); }));
  for (int minutes = 0; minutes < 12; ++minutes) pass(1min);
  EXPECT_EQ(live->figures().matches_in_memory, 1U) << "somebody looks at it";
  live->watch_lobby(looker, false);
  pass(settings.keep_idle + 1s);
  EXPECT_EQ(live->figures().matches_in_memory, 0U);
}

TEST_F(LiveLobbyTest, QuickPairingInvitationsAndEngines) {
  Attached one(*live, ann);
  Attached two(*live, ben);
  SeekRequest quick = request_for(blitz());
  quick.is_quick = true;
  ASSERT_TRUE(seek(ann, quick));
  ASSERT_TRUE(seek(ben, quick));
  pass(2s);
  EXPECT_EQ(one.last<wire::ServerPaired>().match, two.last<wire::ServerPaired>().match);
  SeekRequest by_link = request_for(blitz());
  by_link.is_by_link = true;
  const auto invited = seek(ann, by_link);
  ASSERT_TRUE(invited) << invited.error().reason;
  EXPECT_THAT(live->seeks(), IsEmpty());
  EXPECT_FALSE(answer_of<SeekResult>([&](auto done) { live->accept(ben, "wrong", -1, done); }));
  const auto accepted = answer_of<SeekResult>([&](auto done) { live->accept(ben, invited->code, -1, done); });
  ASSERT_TRUE(accepted) << accepted.error().reason;
  ASSERT_TRUE(accepted->match);
  EXPECT_FALSE(answer_of<MatchSummary>([&](auto done) { live->find(accepted->match->match, done); })->header.is_listed);
  const auto star = seek(ann, request_for(terms_of("sternhalma:players=3")));
  ASSERT_TRUE(star) << star.error().reason;
  const auto filled = answer_of<SeekResult>([&](auto done) { live->fill_seek(ann, star->seek, "toy", done); });
  ASSERT_TRUE(filled) << filled.error().reason;
  EXPECT_TRUE(filled->match);
}

TEST_F(LiveLobbyTest, ASeekGoesWithItsMaker) {
  auto maker = std::make_unique<Attached>(*live, ann);
  const auto sought = seek(ann, request_for(blitz()));
  ASSERT_TRUE(sought);
  EXPECT_THAT(live->seeks(), SizeIs(1));
  EXPECT_EQ(answer_of<void>([&](auto done) { live->unseek(ben, sought->seek, done); }).has_value(), false);
  maker.reset();
  pass(limits::seek_gone_wait + 2s);
  EXPECT_THAT(live->seeks(), IsEmpty());
}

TEST_F(LiveLobbyTest, APlayersProgramGreetsThoseWhoWatch) {
  const std::string id = match_of(blitz(), {ann, ben});
  Attached opponent(*live, ben);
  Attached spectator(*live, cyd);
  for (Attached* ear : {&opponent, &spectator}) ASSERT_TRUE(watch(*ear, id));
  const auto greeting =
      answer_of<void>([&](auto done) { live->say(ann, {id, false, "hello, all who watch", {}, true}, done); });
  EXPECT_TRUE(greeting);
  EXPECT_THAT(lines_of(spectator), testing::ElementsAre("hello, all who watch"));
  EXPECT_THAT(lines_of(opponent), IsEmpty());
}

TEST_F(LiveLobbyTest, PlayersAndSpectatorsTalkApart) {
  const std::string id = match_of(blitz(), {ann, ben});
  Attached player(*live, ann);
  Attached opponent(*live, ben);
  Attached spectator(*live, cyd);
  Attached other(*live, dan);
  for (Attached* ear : {&player, &opponent, &spectator, &other}) ASSERT_TRUE(watch(*ear, id));
  ASSERT_TRUE(say(ann, id, true, "good luck"));
  ASSERT_TRUE(say(cyd, id, false, "he should take"));
  EXPECT_EQ(say(ann, id, false, "who is right?").error().code, "not_in_room");
  EXPECT_EQ(say(cyd, id, true, "take!").error().code, "not_in_room");
  EXPECT_THAT(lines_of(opponent), testing::ElementsAre("good luck"));
  EXPECT_THAT(lines_of(other), testing::ElementsAre("he should take"));
  // Muted, a person is not heard by who muted them, and by others still.
  ASSERT_TRUE(answer_of<void>([&](auto done) { live->mute(dan, "cyd", true, done); }));
  now += 10s;
  ASSERT_TRUE(say(cyd, id, false, "and now the king"));
  EXPECT_THAT(lines_of(other), SizeIs(1));
  EXPECT_THAT(lines_of(spectator), SizeIs(2));
  Attached again(*live, dan);
  ASSERT_TRUE(watch(again, id));
  EXPECT_THAT(again.last<wire::ServerSnapshot>().snapshot.chat, IsEmpty());
  ASSERT_TRUE(answer_of<void>([&](auto done) { live->report(dan, {id, "cyd", "spoils the game"}, done); }));
}

TEST_F(LiveLobbyTest, HoweverMuchSpectatorsSayThePlayersLinesAreReadAgain) {
  const std::string id = match_of(blitz(), {ann, ben});
  ASSERT_TRUE(say(ann, id, true, "good luck"));
  int stored = 0;
  for (int line = 0; line < limits::chat_lines + 10; ++line) {
    test_store->append_chat({id, 0, "spectators", cyd.id, cyd.name, "line " + std::to_string(line), now},
                            [&](const auto& number) { stored += number ? 1 : 0; });
  }
  ASSERT_TRUE(mailbox.run_until([&] { return stored == limits::chat_lines + 10; }));
  restart();
  Attached player(*live, ben);
  ASSERT_TRUE(watch(player, id));
  settle();  // the chat may be read after the events
  const auto shown = player.last<wire::ServerSnapshot>().snapshot.chat;
  ASSERT_THAT(shown, SizeIs(1));
  EXPECT_EQ(shown[0].text, "good luck");
  Attached spectator(*live, dan);
  ASSERT_TRUE(watch(spectator, id));
  EXPECT_THAT(spectator.last<wire::ServerSnapshot>().snapshot.chat, SizeIs(limits::chat_lines));
}

// Whom they have muted is not known until the store says so; until then they hear nobody but themselves.
TEST_F(LiveLobbyTest, MutesThatCouldNotBeReadAreReadLater) {
  const std::string id = match_of(blitz(), {ann, ben});
  ASSERT_TRUE(answer_of<void>([&](auto done) { live->mute(dan, "cyd", true, done); }));
  ASSERT_TRUE(say(cyd, id, false, "before"));
  test_store->are_mutes_unreadable = true;
  Attached there(*live, dan);
  ASSERT_TRUE(watch(there, id)) << "no reason not to watch";
  ASSERT_TRUE(say(cyd, id, false, "not for everybody"));
  ASSERT_TRUE(say(dan, id, false, "my own words"));
  EXPECT_THAT(lines_of(there), testing::ElementsAre("my own words"));
  EXPECT_THAT(there.last<wire::ServerSnapshot>().snapshot.chat, IsEmpty());
  pass(1s);
  EXPECT_EQ(there.all<wire::ServerSnapshot>().size(), 1U);
  test_store->are_mutes_unreadable = false;
  pass(1s);
  const auto wholes = there.all<wire::ServerSnapshot>();
  ASSERT_THAT(wholes, SizeIs(2)) << "what was held back is shown";
  ASSERT_THAT(wholes[1].snapshot.chat, SizeIs(1));
  EXPECT_EQ(wholes[1].snapshot.chat[0].text, "my own words");
  now += 10s;
  ASSERT_TRUE(say(cyd, id, false, "and now the king"));
  EXPECT_THAT(lines_of(there), SizeIs(1));
  pass(1s);
  EXPECT_THAT(there.all<wire::ServerSnapshot>(), SizeIs(2)) << "once";
}

// What is read at arrival may be older than what was changed since: it is read once more before anything is shown.
TEST_F(LiveLobbyTest, AMuteDuringTheReadingOfMutesHidesNobodyElse) {
  const Person eve = account("eve");
  keep_account(eve);
  const std::string id = match_of(blitz(), {ann, ben});
  test_store->holds_mutes = true;
  Attached there(*live, dan);
  ASSERT_TRUE(mailbox.run_until([&] { return test_store->held_mutes != nullptr; }));
  bool is_watching = false;
  live->watch(there, id, -1, [&](const auto& answer) { is_watching = answer.has_value(); });
  ASSERT_TRUE(answer_of<void>([&](auto done) { live->mute(dan, "cyd", true, done); }));
  EXPECT_FALSE(is_watching);
  test_store->held_mutes();
  ASSERT_TRUE(mailbox.run_until([&] { return is_watching; }));
  ASSERT_TRUE(say(cyd, id, false, "not for everybody"));
  ASSERT_TRUE(say(eve, id, false, "for everybody"));
  EXPECT_THAT(lines_of(there), testing::ElementsAre("for everybody"));
}

// Their line was lost for a moment: the first reading of their mutes answers when they are here again.
TEST_F(LiveLobbyTest, WhoComesAgainWhileMutesAreReadHearsAllThatIsSaidThen) {
  const std::string id = match_of(blitz(), {ann, ben});
  test_store->holds_mutes = true;
  std::optional<Attached> first(std::in_place, *live, dan);
  ASSERT_TRUE(mailbox.run_until([&] { return test_store->held_mutes != nullptr; }));
  first.reset();
  const auto older = std::exchange(test_store->held_mutes, nullptr);
  test_store->holds_mutes = true;
  Attached again(*live, dan);
  ASSERT_TRUE(mailbox.run_until([&] { return test_store->held_mutes != nullptr; }));
  bool is_watching = false;
  live->watch(again, id, -1, [&](const auto& answer) { is_watching = answer.has_value(); });
  older();
  settle();
  ASSERT_TRUE(say(cyd, id, false, "good luck"));
  test_store->held_mutes();
  ASSERT_TRUE(mailbox.run_until([&] { return is_watching; }));
  settle();
  const auto shown = again.last<wire::ServerSnapshot>().snapshot.chat;
  ASSERT_THAT(shown, SizeIs(1));
  EXPECT_EQ(shown[0].text, "good luck");
}

TEST_F(LiveLobbyTest, WhoHasNoSessionIsNotWhoeverDeletedTheirs) {
  const std::string id = match_of(blitz(), {ann, ben});
  ASSERT_TRUE(say(ann, id, true, "between the two of us"));
  Attached nobody(*live, Person{});
  live->person_changed(ben, people::Change::leaves);
  settle();
  ASSERT_TRUE(watch(nobody, id));
  const auto snapshot = nobody.last<wire::ServerSnapshot>().snapshot;
  EXPECT_FALSE(snapshot.seat);
  EXPECT_THAT(snapshot.chat, IsEmpty());
  EXPECT_EQ(snapshot.spectators, 1);
  ASSERT_TRUE(say(ann, id, true, "still between us"));
  EXPECT_THAT(lines_of(nobody), IsEmpty());
}

TEST_F(LiveLobbyTest, WhatSomebodySeeksGoesWithTheirAccount) {
  Attached maker(*live, ann);
  match::Terms slow = blitz();
  slow.clocks = {{match::ClockKind::days, 0ms, std::chrono::days{2}, 0}};
  ASSERT_TRUE(seek(ann, request_for(slow)));
  SeekRequest by_link = request_for(blitz());
  by_link.is_by_link = true;
  const auto invited = seek(ann, by_link);
  ASSERT_TRUE(invited);
  EXPECT_THAT(live->seeks(), SizeIs(1));
  live->person_changed(ann, people::Change::leaves);
  EXPECT_THAT(live->seeks(), IsEmpty());
  EXPECT_FALSE(answer_of<SeekResult>([&](auto done) { live->accept(ben, invited->code, -1, done); }));
}

TEST_F(LiveLobbyTest, AnInvitationCanBeFilledByItsHostAlone) {
  Attached maker(*live, ann);
  SeekRequest by_link = request_for(terms_of("sternhalma:players=3"));
  by_link.is_by_link = true;
  const auto invited = seek(ann, by_link);
  ASSERT_TRUE(invited) << invited.error().reason;
  const auto fill = [&](const Person& person) {
    return answer_of<SeekResult>([&](auto done) { live->fill_seek(person, invited->seek, "toy", done); });
  };
  EXPECT_EQ(fill(cyd).error().code, "no_such_seek");
  ASSERT_TRUE(answer_of<SeekResult>([&](auto done) { live->accept(ben, invited->code, -1, done); }));
  EXPECT_EQ(fill(ben).error().code, "not_host");
  const auto filled = fill(ann);
  ASSERT_TRUE(filled) << filled.error().reason;
  ASSERT_TRUE(filled->match);
  EXPECT_FALSE(answer_of<MatchSummary>([&](auto done) { live->find(filled->match->match, done); })->header.is_listed);
}

TEST_F(LiveLobbyTest, ATableWhoseHostIsAwayPassesToWhoSatDownFirst) {
  const match::Terms terms = terms_of("sternhalma:players=4", fischer(180s, 2s));
  auto host = std::make_unique<Attached>(*live, ann);
  const auto made = create(ann, {terms, {}, false, true});
  ASSERT_TRUE(made) << made.error().reason;
  const std::string& id = made->match;
  ASSERT_TRUE(watch(*host, id));
  Attached second(*live, cyd);
  Attached third(*live, ben);
  ASSERT_TRUE(join(cyd, {id, {}, 2}));
  ASSERT_TRUE(join(ben, {id, {}, 1}));
  ASSERT_TRUE(watch(second, id));
  host.reset();
  pass(16s);
  EXPECT_THAT(live->lobby_matches(), IsEmpty()) << "nobody is led to a host who is not there";
  pass(43s);
  EXPECT_THAT(live->lobby_matches(), IsEmpty());
  pass(1s);
  ASSERT_THAT(live->lobby_matches(), SizeIs(1));
  EXPECT_EQ(live->lobby_matches()[0].host, "cyd") << "she came before ben, whose seat is before hers";
  EXPECT_EQ(second.last<wire::ServerSetup>().setup.host, "cyd");
  EXPECT_EQ(answer_of<void>([&](auto done) { live->leave(ann, id, done); }).error().code, "not_seated");
  // The seat is anybody's now, and who comes last begins the game.
  ASSERT_TRUE(join(dan, {id, {}, 0}));
  EXPECT_EQ(answer_of<void>([&](auto done) { live->fill(ann, id, "toy", done); }).error().code, "not_host");
  ASSERT_TRUE(answer_of<void>([&](auto done) { live->fill(cyd, id, "toy", done); }));
  EXPECT_EQ(status(id).phase, match::Phase::playing);
}

TEST_F(LiveLobbyTest, ATableWaitsForItsHostWhereNobodyElseSitsAndWhereTheyAreBackInTime) {
  const match::Terms terms = terms_of("sternhalma:players=3", fischer(180s, 2s));
  auto host = std::make_unique<Attached>(*live, ann);
  const auto alone = create(ann, {terms, {}, false, true});
  const auto joined = create(ann, {terms, {}, false, true});
  ASSERT_TRUE(alone && joined);
  ASSERT_TRUE(join(ben, {joined->match, {}, {}}));
  auto waiting = std::make_unique<Attached>(*live, ben);
  ASSERT_TRUE(watch(*waiting, joined->match));
  host.reset();
  pass(16s);
  pass(43s);
  host = std::make_unique<Attached>(*live, ann);
  pass(2s);
  host.reset();
  pass(16s);
  pass(40s);
  host = std::make_unique<Attached>(*live, ann);
  pass(1s);
  ASSERT_THAT(live->lobby_matches(), SizeIs(2));
  for (const MatchSummary& each : live->lobby_matches()) EXPECT_EQ(each.host, "ann");
  waiting.reset();
  host.reset();
  pass(16s);
  pass(60s);
  EXPECT_THAT(live->lobby_matches(), IsEmpty()) << "nobody waits";
  waiting = std::make_unique<Attached>(*live, ben);
  ASSERT_TRUE(watch(*waiting, joined->match));
  pass(1s);
  ASSERT_THAT(live->lobby_matches(), SizeIs(1)) << "nobody could play at the other one";
  EXPECT_EQ(live->lobby_matches()[0].host, "ben");
  EXPECT_EQ(live->lobby_matches()[0].header.id, joined->match);
}

TEST_F(LiveLobbyTest, TalkIsThrottled) {
  const std::string id = match_of(blitz(), {ann, ben});
  int refusals = 0;
  for (int count = 0; count < 30; ++count) refusals += say(ann, id, true, "line " + std::to_string(count)) ? 0 : 1;
  EXPECT_GT(refusals, 10);
}

TEST_F(LiveLobbyTest, WhoIsThereIsTold) {
  const std::string id = match_of(blitz(), {ann, ben});
  Attached player(*live, ann);
  ASSERT_TRUE(watch(player, id));
  auto opponent = std::make_unique<Attached>(*live, ben);
  ASSERT_TRUE(watch(*opponent, id));
  EXPECT_THAT(player.last<wire::ServerPresence>().seats, testing::ElementsAre(true, true));
  Attached spectator(*live, cyd);
  ASSERT_TRUE(watch(spectator, id));
  pass(2s);
  EXPECT_EQ(player.last<wire::ServerPresence>().spectators, 1);
  opponent.reset();
  EXPECT_THAT(player.last<wire::ServerPresence>().seats, testing::ElementsAre(true, false));
}

TEST_F(LiveLobbyTest, ListsAndExports) {
  std::vector<std::string> ids;
  for (int count = 0; count < 5; ++count) {
    now += 10s;
    ids.push_back(create(ann, {blitz(), {}, false, count % 2 == 0})->match);
  }
  EXPECT_THAT(live->lobby_matches(), SizeIs(3));
  EXPECT_THAT(live->lobby_matches("italian"), IsEmpty());
  const auto first = answer_of<MatchPage>([&](auto done) { live->matches_of("ann", "", 3, done); });
  ASSERT_THAT(first->matches, SizeIs(3));
  EXPECT_EQ(first->matches[0].header.id, ids.back()) << "the newest first";
  const auto second = answer_of<MatchPage>([&](auto done) { live->matches_of("ann", first->next, 3, done); });
  EXPECT_THAT(second->matches, SizeIs(2));
  EXPECT_EQ(answer_of<MatchPage>([&](auto done) { live->matches_of("ann", "!", 3, done); }).error().code, "malformed");

  const std::string id = match_of(terms_of("american"), {ann, ben});
  play({ann, ben}, id, 4);
  const auto pdn = answer_of<Exported>([&](auto done) { live->export_match(id, ExportForm::pdn, done); });
  ASSERT_TRUE(pdn) << pdn.error().reason;
  EXPECT_THAT(pdn->text, HasSubstr("[GameType \"21"));
  const auto json = answer_of<Exported>([&](auto done) { live->export_match(id, ExportForm::json, done); });
  const auto snapshot = wire::decode<wire::Snapshot>(json->text);
  ASSERT_TRUE(snapshot) << snapshot.error().reason;
  EXPECT_THAT(snapshot->moves, SizeIs(4));
  EXPECT_FALSE(answer_of<Exported>([&](auto done) { live->export_match(id, ExportForm::star, done); }));
  const std::string star = match_of(terms_of("sternhalma"), {ann, ben});
  const auto record = answer_of<Exported>([&](auto done) { live->export_match(star, ExportForm::star, done); });
  EXPECT_THAT(record->text, HasSubstr("Seat1"));
  EXPECT_EQ(answer_of<Exported>([&](auto done) { live->export_match("none", ExportForm::pdn, done); }).error().code,
            "no_such_match");
}

}  // namespace
}  // namespace crownstar::live
