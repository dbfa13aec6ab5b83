#include "site/people/accounts/notices.hpp"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/people/accounts/people_fixture_test.hpp"

namespace crownstar::people {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct NoticesNode {
  explicit NoticesNode(store::Store& store) : notices(store, failures) {}

  StoreFailures failures;
  Notices notices;
};

struct NoticesTest : testing::Test {
  std::shared_ptr<NoticesNode> node() {
    auto made = std::make_shared<NoticesNode>(*fixture.store);
    made->notices.belong_to(made);
    return made;
  }
  Visitor owner(const std::string& session) const {
    Visitor visitor;
    visitor.person.id = "anna";
    visitor.person.kind = PersonKind::account;
    visitor.session = session;
    visitor.begun = begun;
    return visitor;
  }
  std::vector<NoticeView> shown(NoticesNode& to, const std::string& session = "looks") {
    auto views = fixture.answer<std::vector<NoticeView>>([&](auto done) { to.notices.show(owner(session), done); });
    return views ? *views : std::vector<NoticeView>{};
  }
  std::vector<std::string> labels(NoticesNode& to, const std::string& session = "looks") {
    std::vector<std::string> texts;
    for (const NoticeView& each : shown(to, session)) texts.push_back(each.label);
    return texts;
  }
  // Nobody is told when a notice is stored.
  void expect_in_the_end(NoticesNode& at, std::size_t count) {
    for (int looks = 0; looks < 10'000 && shown(at).size() < count; ++looks) continue;
    EXPECT_EQ(shown(at).size(), count);
  }
  void leave(NoticesNode& at, const std::string& label, const std::string& session = "") {
    at.notices.leave("anna", NoticeKind::new_device, session, Caller{"192.0.2.1", label}, now);
  }

  Answer<void> put_away(NoticesNode& at, const std::string& session, const std::string& notice) {
    return fixture.answer<void>([&](auto done) { at.notices.put_away(owner(session), notice, now, done); });
  }

  PeopleFixture fixture;
  Instant now{std::chrono::hours{500'000}};
  Instant begun = now - std::chrono::hours{1};  // the sessions that ask
};

TEST_F(NoticesTest, OneThatCanNotBeStoredIsALineOfTheLog) {
  fixture.restart_without_writing();
  const auto here = node();
  std::vector<std::string> lines;
  here->failures.on_failure([&](std::string line) { lines.push_back(std::move(line)); });
  leave(*here, "Firefox");
  for (int looks = 0; looks < 10'000 && lines.empty(); ++looks) shown(*here);
  EXPECT_THAT(lines, ElementsAre(testing::HasSubstr("a notice for anna is lost")));
}

TEST_F(NoticesTest, TwoNodesAtOnceLoseNone) {
  const auto one = node();
  const auto other = node();
  leave(*one, "first");
  leave(*other, "second");
  leave(*one, "third");
  expect_in_the_end(*one, 3);
  EXPECT_THAT(labels(*other), testing::UnorderedElementsAre("first", "second", "third"));
}

TEST_F(NoticesTest, TheSessionThatLeftOneNeitherSeesNorPutsItAway) {
  const auto at = node();
  leave(*at, "a thief", "s-thief");
  expect_in_the_end(*at, 1);
  const std::string notice = shown(*at).front().notice;
  EXPECT_THAT(labels(*at, "s-thief"), IsEmpty());
  const auto refused_one = put_away(*at, "s-thief", notice);
  ASSERT_FALSE(refused_one);
  EXPECT_EQ(refused_one.error().code, "not_found");
  EXPECT_THAT(labels(*at), ElementsAre("a thief"));
  EXPECT_TRUE(put_away(*at, "looks", notice));
  EXPECT_THAT(labels(*at), IsEmpty());
}

TEST_F(NoticesTest, ASessionThatBeganLaterPutsItAwayForItselfAlone) {
  const auto at = node();
  leave(*at, "a thief", "s-thief");
  expect_in_the_end(*at, 1);
  const std::string notice = shown(*at).front().notice;
  begun = now;
  for (const char* session : {"s-again", "s-third"}) {
    EXPECT_THAT(labels(*at, session), ElementsAre("a thief")) << "an owner who comes later must see it";
    EXPECT_TRUE(put_away(*at, session, notice));
    EXPECT_THAT(labels(*at, session), IsEmpty());
    EXPECT_FALSE(put_away(*at, session, notice));
  }
  EXPECT_THAT(labels(*at), ElementsAre("a thief"));
  for (int count = 0; count < 2 * limits::sessions_of_a_player; ++count) {
    EXPECT_TRUE(put_away(*at, "s" + std::to_string(count), notice));
  }
  EXPECT_THAT(labels(*at, "s-thief"), IsEmpty()) << "however many come";
  now += std::chrono::days{7};
  EXPECT_TRUE(put_away(*at, "s-late", notice)) << "an owner whose sessions are all younger is rid of it in the end";
  EXPECT_THAT(labels(*at), IsEmpty());
}

TEST_F(NoticesTest, TheOldestGoWhereThereAreMany) {
  const auto at = node();
  std::string text;
  for (int number = 0; number < 40; ++number) text = with_notice(text, NoticeKind::password_changed, now);
  EXPECT_EQ(std::ranges::count(text, '\n'), 20);
  EXPECT_TRUE(fixture.outcome<std::string>(
      [&](auto done) { fixture.store->replace_setting(store::notices_key("anna"), std::nullopt, text, done); }));
  EXPECT_EQ(shown(*at).size(), 20U);
  const std::string oldest = shown(*at).back().notice;
  leave(*at, "the newest");
  for (int looks = 0; looks < 10'000 && labels(*at).front() != "the newest"; ++looks) continue;
  ASSERT_EQ(shown(*at).size(), 20U);
  EXPECT_EQ(labels(*at).front(), "the newest");
  for (const NoticeView& each : shown(*at)) EXPECT_NE(each.notice, oldest);
}

TEST_F(NoticesTest, ALineOfALaterVersionIsPassedOver) {
  const auto at = node();
  const std::string text = with_notice("n-later a_later_kind 1000 - something\n", NoticeKind::new_device, now);
  EXPECT_TRUE(fixture.outcome<std::string>(
      [&](auto done) { fixture.store->replace_setting(store::notices_key("anna"), std::nullopt, text, done); }));
  EXPECT_EQ(shown(*at).size(), 1U);
}

}  // namespace
}  // namespace crownstar::people
