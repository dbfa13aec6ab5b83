// One-time codes by the time of day (TOTP, RFC 6238): SHA-1, 6 digits, steps of 30 seconds, as every authenticator app
// knows them. It does not know which codes have been used: second_factor.hpp does.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "site/people/answer.hpp"

namespace crownstar::people {

inline constexpr std::chrono::seconds totp_step{30};
inline constexpr int totp_digits = 6;

// 160 random bits, as RFC 4226 recommends.
std::string make_totp_key();

// RFC 4648, in capitals and without padding, as the apps read it.
std::string base32_text(std::string_view octets);

// The code of one step; RFC 6238 has its test vectors in 8 digits.
std::string totp_code(std::string_view key, std::int64_t step, int digits = totp_digits);

// The steps whose code this is, of the present one and its two neighbours: clocks differ, and typing takes a while.
std::vector<std::int64_t> totp_steps(std::string_view key, std::string_view code, Instant wall_time);

// What the app reads from a QR code. A name that would make it too long for one is cut: only its owner sees it.
std::string totp_address(std::string_view key, std::string_view name);

}  // namespace crownstar::people
