#include "site/people/throttle.hpp"

#include <gtest/gtest.h>

namespace crownstar::people {
namespace {

using std::chrono::seconds;

TEST(Throttle, ABurstAndThenOneAtATime) {
  Throttle throttle({.burst = 3, .refill = seconds{10}, .most_keys = 10});
  Instant now{seconds{1'000}};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(throttle.take("ann", now, "tries"));
  const auto refused = throttle.take("ann", now, "tries");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "too_many");
  EXPECT_EQ(refused.error().retry_after, seconds{10});
  EXPECT_TRUE(throttle.take("bob", now, "tries"));
  now += seconds{9};
  EXPECT_FALSE(throttle.take("ann", now, "tries"));
  now += seconds{1};
  EXPECT_TRUE(throttle.take("ann", now, "tries"));
  EXPECT_FALSE(throttle.take("ann", now, "tries"));
  now += seconds{300};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(throttle.take("ann", now, "tries"));
  EXPECT_FALSE(throttle.take("ann", now, "tries"));
}

TEST(Throttle, WhatIsGivenBackCanBeTakenAgain) {
  Throttle throttle({.burst = 1, .refill = seconds{10}, .most_keys = 10});
  const Instant now{seconds{1'000}};
  EXPECT_TRUE(throttle.take("ann", now, "tries"));
  throttle.give_back("ann");
  EXPECT_TRUE(throttle.take("ann", now, "tries"));
  EXPECT_FALSE(throttle.take("ann", now, "tries"));
  throttle.give_back("nobody");
}

TEST(Throttle, MemoryIsBoundedAndTheOneUnusedForLongestGoes) {
  Throttle throttle({.burst = 1, .refill = seconds{1'000}, .most_keys = 100});
  const Instant now{seconds{1'000}};
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(throttle.take("key " + std::to_string(i), now, "tries"));
  EXPECT_FALSE(throttle.take("key 0", now, "tries"));  // used again, so key 1 is the oldest
  EXPECT_TRUE(throttle.take("another", now, "tries"));
  EXPECT_EQ(throttle.keys(), 100U);
  EXPECT_FALSE(throttle.take("key 0", now, "tries"));
  EXPECT_TRUE(throttle.take("key 1", now, "tries"));
}

TEST(AddressKey, AHouseholdIsOneKey) {
  EXPECT_EQ(address_key("192.0.2.1"), "192.0.2.1");
  EXPECT_NE(address_key("192.0.2.1"), address_key("192.0.2.2"));
  EXPECT_EQ(address_key("2001:db8:1:2::1"), address_key("2001:db8:1:2:ffff::9"));
  EXPECT_NE(address_key("2001:db8:1:2::1"), address_key("2001:db8:1:3::1"));
  EXPECT_EQ(address_key("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(address_key("somewhere"), "somewhere");
  EXPECT_EQ(address_key(std::string(1'000, 'x')).size(), 64U);
}

TEST(AddressThrottle, CountsTheNetworksOfIPv6Too) {
  AddressThrottle throttle({.burst = 2, .refill = seconds{1'000}, .most_keys = 1'000});
  const Instant now{seconds{1'000}};
  int taken = 0;
  for (int house = 0; house < 20; ++house) {
    const std::string address = "2001:db8:1:" + std::to_string(house) + "::1";  // of one /56
    for (int tries = 0; tries < 2; ++tries) taken += throttle.take(address, now, "tries") ? 1 : 0;
  }
  EXPECT_EQ(taken, 8) << "as four addresses";
  for (int site = 1; site < 50; ++site) {
    const std::string address = "2001:db8:1:" + std::to_string(site) + "00::1";  // of one /48
    for (int tries = 0; tries < 2; ++tries) taken += throttle.take(address, now, "tries") ? 1 : 0;
  }
  EXPECT_EQ(taken, 32) << "as sixteen addresses";
  EXPECT_TRUE(throttle.take("2001:db8:2::1", now, "tries"));
  EXPECT_TRUE(throttle.take("192.0.2.1", now, "tries"));
  EXPECT_TRUE(throttle.take("192.0.2.1", now, "tries"));
  EXPECT_FALSE(throttle.take("::ffff:192.0.2.1", now, "tries"));
  EXPECT_EQ(throttle.taken("192.0.2.1", now), 2);
  throttle.give_back("192.0.2.1");
  EXPECT_EQ(throttle.taken("192.0.2.1", now), 1);
}

}  // namespace
}  // namespace crownstar::people
