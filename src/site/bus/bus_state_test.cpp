#include "site/bus/bus_state.hpp"

#include <gtest/gtest.h>

namespace crownstar::bus {
namespace {

using namespace std::chrono_literals;

Event message(std::size_t bytes) { return Heard{7, "s", {}, std::string(bytes, 'x')}; }

TEST(SubscriptionsTest, OneComesIntoForceOnceAndOnlyWhileItIsWanted) {
  Subscriptions all;
  all.add(2, {{}, {}, [] {}});
  all.add(3, {{}, {}, [] {}});
  all.add(4, {});
  EXPECT_EQ(all.not_in_force(), (std::vector<SubscriptionNumber>{2, 3}));
  EXPECT_NE(all.come_into_force(2), nullptr);
  EXPECT_EQ(all.come_into_force(2), nullptr);
  EXPECT_TRUE(all.remove(3));
  EXPECT_FALSE(all.remove(3));
  EXPECT_EQ(all.come_into_force(3), nullptr);
  EXPECT_NE(all.find(4), nullptr);
  EXPECT_EQ(all.size(), 2U);
}

TEST(QuestionsTest, EachIsAnsweredOnceAndDueOnce) {
  Questions all;
  const Clock::time_point now{};
  int answers = 0;
  all.add(1, [&](const auto&) { ++answers; }, now + 2s);
  all.add(2, [&](const auto&) { ++answers; }, now + 1s);
  EXPECT_EQ(all.next_due(), now + 1s);
  EXPECT_FALSE(all.take_due(now));
  EXPECT_EQ(all.take_due(now + 1s), 2U);
  EXPECT_FALSE(all.take_due(now + 1s));
  EXPECT_EQ(all.size(), 2U) << "it waits until it is told";
  for (const std::uint64_t number : {2U, 1U}) {
    const OnAnswer done = all.take(number);
    ASSERT_TRUE(done);
    done("yes");
  }
  EXPECT_FALSE(all.take(1));
  EXPECT_FALSE(all.next_due());
  EXPECT_EQ(answers, 2);
}

TEST(DeliveriesTest, AMessageThatIsDroppedIsAGapAfterTheOthers) {
  Deliveries all;
  const std::size_t half = limits::bus_bytes_waiting / 2;
  ASSERT_TRUE(all.add(message(half), half));
  EXPECT_FALSE(all.add(message(half + 1), half + 1));
  EXPECT_TRUE(all.add(InForce{2}, 0)) << "only messages are bounded";
  EXPECT_TRUE(std::holds_alternative<Heard>(all.next(true).value()));
  EXPECT_TRUE(std::holds_alternative<InForce>(all.next(true).value()));
  EXPECT_EQ(std::get<Link>(all.next(true).value()), Link::back);
  EXPECT_FALSE(all.next(true)) << "once";
}

TEST(DeliveriesTest, AGapIsNotReportedWhereTheConnectionIsLostAnyway) {
  Deliveries all;
  EXPECT_FALSE(all.add(message(limits::bus_bytes_waiting + 1), limits::bus_bytes_waiting + 1));
  EXPECT_FALSE(all.next(false));
  EXPECT_FALSE(all.next(true));
}

TEST(LinkStateTest, IsWholeWhenTheNoteOfThisConnectionIsBack) {
  LinkState link;
  const auto first = link.change();
  EXPECT_FALSE(first.was_whole);
  EXPECT_EQ(link.note_came(first.note), Link::connected);
  EXPECT_FALSE(link.note_came(first.note));
  EXPECT_TRUE(link.is_whole());
  EXPECT_TRUE(link.change().was_whole);
  const auto third = link.change();
  EXPECT_FALSE(link.note_came(first.note)) << "of a connection that is gone";
  EXPECT_FALSE(link.is_whole());
  EXPECT_EQ(link.note_came(third.note), Link::back);
}

}  // namespace
}  // namespace crownstar::bus
