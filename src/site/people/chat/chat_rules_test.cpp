#include "site/people/chat/chat_rules.hpp"

#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "site/people/accounts/people_fixture_test.hpp"

namespace crownstar::people {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

std::string cleaned(std::string_view text) { return clean_line(text, 40).value_or("refused"); }

TEST(CleanLine, KeepsWhatPeopleSay) {
  for (const char* text : {"hi", "good game!", "Dank je wel :)", "Спасибо", "好棋", "שלום", "👍🏽 nice", "né à",
                           "ne\u0301", "<b>not bold</b> & 'quoted'", "สวัสดี"}) {
    EXPECT_EQ(cleaned(text), text);
  }
}

TEST(CleanLine, LeavesOutWhatDeceives) {
  EXPECT_EQ(cleaned("  a \t\n  b\r\n"), "a b");
  EXPECT_EQ(cleaned("a\u202Eb\u2066c\u200Bd\uFEFFe"), "abcde");
  EXPECT_EQ(cleaned("a\x07\x1b[31mb"), "a [31mb");
  EXPECT_EQ(cleaned("a\u0085b\u2028c"), "a b c");
  EXPECT_EQ(cleaned("e\u0301\u0302\u0303\u0304\u0305x"), "e\u0301\u0302x");
  EXPECT_EQ(cleaned("\u0301a"), "a");
  EXPECT_EQ(cleaned("a\U000E0041b"), "ab");
}

TEST(CleanLine, RefusesNothingAndTooMuch) {
  for (const std::string& text : {std::string(), std::string("   "), std::string("\u200B\u202E"), std::string(41, 'x'),
                                  std::string(10'000, 'x'), std::string("\xff\xfe"), std::string("a\xc3")}) {
    const auto refused = clean_line(text, 40);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, "text_unfit");
  }
  EXPECT_TRUE(clean_line("жжжжжжжжжжжжжжжжжжжжжжжжжжжжжжжжжжжжжжжж", 40));  // 40 letters
}

struct ChatTest : testing::Test {
  ChatTest() { open(); }
  void open() {
    rules = std::make_unique<ChatRules>(*fixture.store);
    EXPECT_TRUE(fixture.answer<void>([&](auto done) { rules->open(done); }));
  }
  void restart() {
    rules.reset();
    fixture.restart();
    open();
  }
  Person person(const std::string& name) {
    return fixture.answer<SignedIn>([&](auto done) { fixture.people->make_guest(name, {"192.0.2.1", ""}, now, done); })
        ->person;
  }
  Answer<void> mute(const Person& by, const Person& whom, bool is_muted) {
    return fixture.answer<void>([&](auto done) { rules->mute(by, whom.id, is_muted, now, done); });
  }
  Answer<void> arrived(const Person& who) {
    return fixture.answer<void>([&](auto done) { rules->arrived(who.id, done); });
  }
  static std::string code(const Answer<std::string>& answer) { return answer ? "" : answer.error().code; }

  PeopleFixture fixture;
  std::unique_ptr<ChatRules> rules;
  Instant now{hours{500'000}};
};

TEST_F(ChatTest, LinesAreThrottledByPerson) {
  const Person ann = person("Ann");
  for (int i = 0; i < limits::chat_of_a_player.burst; ++i) {
    EXPECT_EQ(rules->check(ann, "line " + std::to_string(i), now), "line " + std::to_string(i));
  }
  EXPECT_EQ(code(rules->check(ann, "one more", now)), "too_many");
  EXPECT_TRUE(rules->check(person("Bob"), "hello", now));
  now += limits::chat_of_a_player.each;
  EXPECT_TRUE(rules->check(ann, "one more", now));
}

TEST_F(ChatTest, TheSameLineTwiceIsRefusedForAMinute) {
  const Person ann = person("Ann");
  EXPECT_TRUE(rules->check(ann, "buy this", now));
  EXPECT_EQ(code(rules->check(ann, " buy  this\u200B", now)), "too_many");
  now += seconds{60};
  EXPECT_TRUE(rules->check(ann, "buy this", now));
}

TEST_F(ChatTest, AProgramGreetsEachOpponentWithTheSameWords) {
  Person bot = person("Otto");
  EXPECT_TRUE(rules->check(bot, "hello", now, "m1"));
  EXPECT_EQ(code(rules->check(bot, "hello", now, "m2")), "too_many") << "a person is not greeting";
  bot = person("Rita");
  bot.is_bot = true;
  EXPECT_TRUE(rules->check(bot, "hello", now, "m1"));
  EXPECT_TRUE(rules->check(bot, "hello", now, "m2"));
  EXPECT_EQ(code(rules->check(bot, "hello", now, "m2")), "too_many");
  for (int line = 2; line < limits::chat_of_a_bot.burst; ++line) {
    EXPECT_TRUE(rules->check(bot, "line " + std::to_string(line), now, "m2"));
  }
  EXPECT_EQ(code(rules->check(bot, "one more", now, "m2")), "too_many");
}

TEST_F(ChatTest, MutesAreOnesOwnAndLast) {
  const Person ann = person("Ann");
  const Person bob = person("Bob");
  EXPECT_TRUE(arrived(ann));
  EXPECT_TRUE(rules->hears(ann.id, bob.id));
  EXPECT_TRUE(mute(ann, bob, true));
  EXPECT_FALSE(rules->hears(ann.id, bob.id));
  EXPECT_TRUE(rules->hears(bob.id, ann.id));
  rules->left(ann.id);
  EXPECT_TRUE(arrived(ann));
  EXPECT_FALSE(rules->hears(ann.id, bob.id));
  restart();
  EXPECT_TRUE(arrived(ann));
  EXPECT_THAT(rules->muted_by(ann.id), testing::ElementsAre(bob.id));
  EXPECT_TRUE(mute(ann, bob, false));
  EXPECT_TRUE(mute(ann, bob, false));  // twice harms nobody
  EXPECT_TRUE(rules->hears(ann.id, bob.id));
  EXPECT_FALSE(mute(ann, ann, true));
}

TEST_F(ChatTest, WhoHasNoSessionHearsEverybody) {
  const Person ann = person("Ann");
  ASSERT_TRUE(fixture.outcome<void>([&](auto done) { fixture.store->mute({"", ann.id, now, {}}, done); }));
  EXPECT_TRUE(arrived(Person{}));
  EXPECT_TRUE(rules->hears("", ann.id));
}

TEST_F(ChatTest, ALineThatWasNotSaidMayBeSaidAgainAtOnce) {
  const Person ann = person("Ann");
  EXPECT_TRUE(rules->check(ann, "hello", now));
  EXPECT_FALSE(rules->check(ann, "hello", now));
  rules->was_not_said(ann, "hello");
  EXPECT_TRUE(rules->check(ann, "hello", now));
  EXPECT_TRUE(rules->check(ann, "refused", now));
  rules->was_not_said(ann, "refused");
  EXPECT_FALSE(rules->check(ann, "hello", now)) << "that was said";
  rules->was_not_said(ann, "another");
  EXPECT_FALSE(rules->check(ann, "hello", now));
}

TEST_F(ChatTest, SomebodyWhoIsNotConnectedCanMuteToo) {
  const Person ann = person("Ann");
  const Person bob = person("Bob");
  EXPECT_TRUE(mute(ann, bob, true));
  EXPECT_TRUE(arrived(ann));
  EXPECT_FALSE(rules->hears(ann.id, bob.id));
}

TEST_F(ChatTest, MutesAtOnceStayWithinTheLimitThoughTheyAreNotInMemory) {
  const Person ann = person("Ann");
  for (int count = 0; count + 1 < limits::mutes_of_a_player; ++count) {
    const store::MuteRow row{.player = ann.id, .muted = "p" + std::to_string(count), .since = now, .until = {}};
    ASSERT_TRUE(fixture.outcome<void>([&](auto done) { fixture.store->mute(row, done); }));
  }
  int stored = 0;
  int refused = 0;
  const auto count_answer = [&](const Answer<void>& answer) { ++(answer ? stored : refused); };
  for (const char* whom : {"q1", "q2", "q3"}) rules->mute(ann, whom, true, now, count_answer);
  rules->arrived(ann.id, [](const auto&) {});
  for (const char* whom : {"q4", "q5", "q6", "p1"}) rules->mute(ann, whom, true, now, count_answer);
  ASSERT_TRUE(fixture.loop.run_until([&] { return stored + refused == 7; }));
  EXPECT_EQ(stored, 2) << "one that is new, and one that was there";
  rules->left(ann.id);
  EXPECT_TRUE(arrived(ann));
  EXPECT_EQ(std::ssize(rules->muted_by(ann.id)), limits::mutes_of_a_player);
}

TEST_F(ChatTest, TheServerSilencesForATime) {
  const Person ann = person("Ann");
  const store::MuteRow silenced{.player = "", .muted = ann.id, .since = now, .until = now + hours{1}};
  ASSERT_TRUE(fixture.outcome<void>([&](auto done) { fixture.store->mute(silenced, done); }));
  EXPECT_TRUE(rules->check(ann, "still unheard of", now));
  ASSERT_TRUE(fixture.answer<void>([&](auto done) { rules->open(done); })) << "read again while it runs";
  EXPECT_EQ(code(rules->check(ann, "hello", now)), "muted");
  restart();
  EXPECT_EQ(code(rules->check(ann, "hello", now)), "muted");
  now += hours{1};
  EXPECT_TRUE(rules->check(ann, "hello", now));
}

TEST_F(ChatTest, WhoMaySpeakAgainIsReadToo) {
  const Person ann = person("Ann");
  const store::MuteRow silenced{.player = "", .muted = ann.id, .since = now, .until = std::nullopt};
  ASSERT_TRUE(fixture.outcome<void>([&](auto done) { fixture.store->mute(silenced, done); }));
  restart();
  EXPECT_EQ(code(rules->check(ann, "hello", now + hours{10'000})), "muted");
  ASSERT_TRUE(fixture.outcome<void>([&](auto done) { fixture.store->unmute("", ann.id, done); }));
  ASSERT_TRUE(fixture.answer<void>([&](auto done) { rules->open(done); }));
  EXPECT_TRUE(rules->check(ann, "hello", now));
}

TEST_F(ChatTest, ReportsAreStoredAndThrottled) {
  const Person ann = person("Ann");
  const Person bob = person("Bob");
  const auto report = [&](const std::string& text) {
    return fixture.answer<void>([&](auto done) { rules->report(ann, bob.id, "m1", text, now, done); });
  };
  EXPECT_FALSE(report(" "));
  ASSERT_TRUE(report("he\u202E swears"));
  const auto rows =
      fixture.outcome<std::vector<store::ReportRow>>([&](auto done) { fixture.store->open_reports(0, 10, done); });
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ(rows->front().text, "he swears");
  EXPECT_EQ(rows->front().accused, bob.id);
  EXPECT_EQ(rows->front().match, "m1");
  for (int i = 1; i < limits::reports_of_a_player.burst; ++i) EXPECT_TRUE(report("again"));
  EXPECT_EQ(report("again").error().code, "too_many");
}

}  // namespace
}  // namespace crownstar::people
