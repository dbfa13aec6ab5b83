#include "site/people/throttle.hpp"

#include <algorithm>
#include <array>

#include <arpa/inet.h>

namespace crownstar::people {

Answer<void> Throttle::take(std::string_view key, Instant now, std::string_view what) {
  auto found = buckets_.find(key);
  if (found == buckets_.end()) {
    if (buckets_.size() >= terms_.most_keys) {
      buckets_.erase(order_.back().key);
      order_.pop_back();
    }
    order_.push_front(Bucket{std::string(key), now});
    found = buckets_.emplace(order_.front().key, order_.begin()).first;
  } else {
    order_.splice(order_.begin(), order_, found->second);
  }
  Bucket& bucket = *found->second;
  const Instant full_at = std::max(bucket.full_at, now) + terms_.refill;
  const Milliseconds over = full_at - now - terms_.burst * terms_.refill;
  if (over > Milliseconds{0}) {
    const auto wait = std::chrono::ceil<std::chrono::seconds>(over);
    return refused("too_many",
                   "too many " + std::string(what) + "; try again in " + std::to_string(wait.count()) + " seconds",
                   wait);
  }
  bucket.full_at = full_at;
  return {};
}

void Throttle::give_back(std::string_view key) {
  if (const auto found = buckets_.find(key); found != buckets_.end()) found->second->full_at -= terms_.refill;
}

void RecentKeys::note(const std::string& key) {
  if (const auto found = places_.find(key); found != places_.end()) {
    order_.splice(order_.begin(), order_, found->second);
    return;
  }
  if (places_.size() >= most_) {
    places_.erase(order_.back());
    order_.pop_back();
  }
  order_.push_front(key);
  places_[key] = order_.begin();
}

std::string address_key(std::string_view address) {
  std::string text(address.substr(0, 64));
  std::array<unsigned char, 16> octets{};
  if (inet_pton(AF_INET6, text.c_str(), octets.data()) != 1) return text;
  constexpr std::array<unsigned char, 12> four{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  const bool is_four = std::equal(four.begin(), four.end(), octets.begin());
  const auto first = octets.begin() + (is_four ? 12 : 0);
  const auto last = octets.begin() + (is_four ? 16 : 8);
  std::string key;
  for (auto octet = first; octet != last; ++octet) {
    key += (key.empty() ? "" : is_four ? "." : ":") + std::to_string(*octet);
  }
  return key;
}

}  // namespace crownstar::people
