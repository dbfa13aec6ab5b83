#include "site/server/net/loop/deadline.hpp"

#include <functional>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace crownstar::server {
namespace {

struct Due final : Deadline {
  std::function<void()> then;
  int count = 0;
  void on_due() override {
    ++count;
    if (then) then();
  }
};

void tick(DeadlineWheel& wheel, int seconds) {
  for (int i = 0; i < seconds * DeadlineWheel::ticks_a_second; ++i) wheel.tick();
}

TEST(Deadlines, ComeOnceAndNotBefore) {
  DeadlineWheel wheel;
  Due due;
  wheel.arm(due, 10);
  tick(wheel, 9);
  EXPECT_EQ(due.count, 0);
  tick(wheel, 1);
  EXPECT_EQ(due.count, 1);
  tick(wheel, 1000);
  EXPECT_EQ(due.count, 1);
}

TEST(Deadlines, MayBePutOffBroughtForwardAndDropped) {
  DeadlineWheel wheel;
  Due late;
  Due soon;
  Due dropped;
  wheel.arm(late, 5);
  wheel.arm(soon, 500);
  wheel.arm(dropped, 5);
  tick(wheel, 3);
  wheel.arm(late, 300);
  wheel.arm(soon, 2);
  wheel.disarm(dropped);
  tick(wheel, 2);
  EXPECT_EQ(soon.count, 1);
  tick(wheel, 295);
  EXPECT_EQ(late.count, 0);
  tick(wheel, 5);
  EXPECT_EQ(late.count, 1);
  EXPECT_EQ(dropped.count, 0);
}

TEST(Deadlines, MayArmAndDestroyOthersWhenTheyCome) {
  DeadlineWheel wheel;
  auto victim = std::make_unique<Due>();
  Due killer;
  Due again;
  killer.then = [&] { victim.reset(); };
  again.then = [&] { wheel.arm(again, 1); };
  wheel.arm(killer, 1);
  wheel.arm(*victim, 1);
  wheel.arm(again, 1);
  tick(wheel, 3);
  EXPECT_EQ(victim, nullptr);
  EXPECT_EQ(again.count, 3);
}

TEST(Deadlines, ComeAtTheirTickWhateverHappens) {
  std::mt19937 random(7);
  DeadlineWheel wheel;
  constexpr int count = 300;
  std::vector<Due> dues(count);
  std::vector<int> expected(count, -1);
  for (int now = 0; now < 2000; ++now) {
    for (int i = 0; i < 20; ++i) {
      const auto which = random() % count;
      const int seconds = static_cast<int>(random() % 400) + 1;
      wheel.arm(dues[which], seconds);
      dues[which].count = 0;
      expected[which] = now + seconds * DeadlineWheel::ticks_a_second;
    }
    wheel.tick();
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(dues[i].count, expected[i] >= 0 && expected[i] <= now + 1 ? 1 : 0) << i << " at " << now;
    }
  }
}

}  // namespace
}  // namespace crownstar::server
