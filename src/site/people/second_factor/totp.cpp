#include "site/people/second_factor/totp.hpp"

#include <array>
#include <cassert>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "base/text/percent_encoding.hpp"
#include "base/text/utf8.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
namespace {

constexpr std::size_t key_octets = 20;
// What the largest QR code of the page holds (web/src/app/qr_code/qr_code.ts).
constexpr std::size_t address_octets = 134;

using Digest = std::array<unsigned char, 20>;

Digest hmac_sha1(std::string_view key, const std::array<unsigned char, 8>& text) {
  Digest digest{};
  unsigned int size = 0;
  const unsigned char* const made =
      HMAC(EVP_sha1(), key.data(), static_cast<int>(key.size()), text.data(), text.size(), digest.data(), &size);
  assert(made != nullptr && size == digest.size());
  static_cast<void>(made);
  return digest;
}

}  // namespace

std::string make_totp_key() {
  std::string key(key_octets, '\0');
  fill_randomly(key);
  return key;
}

std::string base32_text(std::string_view octets) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char octet : octets) {
    bits = (bits << 8U) | static_cast<unsigned char>(octet);
    for (count += 8; count >= 5; count -= 5) text += letters[(bits >> static_cast<unsigned>(count - 5)) & 31U];
  }
  if (count > 0) text += letters[(bits << static_cast<unsigned>(5 - count)) & 31U];
  return text;
}

// RFC 4226, 5.3: four octets from where the last one's low bits point, without the sign, as decimal digits.
std::string totp_code(std::string_view key, std::int64_t step, int digits) {
  std::array<unsigned char, 8> text{};
  auto rest = static_cast<std::uint64_t>(step);
  for (std::size_t at = text.size(); at-- > 0; rest >>= 8U) text.at(at) = static_cast<unsigned char>(rest & 0xFFU);
  const Digest digest = hmac_sha1(key, text);
  const std::size_t from = digest.back() & 15U;
  std::uint32_t number = digest.at(from) & 0x7FU;
  for (std::size_t at = from + 1; at < from + 4; ++at) number = (number << 8U) | digest.at(at);
  std::uint32_t bound = 1;
  for (int digit = 0; digit < digits; ++digit) bound *= 10;
  return fmt::format("{:0{}}", number % bound, digits);
}

std::vector<std::int64_t> totp_steps(std::string_view key, std::string_view code, Instant wall_time) {
  const auto now = std::chrono::floor<std::chrono::seconds>(wall_time).time_since_epoch() / totp_step;
  std::vector<std::int64_t> steps;
  for (const std::int64_t step : {now, now - 1, now + 1}) {
    if (step >= 0 && is_same_secret(totp_code(key, step), code)) steps.push_back(step);
  }
  return steps;
}

std::string totp_address(std::string_view key, std::string_view name) {
  const std::string end = fmt::format("?secret={}&issuer=Crownstar", base32_text(key));
  std::string address = "otpauth://totp/Crownstar:";
  for (const char32_t letter : base::decode_utf8(name).value_or(U"")) {
    const std::string encoded = base::percent_encoded(base::encode_utf8({&letter, 1}));
    if (address.size() + encoded.size() + end.size() > address_octets) break;
    address += encoded;
  }
  return address + end;
}

}  // namespace crownstar::people
