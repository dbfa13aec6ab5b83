// What one of two nodes has missed and no event says, it finds in the store: names, and what was said.
#include <gmock/gmock.h>

#include "site/live/scenarios/nodes_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;

class MissedTest : public NodesTest {
 protected:
  void SetUp() override {
    NodesTest::SetUp();
    for (const Person& person : {eva, finn}) keep_account(person);
    id = match_of(terms_of("american"), {eva, finn});
    settle();
  }
  std::expected<void, Refused> say_on(LiveSite& node, const Person& person, std::string text) {
    now += 1s;
    return answer_of<void>([&](auto done) { node.say(person, {id, true, std::move(text)}, done); });
  }
  // As another node does whose word of it never comes.
  void store_line(std::string text) {
    std::optional<bool> is_stored;
    test_store->append_chat({id, 0, "players", eva.id, eva.name, std::move(text), now},
                            [&](const auto& number) { is_stored = number.has_value(); });
    ASSERT_TRUE(mailbox.run_until([&] { return is_stored.has_value(); }));
    ASSERT_TRUE(*is_stored);
  }
  void mend() {
    exchange->mend();
    settle();
    both_pass(1s);
    both_pass(1s);
  }
  static std::vector<std::string> heard(const RecordingListener& ear) {
    std::vector<std::string> lines;
    for (const auto& message : ear.all<wire::ServerChat>()) lines.push_back(message.line.text);
    return lines;
  }
  std::vector<std::string> shown_on(LiveSite& node) {
    Attached reader(node, finn);
    watch_on(node, reader, id);
    std::vector<std::string> lines;
    for (const auto& line : reader.last<wire::ServerSnapshot>().snapshot.chat) lines.push_back(line.text);
    return lines;
  }

  const Person eva = account("eva");
  const Person finn = account("finn");
  std::string id;
};

TEST_F(MissedTest, WhatWasSaidMeanwhileIsToldWhenTheBusIsBack) {
  Attached here(*live, eva);
  Attached there(*second, finn);
  watch_on(*live, here, id);
  watch_on(*second, there, id);
  ASSERT_TRUE(say_on(*live, eva, "before"));
  settle();
  exchange->cut();
  ASSERT_TRUE(say_on(*live, eva, "one"));
  ASSERT_TRUE(say_on(*live, eva, "two"));
  settle();
  EXPECT_THAT(heard(there), ElementsAre("before"));
  mend();
  EXPECT_THAT(heard(there), ElementsAre("before", "one", "two"));
  EXPECT_THAT(heard(here), ElementsAre("before", "one", "two")) << "and nobody twice";
  EXPECT_THAT(shown_on(*second), ElementsAre("before", "one", "two"));
  EXPECT_EQ(there.all<wire::ServerSnapshot>().size(), 1U);
  EXPECT_THAT(log, IsEmpty());
}

TEST_F(MissedTest, ALineThatIsMissingBeforeAnotherIsReadAndToldFirst) {
  Attached there(*second, finn);
  watch_on(*second, there, id);
  store_line("one");
  ASSERT_TRUE(say_on(*live, eva, "two"));
  settle();
  EXPECT_THAT(heard(there), ElementsAre("one", "two"));
  store_line("three");
  ASSERT_TRUE(say_on(*second, finn, "four")) << "said here";
  settle();
  EXPECT_THAT(heard(there), ElementsAre("one", "two", "three", "four"));
  EXPECT_THAT(shown_on(*live), ElementsAre("one", "two", "three", "four"));
  EXPECT_THAT(log, IsEmpty());
}

TEST_F(MissedTest, ALineIsToldThoughWhatWasBeforeItCannotBeRead) {
  Attached there(*second, finn);
  watch_on(*second, there, id);
  store_line("one");
  test_store->unreadable = id;
  ASSERT_TRUE(say_on(*live, eva, "two"));
  settle();
  EXPECT_THAT(heard(there), ElementsAre("two"));
  test_store->unreadable.clear();
  for (int count = 0; count < 4; ++count) both_pass(1s);
  EXPECT_THAT(heard(there), ElementsAre("two", "one"));
  EXPECT_THAT(shown_on(*second), ElementsAre("one", "two"));
}

TEST_F(MissedTest, WhoDeletedTheAccountMeanwhileIsNamedNoMore) {
  ASSERT_TRUE(say_on(*live, finn, "good luck"));
  ASSERT_TRUE(say_on(*live, eva, "my secret words"));
  ASSERT_TRUE(command(eva, id, match::Resign{}));
  settle();
  Attached there(*second, finn);
  watch_on(*second, there, id);
  exchange->cut();
  live->person_changed(eva, people::Change::leaves);
  settle();
  std::optional<bool> is_gone;
  test_store->delete_account(eva.id, [&](const auto& outcome) { is_gone = outcome.has_value(); });
  ASSERT_TRUE(mailbox.run_until([&] { return is_gone.has_value(); }));
  ASSERT_TRUE(*is_gone);
  live->person_changed(eva, people::Change::is_gone);
  settle();
  mend();
  EXPECT_THAT(shown_on(*second), ElementsAre("good luck"));
  EXPECT_GT(there.all<wire::ServerSnapshot>().size(), 1U) << "who looks on is told anew";
  const std::string snapshot = wire::encode(there.last<wire::ServerSnapshot>());
  EXPECT_THAT(snapshot, testing::Not(testing::HasSubstr(eva.name)));
  EXPECT_THAT(snapshot, testing::Not(testing::HasSubstr("my secret words")));
}

// What they leave behind unfinished is resigned in events, and those alone would keep the name.
TEST_F(MissedTest, WhoDeletedTheAccountInTheMiddleOfAGameIsNamedNoMore) {
  Attached there(*second, finn);
  watch_on(*second, there, id);
  exchange->cut();
  live->person_changed(eva, people::Change::leaves);
  settle();
  test_store->delete_account(eva.id, [](const auto&) {});
  settle();
  live->person_changed(eva, people::Change::is_gone);
  settle();
  mend();
  EXPECT_EQ(status_on(*second, id).phase, match::Phase::over);
  const std::string snapshot = wire::encode(there.last<wire::ServerSnapshot>());
  EXPECT_THAT(snapshot, testing::Not(testing::HasSubstr(eva.name)));
}

TEST_F(MissedTest, WhoIsMutedIsMutedForAllDevicesOfThePerson) {
  const auto mute = [&](bool is_muted) {
    ASSERT_TRUE(answer_of<void>([&](auto done) { live->mute(eva, finn.id, is_muted, done); }));
    settle();
  };
  Attached here(*live, eva);
  Attached there(*second, eva);
  watch_on(*live, here, id);
  watch_on(*second, there, id);
  mute(true);
  ASSERT_TRUE(say_on(*second, finn, "one"));
  settle();
  EXPECT_THAT(heard(there), IsEmpty());
  EXPECT_THAT(heard(here), IsEmpty());
  mute(false);
  ASSERT_TRUE(say_on(*second, finn, "two"));
  settle();
  EXPECT_THAT(heard(there), ElementsAre("two"));
  exchange->cut();
  mute(true);
  mend();
  ASSERT_TRUE(say_on(*second, finn, "three"));
  settle();
  EXPECT_THAT(heard(there), ElementsAre("two")) << "read when the bus is back";
}

TEST_F(MissedTest, NothingIsToldWhereNothingWasMissed) {
  ASSERT_TRUE(say_on(*live, eva, "before"));
  settle();
  Attached there(*second, finn);
  watch_on(*second, there, id);
  const auto count = there.all<wire::ServerSnapshot>().size();
  exchange->cut();
  mend();
  EXPECT_EQ(there.all<wire::ServerSnapshot>().size(), count);
  EXPECT_THAT(heard(there), IsEmpty());
  EXPECT_THAT(log, IsEmpty());
}

}  // namespace
}  // namespace crownstar::live
