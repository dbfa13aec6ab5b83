#include "site/live/match/recent_events.hpp"

#include <gtest/gtest.h>

namespace crownstar::live {
namespace {

match::Event event(int number) { return {number, {}, match::Resigned{0}}; }

TEST(RecentEvents, AreTheLastOnesInOrder) {
  RecentEvents recent;
  EXPECT_TRUE(recent.empty());
  for (int number = 0; number < 100; ++number) {
    recent.add(event(number));
    const auto all = recent.all();
    ASSERT_EQ(std::ssize(all), std::min(number + 1, limits::events_remembered));
    for (std::size_t at = 0; at < all.size(); ++at) {
      ASSERT_EQ(all[at].number, number + 1 - static_cast<int>(all.size() - at));
    }
  }
  recent.clear();
  EXPECT_TRUE(recent.empty());
  EXPECT_TRUE(recent.all().empty());
}

TEST(RecentEvents, OfAMatchThatIsReadAreItsLastOnes) {
  std::vector<match::Event> events;
  for (int number = 0; number < 40; ++number) events.push_back(event(number));
  RecentEvents recent;
  recent.assign(events);
  EXPECT_EQ(recent.all().front().number, 40 - limits::events_remembered);
  recent.add(event(40));
  EXPECT_EQ(recent.all().front().number, 41 - limits::events_remembered);
  EXPECT_EQ(recent.all().back().number, 40);
}

}  // namespace
}  // namespace crownstar::live
