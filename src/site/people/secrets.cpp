#include "site/people/secrets.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <span>

#include <sodium.h>

#include "base/text/letters.hpp"

namespace crownstar::people {
namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view token_prefix = "crownstar_";
constexpr std::size_t secret_octets = 32;
constexpr std::size_t secret_letters = 43;

using Octets = std::array<unsigned char, secret_octets>;

// May be called any number of times, from any thread. Without it randomness is still there, but chosen at each call.
void start_sodium() {
  static const int started = sodium_init();
  assert(started >= 0);
  static_cast<void>(started);
}

const unsigned char* octets_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::string written(const Octets& octets) {
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const unsigned char octet : octets) {
    bits = (bits << 8U) | octet;
    for (count += 8; count >= 6; count -= 6) text += letters[(bits >> (count - 6)) & 63U];
  }
  text += letters[(bits << (6 - count)) & 63U];
  return text;
}

}  // namespace

void fill_randomly(std::string& octets) {
  start_sodium();
  randombytes_buf(octets.data(), octets.size());
}

std::string make_secret() {
  start_sodium();
  Octets octets{};
  randombytes_buf(octets.data(), octets.size());
  return written(octets);
}

std::string make_token_secret() { return std::string(token_prefix) + make_secret(); }

bool is_session_secret(std::string_view text) {
  return text.size() == secret_letters && text.find_first_not_of(letters) == std::string_view::npos;
}

bool is_token_secret(std::string_view text) {
  return text.starts_with(token_prefix) && is_session_secret(text.substr(token_prefix.size()));
}

std::string hash_of_secret(std::string_view secret) {
  start_sodium();
  Octets octets{};
  crypto_generichash(octets.data(), octets.size(), octets_of(secret), secret.size(), nullptr, 0);
  return written(octets);
}

std::string secret_after(std::string_view secret, std::string_view key) {
  start_sodium();
  assert(key.size() >= crypto_generichash_KEYBYTES_MIN && key.size() <= crypto_generichash_KEYBYTES_MAX);
  Octets octets{};
  crypto_generichash(octets.data(), octets.size(), octets_of(secret), secret.size(), octets_of(key), key.size());
  return written(octets);
}

bool is_same_secret(std::string_view one, std::string_view other) {
  return one.size() == other.size() && !one.empty() && sodium_memcmp(one.data(), other.data(), one.size()) == 0;
}

std::string make_id(char first) {
  start_sodium();
  std::uint64_t random = 0;
  randombytes_buf(&random, sizeof random);
  return make_id(first, random);
}

std::string make_id(char first, std::uint64_t random) {
  std::string id(1, first);
  for (int letter = 0; letter < 12; ++letter, random >>= 5U) id += base::id_alphabet[random & 31U];
  return id;
}

}  // namespace crownstar::people
