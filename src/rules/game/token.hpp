// How a token names a game and its options: `ID` or `ID:key=value,key=value`.
// It does not know which games and options there are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"

namespace crownstar::game {

struct TokenOption {
  std::string key;
  std::string value;

  bool operator==(const TokenOption&) const = default;
};

struct Token {
  std::string id;
  std::vector<TokenOption> options;  // as written; no key twice

  bool operator==(const Token&) const = default;
};

// What stands before the options; of any text, whether it is a token or not.
inline std::string_view id_of(std::string_view token) { return token.substr(0, token.find(':')); }

base::Checked<Token> read_token(std::string_view text);
std::string write_token(const Token& token);

}  // namespace crownstar::game
