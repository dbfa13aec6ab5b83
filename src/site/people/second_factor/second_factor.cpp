#include "site/people/second_factor/second_factor.hpp"

#include <algorithm>
#include <sstream>

#include "base/text/letters.hpp"
#include "base/text/parse_number.hpp"
#include "site/people/second_factor/hex.hpp"
#include "site/people/second_factor/totp.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
namespace {

// Three steps are good at any time; more, since a clock may be set back.
constexpr std::size_t used_steps_kept = 20;
constexpr std::size_t recovery_letters = 16;  // 80 random bits
constexpr std::size_t recovery_part = 4;      // `k4p7-m2xw-9q3t-ab5c`
constexpr std::string_view beginning_word = "beginning";
constexpr std::string_view on_word = "on";

std::unexpected<Refused> wrong_code() { return refused("second_factor_wrong", "the code is not right, or too old"); }

// Written down by hand it comes back in capitals, and with spaces where there were hyphens.
std::string plain_code(std::string_view typed) {
  std::string code;
  for (const char letter : typed) {
    if (letter != ' ' && letter != '-') code += base::lowered(letter);
  }
  return code;
}

std::string make_recovery_code() {
  const std::string random = make_id('r').substr(1) + make_id('r').substr(1);  // 12 letters each
  std::string code;
  for (std::size_t at = 0; at < recovery_letters; at += recovery_part) {
    if (at > 0) code += '-';
    code += random.substr(at, recovery_part);
  }
  return code;
}

}  // namespace

// `MARK STATE KEY SALT STEPS... - HASHES...`, where the key is hexadecimal, or sealed with a colon in it. The mark is
// another one each time it is written: of two requests that use one code at once, each sees whether what is kept is its
// own.
std::string SecondFactor::written() const {
  if (state_ == SecondFactorState::off) return make_id('f');
  std::string text = make_id('f');
  const std::string_view word = state_ == SecondFactorState::on ? on_word : beginning_word;
  text.append(" ")
      .append(word)
      .append(" ")
      .append(sealed_key_.empty() ? hex_text(key_) : sealed_key_)
      .append(" ")
      .append(salt_);
  for (const std::int64_t step : used_steps_) text.append(" ").append(std::to_string(step));
  text += " -";
  for (const std::string& hash : recovery_hashes_) text.append(" ").append(hash);
  return text;
}

SecondFactor SecondFactor::read(std::string_view text) {
  std::istringstream words{std::string(text)};
  SecondFactor factor;
  std::string mark;
  std::string state;
  std::string key;
  if (!(words >> mark >> state)) return factor;
  factor.state_ = state == beginning_word ? SecondFactorState::beginning : SecondFactorState::on;
  if (!(words >> key >> factor.salt_) || (state != on_word && state != beginning_word)) return factor;
  if (KeyCipher::is_sealed(key)) {
    factor.sealed_key_ = key;
  } else {
    factor.key_ = octets_of_hex(key);
  }
  std::string word;
  while (words >> word && word != "-") {
    factor.used_steps_.push_back(base::parse_number<std::int64_t>(word).value_or(0));
  }
  while (words >> word) factor.recovery_hashes_.push_back(word);
  return factor;
}

void SecondFactor::seal(const KeyCipher& cipher, std::string_view account) {
  if (sealed_key_.empty() && !key_.empty()) sealed_key_ = cipher.seal(key_, account);
}

void SecondFactor::open(const KeyCipher& cipher, std::string_view account) {
  if (auto key = cipher.open(sealed_key_, account)) key_ = *std::move(key);
}

void SecondFactor::begin() {
  *this = {};
  state_ = SecondFactorState::beginning;
  key_ = make_totp_key();
  salt_ = make_secret();
}

RecoveryCodes SecondFactor::turn_on() {
  state_ = SecondFactorState::on;
  RecoveryCodes codes;
  recovery_hashes_.clear();
  for (std::string& code : codes) {
    code = make_recovery_code();
    recovery_hashes_.push_back(hash_of_recovery(plain_code(code)));
  }
  return codes;
}

void SecondFactor::turn_off() { *this = {}; }

std::string SecondFactor::hash_of_recovery(std::string_view code) const {
  return hash_of_secret("recovery code " + salt_ + std::string(code));
}

Answer<UsedCode> SecondFactor::take_of_the_app(std::string_view code, Instant wall_time) {
  if (is_locked()) {
    return refused("second_factor_locked", "codes of the app cannot be checked just now; a recovery code can");
  }
  if (key_.empty()) return wrong_code();
  const std::vector<std::int64_t> steps = totp_steps(key_, code, wall_time);
  if (steps.empty()) return wrong_code();
  for (const std::int64_t step : steps) {
    if (std::ranges::find(used_steps_, step) != used_steps_.end()) continue;
    used_steps_.push_back(step);
    if (used_steps_.size() > used_steps_kept) used_steps_.erase(used_steps_.begin());
    return UsedCode::of_the_app;
  }
  return refused("second_factor_used", "this code has been used; wait for the next one");
}

Answer<UsedCode> SecondFactor::take(std::string_view typed, Instant wall_time) {
  const std::string code = plain_code(typed);
  if (code.size() == totp_digits && std::ranges::all_of(code, base::is_digit)) return take_of_the_app(code, wall_time);
  if (!is_on() || code.size() != recovery_letters) return wrong_code();
  const std::string hash = hash_of_recovery(code);
  const auto found =
      std::ranges::find_if(recovery_hashes_, [&](const std::string& each) { return is_same_secret(each, hash); });
  if (found == recovery_hashes_.end()) return wrong_code();
  recovery_hashes_.erase(found);
  return UsedCode::recovery;
}

}  // namespace crownstar::people
