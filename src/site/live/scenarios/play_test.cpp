#include <gmock/gmock.h>

#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class PlayTest : public LiveSiteTest {
 protected:
  const Person ann = guest("ann");
  const Person ben = guest("ben");
  const Person cyd = guest("cyd");
};

TEST_F(PlayTest, TwoPeoplePlayAmericanToTheEnd) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  Attached left(*live, ann);
  Attached right(*live, ben);
  ASSERT_TRUE(watch(left, id));
  ASSERT_TRUE(watch(right, id));
  const auto first = left.last<wire::ServerSnapshot>();
  EXPECT_EQ(first.snapshot.seat, 0);
  EXPECT_EQ(first.snapshot.status.phase, wire::Phase::running);
  play({ann, ben}, id, 1000);
  const auto end = status(id);
  EXPECT_EQ(end.phase, match::Phase::over);
  EXPECT_EQ(end.outcome.standings.size(), 2U);
  for (const Attached* ear : {&left, &right}) {
    EXPECT_EQ(ear->last<wire::ServerEvents>().status.phase, wire::Phase::over);
    const std::vector<int> numbers = ear->numbers();
    for (std::size_t index = 0; index < numbers.size(); ++index) {
      ASSERT_EQ(numbers[index], first.snapshot.number + 1 + static_cast<int>(index)) << "no gap and nothing twice";
    }
    EXPECT_EQ(numbers.back(), end.number);
  }
  const auto own = answer_of<MatchPage>([&](auto done) { live->matches_of("ann", "", 10, done); });
  ASSERT_EQ(own->matches.size(), 1U);
  EXPECT_EQ(own->matches[0].header.state, store::MatchState::over);
  EXPECT_THAT(own->matches[0].header.result, Not(IsEmpty()));
  EXPECT_EQ(code_of(ann, id, match::Move{"11-15"}), "over");
}

TEST_F(PlayTest, ACommandForAnotherSeatIsRefused) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  const auto resign_from = [&](const Person& person, int seat) {
    const auto taken = answer_of<Taken>(
        [&](auto done) { live->command(person, {id, "", {seat, 1 << 20, match::Resign{}, {}}}, 0ms, done); });
    return taken ? std::string() : taken.error().code;
  };
  EXPECT_EQ(resign_from(ben, 0), "not_seated");
  EXPECT_EQ(resign_from(cyd, 0), "not_seated");
  EXPECT_EQ(status(id).ending, std::nullopt);
  EXPECT_EQ(resign_from(ben, 1), "");
  EXPECT_NE(status(id).ending, std::nullopt);
}

TEST_F(PlayTest, SpectatorsGetTheVeryTextsThatThePlayersGet) {
  const std::string id = match_of(blitz(), {ann, ben});
  Attached player(*live, ann);
  Attached spectator(*live, cyd);
  ASSERT_TRUE(watch(player, id));
  ASSERT_TRUE(watch(spectator, id));
  EXPECT_EQ(spectator.last<wire::ServerSnapshot>().snapshot.seat, std::nullopt);
  player.texts.clear();
  spectator.texts.clear();
  for (int count = 0; count < 4; ++count) {
    now += 5s;
    const Person& mover = turn(id) == 0 ? ann : ben;
    ASSERT_TRUE(
        command(mover, id, match::Move{first_legal(id)}, 1 << 20, "secret-request" + std::to_string(count), 300ms));
  }
  ASSERT_EQ(player.numbers().size(), 4U);
  for (const Text& text : spectator.texts) {
    EXPECT_THAT(player.texts, testing::Contains(text)) << "encoded once, shared";
    EXPECT_THAT(*text, Not(HasSubstr("credit")));
    EXPECT_THAT(*text, Not(HasSubstr("secret-request")));
  }
}

TEST_F(PlayTest, ARefusalGoesToTheSenderAloneAndChangesNothing) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  Attached watcher(*live, ben);
  ASSERT_TRUE(watch(watcher, id));
  const std::size_t heard = watcher.texts.size();
  EXPECT_EQ(code_of(ben, id, match::Move{"22-18"}), "not_your_turn");
  EXPECT_EQ(code_of(cyd, id, match::Move{"11-15"}), "not_seated");
  EXPECT_EQ(code_of(ann, "m2345", match::Move{"11-15"}), "no_such_match");
  EXPECT_EQ(code_of(ann, id, match::Sit{}), "no_such_seat") << "what only the server may do";
  EXPECT_EQ(code_of(ann, id, match::AnswerDraw{true}), "no_offer");
  const auto illegal = move(ann, id, "11-22");
  ASSERT_FALSE(illegal);
  EXPECT_EQ(illegal.error().code, "illegal_move");
  EXPECT_THAT(illegal.error().reason, Not(IsEmpty()));
  EXPECT_EQ(watcher.texts.size(), heard);
  EXPECT_EQ(live->figures().commands_refused, 3U) << "those that came to the table";
}

TEST_F(PlayTest, AMoveAfterWhatOneHasNotSeenIsStale) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  const int seen = status(id).number;
  ASSERT_TRUE(move(ann, id, "11-15"));
  const auto late = command(ben, id, match::Move{"22-18"}, seen);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, "stale");
  EXPECT_TRUE(command(ben, id, match::Move{"22-18"}, seen + 1));
}

TEST_F(PlayTest, ARequestSentTwiceIsPlayedOnceAndAnsweredTheSame) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  const auto first = move(ann, id, "11-15", "r1");
  ASSERT_TRUE(first);
  const auto again = move(ann, id, "11-15", "r1");
  ASSERT_TRUE(again) << again.error().reason;
  EXPECT_EQ(again->first, first->first);
  EXPECT_EQ(again->last, first->last);
  EXPECT_EQ(status(id).moves, 1);
  // Another seat's request of the same name is another one.
  EXPECT_TRUE(move(ben, id, "22-18", "r1"));
  EXPECT_EQ(status(id).moves, 2);
  EXPECT_EQ(live->figures().commands_repeated, 1U);
}

TEST_F(PlayTest, ARequestSentAgainWhileItIsStoredIsOneWithTheFirst) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  const int before = test_store->appends;
  test_store->is_shut = true;
  std::vector<int> answers;
  for (int count = 0; count < 3; ++count) {
    live->command(ann, {id, "r1", {-1, 1 << 20, match::Move{"11-15"}, {}}}, 0ms,
                  [&](const auto& taken) { answers.push_back(taken ? taken->first : -1); });
  }
  settle();
  EXPECT_THAT(answers, IsEmpty()) << "nobody hears of what is not stored";
  EXPECT_EQ(status(id).moves, 0);
  test_store->let_through();
  settle();
  const int number = status(id).number;
  EXPECT_THAT(answers, ElementsAre(number, number, number));
  EXPECT_EQ(test_store->appends, before + 1);
  EXPECT_EQ(status(id).moves, 1);
}

TEST_F(PlayTest, CommandsWaitForTheirTurnAndNotTooMany) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  test_store->is_shut = true;
  std::vector<std::string> answers;
  const auto note = [&](const auto& taken) { answers.push_back(taken ? "taken" : taken.error().code); };
  live->command(ann, {id, "", {-1, 1 << 20, match::Move{"11-15"}, {}}}, 0ms, note);
  live->command(ben, {id, "", {-1, 1 << 20, match::Move{"22-18"}, {}}}, 0ms, note);
  for (int count = 0; count < limits::commands_waiting; ++count) {
    live->command(ben, {id, "", {-1, 1 << 20, match::OfferDraw{}, {}}}, 0ms, note);
  }
  EXPECT_THAT(answers, ElementsAre("busy"));
  test_store->let_through();
  settle();
  EXPECT_EQ(status(id).moves, 2);
  EXPECT_EQ(answers.size(), 2U + static_cast<std::size_t>(limits::commands_waiting));
}

TEST_F(PlayTest, WhoComesBackGetsWhatFollowsOrTheWhole) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  play({ann, ben}, id, 6);
  const int number = status(id).number;
  Attached soon(*live, ann);
  ASSERT_TRUE(watch(soon, id, number - 3));
  EXPECT_THAT(soon.numbers(), ElementsAre(number - 2, number - 1, number));
  EXPECT_THAT(soon.all<wire::ServerSnapshot>(), IsEmpty());
  Attached same(*live, ann);
  ASSERT_TRUE(watch(same, id, number));
  EXPECT_EQ(same.last<wire::ServerEvents>().first, number + 1);
  EXPECT_EQ(same.last<wire::ServerEvents>().status.ply, 6);
  Attached ahead(*live, ann);
  ASSERT_TRUE(watch(ahead, id, number + 5));
  EXPECT_EQ(ahead.last<wire::ServerSnapshot>().snapshot.number, number);
  play({ann, ben}, id, 60);
  Attached late(*live, ben);
  ASSERT_TRUE(watch(late, id, 3));
  EXPECT_EQ(late.last<wire::ServerSnapshot>().snapshot.number, status(id).number);
}

TEST_F(PlayTest, ASlowListenerHarmsNobodyAndComesBack) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  auto slow = std::make_unique<Attached>(*live, cyd);
  Attached quick(*live, ben);
  ASSERT_TRUE(watch(*slow, id));
  ASSERT_TRUE(watch(quick, id));
  slow->room = slow->texts.size() + 2;
  play({ann, ben}, id, 10);
  EXPECT_TRUE(slow->is_full);
  EXPECT_EQ(quick.numbers().size(), 10U);
  const int had = slow->numbers().back();
  slow.reset();
  Attached back(*live, cyd);
  ASSERT_TRUE(watch(back, id, had));
  EXPECT_EQ(back.numbers().front(), had + 1);
  EXPECT_EQ(back.numbers().back(), status(id).number);
}

TEST_F(PlayTest, DrawByOfferAndTakebackByOffer) {
  const std::string id = match_of(blitz(), {ann, ben});
  play({ann, ben}, id, 4);
  ASSERT_EQ(code_of(ann, id, match::OfferTakeback{}), "");
  EXPECT_EQ(status(id).takeback->seat, 0);
  ASSERT_EQ(code_of(ben, id, match::AnswerTakeback{true}), "");
  EXPECT_EQ(status(id).moves, 2);
  ASSERT_EQ(code_of(ann, id, match::OfferDraw{}), "");
  EXPECT_EQ(code_of(ann, id, match::OfferDraw{}), "already_done");
  ASSERT_EQ(code_of(ben, id, match::AnswerDraw{true}), "");
  EXPECT_TRUE(status(id).outcome.is_draw);
  const auto end = answer_of<MatchSummary>([&](auto done) { live->find(id, done); });
  EXPECT_EQ(end->header.result, "1/2-1/2");
  EXPECT_EQ(end->header.ending, "agreement");
}

TEST_F(PlayTest, AbortBeforeItCounts) {
  const std::string id = match_of(blitz(), {ann, ben});
  play({ann, ben}, id, 1);
  ASSERT_EQ(code_of(ben, id, match::Abort{"not now"}), "");
  EXPECT_EQ(status(id).ending, match::EndKind::abort);
  const std::string other = match_of(blitz(), {ann, ben});
  play({ann, ben}, other, 2);
  EXPECT_EQ(code_of(ben, other, match::Abort{}), "too_late");
}

TEST_F(PlayTest, TheFlagFallsByItself) {
  const std::string id = match_of(terms_of("american", fischer(10s, 0s)), {ann, ben});
  Attached watcher(*live, cyd);
  ASSERT_TRUE(watch(watcher, id));
  play({ann, ben}, id, 2);
  ASSERT_TRUE(live->next_deadline());
  pass(9s);
  EXPECT_EQ(status(id).phase, match::Phase::playing);
  pass(20s);
  EXPECT_EQ(status(id).phase, match::Phase::over);
  EXPECT_EQ(status(id).ending, match::EndKind::time);
  EXPECT_EQ(watcher.last<wire::ServerEvents>().status.outcome->standings[1].place, 1);
}

TEST_F(PlayTest, ACommandThatComesAfterTheFlagIsAnsweredByIt) {
  const std::string id = match_of(terms_of("american", fischer(10s, 0s)), {ann, ben});
  play({ann, ben}, id, 2);
  now += 60s;  // and no tick has come
  EXPECT_EQ(code_of(ann, id, match::OfferDraw{}), "over");
  EXPECT_EQ(status(id).ending, match::EndKind::time);
}

TEST_F(PlayTest, WhenNothingCanBeStoredNothingHappens) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  Attached watcher(*live, ben);
  ASSERT_TRUE(watch(watcher, id));
  const std::size_t heard = watcher.texts.size();
  test_store->failure = store::FailureKind::full;
  EXPECT_EQ(code_of(ann, id, match::Move{"11-15"}), "store_unavailable");
  EXPECT_EQ(status(id).moves, 0);
  EXPECT_EQ(watcher.texts.size(), heard);
  EXPECT_FALSE(create(cyd, {terms_of("american"), {}, true, false}));
  test_store->failure.reset();
  EXPECT_EQ(code_of(ann, id, match::Move{"11-15"}), "") << "the next one tries again";
  EXPECT_THAT(log, Not(IsEmpty()));
}

TEST_F(PlayTest, AFlagThatCannotBeStoredFallsWhenThereIsRoomAgain) {
  const std::string id = match_of(terms_of("american", fischer(10s, 0s)), {ann, ben});
  play({ann, ben}, id, 2);
  test_store->failure = store::FailureKind::full;
  pass(60s);
  EXPECT_EQ(status(id).phase, match::Phase::playing);
  EXPECT_EQ(code_of(ann, id, match::Move{"1-5"}), "store_unavailable");
  test_store->failure.reset();
  pass(2s);  // the clock goes on,
  pass(0s);  // and has nothing left
  EXPECT_EQ(status(id).ending, match::EndKind::time);
}

TEST_F(PlayTest, WhereANumberIsTakenTheMatchIsReadAgain) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  Attached watcher(*live, ben);
  ASSERT_TRUE(watch(watcher, id));
  test_store->failure = store::FailureKind::taken;
  EXPECT_EQ(code_of(ann, id, match::Move{"11-15"}), "store_unavailable");
  test_store->failure.reset();
  settle();
  EXPECT_EQ(watcher.all<wire::ServerSnapshot>().size(), 2U) << "and the whole is told again";
  EXPECT_EQ(code_of(ann, id, match::Move{"11-15"}), "");
}

TEST_F(PlayTest, RatingsFollowTheEndInTheSameTransaction) {
  const Person cat = account("cat");
  const Person dog = account("dog");
  keep_account(cat);
  keep_account(dog);
  match::Terms terms = blitz();
  terms.is_rated = true;
  for (int count = 0; count < 2; ++count) {
    const std::string id = match_of(terms, {cat, dog});
    play({cat, dog}, id, 4);
    ASSERT_EQ(code_of(dog, id, match::Resign{}), "");
  }
  std::optional<std::vector<store::RatingRow>> rows;
  test_store->ratings_of("cat", [&](auto outcome) { rows = *outcome; });
  ASSERT_TRUE(mailbox.run_until([&] { return rows.has_value(); }));
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ(rows->front().games, 2);
  EXPECT_GT(rows->front().rating, 1500);
  EXPECT_FALSE(create(ann, {terms, {}, true, false})) << "a rated game is for accounts";
}

}  // namespace
}  // namespace crownstar::live
