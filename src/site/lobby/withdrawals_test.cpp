#include "site/lobby/withdrawals.hpp"

#include <gmock/gmock.h>

namespace crownstar::lobby {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

class WithdrawalsTest : public testing::Test {
 protected:
  static people::Person person(const std::string& id) { return {id, "Guest " + id, people::PersonKind::guest, {}}; }
  std::vector<std::string> due() {
    std::vector<std::string> names;
    for (const auto& each : withdrawals.take_due(now)) names.push_back(each.person.id + " " + each.seek);
    return names;
  }
  people::Instant now{std::chrono::days{20000}};
  Withdrawals withdrawals;
};

TEST_F(WithdrawalsTest, WhatIsNotAnsweredIsAskedAgainForAMinute) {
  withdrawals.note(person("ann"), "s1", now);
  EXPECT_THAT(due(), ElementsAre("ann s1"));
  EXPECT_THAT(due(), IsEmpty()) << "an answer is waited for";
  withdrawals.failed("ann", "s1");
  EXPECT_THAT(due(), ElementsAre("ann s1"));
  now += 10s;
  EXPECT_THAT(due(), ElementsAre("ann s1")) << "no answer came";
  now += 50s;
  EXPECT_THAT(due(), IsEmpty());
}

TEST_F(WithdrawalsTest, WhatIsAnsweredIsToldToTheNextLeaderOnly) {
  withdrawals.note(person("ann"), "s1", now);
  EXPECT_THAT(due(), ElementsAre("ann s1"));
  withdrawals.answered("ann", "s1");
  now += 20s;
  EXPECT_THAT(due(), IsEmpty());
  withdrawals.leader_changed();
  EXPECT_THAT(due(), ElementsAre("ann s1"));
}

TEST_F(WithdrawalsTest, WhoWithdrawsFromOneWithdrawsFromAllStill) {
  withdrawals.note(person("ann"), "", now);
  withdrawals.note(person("ann"), "s1", now);
  withdrawals.note(person("ann"), "s1", now);
  EXPECT_THAT(due(), ElementsAre("ann ", "ann s1"));
}

TEST_F(WithdrawalsTest, WhoSitsDownAgainIsNotTakenOutOfIt) {
  withdrawals.note(person("ann"), "s1", now);
  withdrawals.note(person("ann"), "s2", now);
  withdrawals.note(person("ann"), "", now);
  withdrawals.note(person("ben"), "s1", now);
  withdrawals.forget("ann", "s1");
  EXPECT_THAT(due(), ElementsAre("ann s2", "ben s1"));
}

}  // namespace
}  // namespace crownstar::lobby
