// Rate limits: token buckets by key, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/limits.hpp"
#include "site/people/answer.hpp"

namespace crownstar::people {

struct ThrottleTerms {
  int burst = 10;                                  // how many at once after a rest
  Milliseconds refill{60'000};                     // time after which one more is allowed
  std::size_t most_keys = limits::throttled_keys;  // beyond it the one unused for longest is forgotten
};

inline ThrottleTerms throttle_terms(const limits::Throttle& limit) {
  return {.burst = limit.burst, .refill = limit.each};
}

class Throttle {
 public:
  explicit Throttle(ThrottleTerms terms) : terms_(terms) {}

  // Takes one, or refuses with `too_many` and the time to wait. `what` completes "too many ...".
  Answer<void> take(std::string_view key, Instant now, std::string_view what);
  // Gives one back: what was taken turned out to be harmless.
  void give_back(std::string_view key);
  // How many were taken and have not been refilled since.
  int taken(std::string_view key, Instant now) const;
  std::size_t keys() const { return buckets_.size(); }

 private:
  struct Bucket {
    std::string key;
    // The instant at which the bucket would be full again; the whole state of a token bucket is in it.
    Instant full_at{};
  };

  ThrottleTerms terms_;
  std::list<Bucket> order_;  // the one used last stands first
  std::unordered_map<std::string_view, std::list<Bucket>::iterator> buckets_;
};

// By address. Whoever has an IPv6 network can come from any address in it, so the networks are counted too: /64 as one
// address of IPv4, /56 as four, /48 as sixteen of them.
class AddressThrottle {
 public:
  explicit AddressThrottle(ThrottleTerms terms);

  // Text that is no address is a key of its own.
  Answer<void> take(std::string_view address, Instant now, std::string_view what);
  void give_back(std::string_view address);
  int taken(std::string_view address, Instant now) const;

 private:
  Throttle single_;
  Throttle sites_;      // /56
  Throttle providers_;  // /48
};

// Which keys were noted lately, in bounded memory: the one noted longest ago is forgotten.
class RecentKeys {
 public:
  explicit RecentKeys(std::size_t most) : most_(most) {}

  void note(const std::string& key);
  bool has(const std::string& key) const { return places_.contains(key); }

 private:
  std::size_t most_;
  std::list<std::string> order_;  // the one noted last stands first
  std::unordered_map<std::string, std::list<std::string>::iterator> places_;
};

// The key of an address: all of IPv4, the first 64 bits of IPv6 (one household), anything else as it is.
std::string address_key(std::string_view address);
// The networks around an address of IPv6, by their bits; empty for anything else.
std::string network_key(std::string_view address, int bits);

}  // namespace crownstar::people
