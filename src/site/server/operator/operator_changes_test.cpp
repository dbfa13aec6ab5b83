#include "site/server/operator/operator_changes.hpp"

#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "site/live/scenarios/controlled_store_test.hpp"
#include "site/store/moderation/moderation.hpp"

namespace crownstar::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Answers at once, and has nothing but settings.
class SettingsStore : public live::testing_site::ControlledStore {
 public:
  SettingsStore() : ControlledStore(nullptr, {}) {}
  void read_setting(std::string key, store::Done<std::optional<std::string>> done) override {
    const auto found = settings.find(key);
    done(found == settings.end() ? std::nullopt : std::optional(found->second));
  }
  void write_setting(std::string key, std::string value, store::Done<void> done) override {
    settings[std::move(key)] = std::move(value);
    done({});
  }

  std::map<std::string, std::string, std::less<>> settings;
};

class OperatorChangesTest : public testing::Test {
 protected:
  // Changes with these numbers are in the list.
  void list_people(int first, int last) {
    std::string& list = store.settings[std::string(store::people_changed_key)];
    list.clear();
    for (int number = first; number <= last; ++number) {
      list += std::to_string(number) + " p" + std::to_string(number) + "\n";
    }
  }
  void list_lines(int first, int last) {
    std::string& list = store.settings[std::string(store::lines_removed_key)];
    list.clear();
    for (int number = first; number <= last; ++number) list += std::to_string(number) + " m1 3\n";
  }

  SettingsStore store;
  Log log{LogLevel::error, LogForm::text};
  SecurityLog security{log};
  std::vector<std::string> people;
  std::vector<std::string> chats;
  int missed = 0;
  OperatorChanges changes{store, security, [this](const std::string& person) { people.push_back(person); },
                          [this](const std::string& match) { chats.push_back(match); }, [this] { ++missed; }};
};

TEST_F(OperatorChangesTest, WhatChangedBeforeTheStartIsReadWithTheStore) {
  list_people(101, 2100);
  list_lines(5, 6);
  changes.look();
  EXPECT_THAT(people, IsEmpty());
  EXPECT_THAT(chats, IsEmpty());
  EXPECT_EQ(missed, 0);
}

TEST_F(OperatorChangesTest, EachChangeIsPassedOnOnce) {
  changes.look();
  list_people(1, 2);
  list_lines(1, 1);
  changes.look();
  changes.look();
  EXPECT_THAT(people, ElementsAre("p1", "p2"));
  EXPECT_THAT(chats, ElementsAre("m1"));
  list_people(2, 3);
  changes.look();
  EXPECT_THAT(people, ElementsAre("p1", "p2", "p3")) << "what was seen may fall out";
  EXPECT_EQ(missed, 0);
}

// The store lists the last 2,000.
TEST_F(OperatorChangesTest, WhereMoreHasChangedThanIsListedAnybodyMayHave) {
  list_people(1, 7);
  changes.look();
  list_people(8, 2007);
  changes.look();
  EXPECT_EQ(missed, 0) << "that is all of them";
  EXPECT_THAT(people, SizeIs(2000));
  list_people(2009, 4008);
  changes.look();
  EXPECT_EQ(missed, 1);
  EXPECT_THAT(people, SizeIs(4000)) << "and those that are listed are passed on";
  changes.look();
  EXPECT_EQ(missed, 1) << "once";
}

TEST_F(OperatorChangesTest, WhereMoreLinesWereRemovedThanAreListedAnyChatMayHaveChanged) {
  list_lines(1, 3);
  changes.look();
  list_lines(5, 6);
  changes.look();
  EXPECT_EQ(missed, 1);
  EXPECT_THAT(chats, SizeIs(2));
}

TEST_F(OperatorChangesTest, EachActionIsASecurityEventOnceWhetherAServerRanOrNot) {
  store.settings[std::string(store::operator_actions_key)] = "1 banned p1\n2 silenced p2 2026-03-01T12:00:00Z\n";
  changes.look();
  EXPECT_EQ(security.counts().at("person_changed_by_operator"), 2U);
  store.settings[std::string(store::operator_actions_key)] += "3 report_settled 17\n4 deleted p1\n";
  changes.look();
  changes.look();
  EXPECT_EQ(security.counts().at("person_changed_by_operator"), 3U);
  EXPECT_EQ(security.counts().at("report_settled_by_operator"), 1U);
  EXPECT_EQ(store.settings[std::string(store::operator_actions_logged_key)], "4");
  OperatorChanges later(store, security, [](const auto&) {}, [](const auto&) {}, [] {});
  later.look();
  EXPECT_EQ(security.counts().at("person_changed_by_operator"), 3U) << "another start logs none again";
}

}  // namespace
}  // namespace crownstar::server
