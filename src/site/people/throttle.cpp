#include "site/people/throttle.hpp"

#include <algorithm>
#include <array>
#include <optional>

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

int Throttle::taken(std::string_view key, Instant now) const {
  const auto found = buckets_.find(key);
  if (found == buckets_.end() || found->second->full_at <= now) return 0;
  const Milliseconds owed = found->second->full_at - now;
  return static_cast<int>((owed + terms_.refill - Milliseconds{1}) / terms_.refill);
}

void Throttle::give_back(std::string_view key) {
  if (const auto found = buckets_.find(key); found != buckets_.end()) found->second->full_at -= terms_.refill;
}

namespace {

ThrottleTerms wider(const ThrottleTerms& terms, int times) {
  return {terms.burst * times, std::max(terms.refill / times, Milliseconds{1}), terms.most_keys};
}

constexpr int site_bits = 56;
constexpr int provider_bits = 48;

}  // namespace

AddressThrottle::AddressThrottle(ThrottleTerms terms)
    : single_(terms), sites_(wider(terms, 4)), providers_(wider(terms, 16)) {}

Answer<void> AddressThrottle::take(std::string_view address, Instant now, std::string_view what) {
  const std::string key = address_key(address);
  const std::string site = network_key(address, site_bits);
  if (auto taken = single_.take(key, now, what); !taken || site.empty()) return taken;
  auto by_site = sites_.take(site, now, what);
  if (!by_site) {
    single_.give_back(key);
    return by_site;
  }
  auto by_provider = providers_.take(network_key(address, provider_bits), now, what);
  if (!by_provider) {
    single_.give_back(key);
    sites_.give_back(site);
  }
  return by_provider;
}

void AddressThrottle::give_back(std::string_view address) {
  single_.give_back(address_key(address));
  const std::string site = network_key(address, site_bits);
  if (site.empty()) return;
  sites_.give_back(site);
  providers_.give_back(network_key(address, provider_bits));
}

int AddressThrottle::taken(std::string_view address, Instant now) const {
  return single_.taken(address_key(address), now);
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

namespace {

constexpr std::size_t address_letters = 64;

using SixteenOctets = std::array<unsigned char, 16>;

std::optional<SixteenOctets> read_six(const std::string& text) {
  SixteenOctets octets{};
  if (inet_pton(AF_INET6, text.c_str(), octets.data()) != 1) return std::nullopt;
  return octets;
}

bool is_four_in_six(const SixteenOctets& octets) {
  constexpr std::array<unsigned char, 12> four{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  return std::equal(four.begin(), four.end(), octets.begin());
}

std::string written(const unsigned char* first, int count, char between) {
  std::string key;
  for (int octet = 0; octet < count; ++octet) {
    if (!key.empty()) key += between;
    key += std::to_string(first[octet]);
  }
  return key;
}

}  // namespace

std::string address_key(std::string_view address) {
  std::string text(address.substr(0, address_letters));
  const auto octets = read_six(text);
  if (!octets) return text;
  return is_four_in_six(*octets) ? written(octets->data() + 12, 4, '.') : written(octets->data(), 8, ':');
}

std::string network_key(std::string_view address, int bits) {
  const auto octets = read_six(std::string(address.substr(0, address_letters)));
  if (!octets || is_four_in_six(*octets)) return {};
  return written(octets->data(), bits / 8, ':') + "/" + std::to_string(bits);
}

}  // namespace crownstar::people
