// The second factor of an account: whether it is on, its key, which codes have been used, and the recovery codes that
// are left. As text it is a setting of the store; whoever changes it writes a text that nobody else would.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "site/people/answer.hpp"
#include "site/people/second_factor/key_cipher.hpp"

namespace crownstar::people {

inline constexpr std::size_t recovery_codes_made = 10;
using RecoveryCodes = std::array<std::string, recovery_codes_made>;

enum class SecondFactorState { off, beginning, on };  // beginning: the owner has the key, and has shown no code yet

// Which kind of code was right.
enum class UsedCode { of_the_app, recovery };

class SecondFactor {
 public:
  SecondFactor() = default;
  // Off where the text is empty, or says so. One that cannot be read is on, and no code is right: the operator can turn
  // it off.
  static SecondFactor read(std::string_view text);
  std::string written() const;

  // Encrypts the key for what is written from now on, where it stood there as it is.
  void seal(const KeyCipher& cipher, std::string_view account);
  // Decrypts it.
  void open(const KeyCipher& cipher, std::string_view account);
  // It is encrypted, and the key of the file is not at hand, or not the right one: no code of the app can be checked.
  bool is_locked() const { return key_.empty() && !sealed_key_.empty(); }

  SecondFactorState state() const { return state_; }
  bool is_on() const { return state_ == SecondFactorState::on; }
  const std::string& key() const { return key_; }
  std::size_t recovery_codes_left() const { return recovery_hashes_.size(); }

  // Another key, until it is on.
  void begin();
  // On from now. Answers the recovery codes, which are kept as hashes only.
  RecoveryCodes turn_on();
  void turn_off();

  // Takes one code, and never again: of the app, or a recovery code. Spaces and hyphens in it, and its case, make no
  // difference. Refused as `second_factor_wrong`, as `second_factor_used` where it was right once, or as
  // `second_factor_locked`.
  Answer<UsedCode> take(std::string_view typed, Instant wall_time);

 private:
  Answer<UsedCode> take_of_the_app(std::string_view code, Instant wall_time);
  std::string hash_of_recovery(std::string_view code) const;

  SecondFactorState state_ = SecondFactorState::off;
  std::string key_;
  std::string sealed_key_;  // the same as it is written; empty: it is written as it is
  std::string salt_;
  std::vector<std::int64_t> used_steps_;  // the last ones, in the order in which they were used
  std::vector<std::string> recovery_hashes_;
};

}  // namespace crownstar::people
