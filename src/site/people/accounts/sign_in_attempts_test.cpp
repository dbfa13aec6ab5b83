#include "site/people/accounts/sign_in_attempts.hpp"

#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "site/people/passwords/password_pool.hpp"

namespace crownstar::people {
namespace {

constexpr int burst_of_a_name = limits::sign_ins_of_a_name.burst;
constexpr int burst_of_an_address = limits::sign_ins_of_an_address.burst;

class SignInAttemptsTest : public testing::Test {
 protected:
  Answer<SignInAttempt> from(int host, const std::string& name = "anna", bool is_known_device = false) {
    return attempts_.begin(name, "198.51.100." + std::to_string(host), is_known_device, now_);
  }

  SignInAttempts attempts_;
  Instant now_{std::chrono::seconds{1'000}};
};

TEST_F(SignInAttemptsTest, StrangersShareTheCountOfAName) {
  for (int host = 0; host < burst_of_a_name; ++host) EXPECT_TRUE(from(host)) << host;
  const auto refused = from(burst_of_a_name);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "too_many");
  EXPECT_TRUE(from(burst_of_a_name, "bert"));
  now_ += limits::sign_ins_of_a_name.each;
  EXPECT_TRUE(from(burst_of_a_name));
}

TEST_F(SignInAttemptsTest, StrangersLockNoOwnerOut) {
  const auto home = from(200);
  ASSERT_TRUE(home);
  attempts_.succeed(*home, "198.51.100.200");
  for (int host = 0; host < 2 * burst_of_a_name; ++host) std::ignore = from(host);
  ASSERT_FALSE(from(99));
  EXPECT_TRUE(from(200)) << "from where the name has signed in before";
  EXPECT_TRUE(from(99, "anna", true)) << "on a device on which it has signed in before";
}

TEST_F(SignInAttemptsTest, WhereAnAccountWasMadeItIsKnown) {
  attempts_.remember_address("anna", "198.51.100.200");
  for (int host = 0; host < 2 * burst_of_a_name; ++host) std::ignore = from(host);
  EXPECT_TRUE(from(200));
}

TEST_F(SignInAttemptsTest, AnAddressIsCountedForAllNames) {
  for (int number = 0; number < burst_of_an_address; ++number) EXPECT_TRUE(from(1, "n" + std::to_string(number)));
  EXPECT_FALSE(from(1, "another"));
  EXPECT_TRUE(from(2, "another"));
  EXPECT_TRUE(from(1, "another", true)) << "a known device is not counted by its address";
}

TEST_F(SignInAttemptsTest, ATryThatTheNameRefusesIsNotCountedByItsAddress) {
  for (int host = 0; host < burst_of_a_name; ++host) std::ignore = from(100 + host);
  for (int number = 0; number < 2 * burst_of_an_address; ++number) EXPECT_FALSE(from(1));
  EXPECT_TRUE(from(1, "bert"));
}

TEST_F(SignInAttemptsTest, ATryThatWasNotAnsweredDoesNotCount) {
  for (int number = 0; number < 2 * burst_of_an_address; ++number) {
    const auto attempt = from(1);
    ASSERT_TRUE(attempt) << number;
    attempts_.give_back(*attempt);
  }
}

TEST_F(SignInAttemptsTest, WhoeverHasTriedLeastComesFirst) {
  const auto first = from(1, "anna");
  const auto second = from(1, "bert");
  const auto other = from(2, "carl");
  ASSERT_TRUE(first && second && other);
  EXPECT_LT(first->rank, second->rank);
  EXPECT_EQ(other->rank, first->rank);
  const auto owner = from(3, "anna", true);
  ASSERT_TRUE(owner);
  EXPECT_EQ(owner->rank, PasswordPool::first_rank);
  EXPECT_LT(owner->rank, first->rank);
}

TEST_F(SignInAttemptsTest, LinksAreCountedByAddressWithTheTriesToSignIn) {
  for (int number = 0; number < burst_of_an_address; ++number) {
    EXPECT_TRUE(attempts_.begin_link("198.51.100.1", now_));
  }
  EXPECT_FALSE(attempts_.begin_link("198.51.100.1", now_));
  EXPECT_FALSE(from(1));
  attempts_.give_back_link("198.51.100.1");
  EXPECT_TRUE(from(1));
}

}  // namespace
}  // namespace crownstar::people
