#include "site/live/match/request_memory.hpp"

#include <string>

#include <gtest/gtest.h>

namespace crownstar::live {
namespace {

TEST(RequestMemory, TheOldestOfTheSameSeatIsForgotten) {
  RequestMemory memory(3);
  memory.remember({"other", 1, 0, 0});
  for (int number = 1; number <= 10; ++number) {
    memory.remember({"r" + std::to_string(number), 0, number, number});
    for (int known = 1; known <= number; ++known) {
      const auto* const found = memory.find(0, "r" + std::to_string(known));
      ASSERT_EQ(found != nullptr, known > number - 3) << known << " of " << number;
      if (found != nullptr) EXPECT_EQ(found->first, known);
    }
  }
  EXPECT_NE(memory.find(1, "other"), nullptr);
  EXPECT_EQ(memory.find(1, "r10"), nullptr);
  memory.clear();
  EXPECT_EQ(memory.find(0, "r10"), nullptr);
}

TEST(RequestMemory, OfNoneNothingIsRemembered) {
  RequestMemory memory(0);
  memory.remember({"r1", 0, 1, 1});
  EXPECT_EQ(memory.find(0, "r1"), nullptr);
}

}  // namespace
}  // namespace crownstar::live
