#include "site/people/accounts/sign_in_attempts.hpp"

#include <tuple>

#include "base/limits.hpp"
#include "site/people/passwords/password_pool.hpp"

namespace crownstar::people {
namespace {

constexpr int uncounted = 1'000'000;  // more than can be asked in any time

std::string at_address(const std::string& name_key, const std::string& address) {
  return name_key + "|" + address_key(address);
}

}  // namespace

SignInAttempts::SignInAttempts()
    : by_address_(throttle_terms(limits::sign_ins_of_an_address)),
      by_name_(throttle_terms(limits::sign_ins_of_a_name)),
      tries_of_address_({.burst = uncounted, .refill = limits::sign_in_try_remembered}),
      known_addresses_(limits::throttled_keys) {}

Answer<SignInAttempt> SignInAttempts::begin(const std::string& name_key, const std::string& address,
                                            bool is_known_device, Instant now) {
  constexpr int stranger = PasswordPool::first_rank + 1;
  SignInAttempt attempt{name_key, is_known_device ? "" : address, name_key, PasswordPool::first_rank};
  if (is_known_device) {
    attempt.bucket = name_key + "|device";
  } else if (const std::string known = at_address(name_key, address); known_addresses_.has(known)) {
    attempt.bucket = known;
  } else {
    const std::string key = address_key(address);
    attempt.rank = stranger + tries_of_address_.taken(key, now);
    std::ignore = tries_of_address_.take(key, now, "tries");
  }
  if (!attempt.address.empty()) {
    auto allowed = by_address_.take(attempt.address, now, "tries to sign in");
    if (!allowed) return std::unexpected(allowed.error());
  }
  auto allowed = by_name_.take(attempt.bucket, now, "tries to sign in with this name");
  if (allowed) return attempt;
  if (!attempt.address.empty()) by_address_.give_back(attempt.address);
  return std::unexpected(allowed.error());
}

void SignInAttempts::give_back(const SignInAttempt& attempt) {
  if (!attempt.address.empty()) by_address_.give_back(attempt.address);
  by_name_.give_back(attempt.bucket);
}

void SignInAttempts::succeed(const SignInAttempt& attempt, const std::string& address) {
  give_back(attempt);
  remember_address(attempt.name_key, address);
}

void SignInAttempts::remember_address(const std::string& name_key, const std::string& address) {
  known_addresses_.note(at_address(name_key, address));
}

Answer<void> SignInAttempts::begin_link(const std::string& address, Instant now) {
  return by_address_.take(address, now, "tries to use a link");
}

void SignInAttempts::give_back_link(const std::string& address) { by_address_.give_back(address); }

}  // namespace crownstar::people
