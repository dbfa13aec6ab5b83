#include "rules/game/token.hpp"

#include <algorithm>

#include "base/text/quote.hpp"

namespace crownstar::game {
namespace {

using base::quoted;
using base::refuse;

constexpr std::size_t longest_token = 1000;

// Ids, keys and values are of lower-case letters, digits, `-` and `_`; a value may join several by `+`.
constexpr std::string_view word_letters = "abcdefghijklmnopqrstuvwxyz0123456789-_+";

bool is_value(std::string_view text) {
  return !text.empty() && text.find_first_not_of(word_letters) == std::string_view::npos;
}
bool is_word(std::string_view text) { return is_value(text) && !text.contains('+'); }

base::Checked<TokenOption> read_option(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos) return refuse("expected key=value instead of " + quoted(text));
  const std::string_view key = text.substr(0, sign);
  const std::string_view value = text.substr(sign + 1);
  if (!is_word(key)) return refuse("expected the name of an option instead of " + quoted(key));
  if (!is_value(value)) {
    return refuse("option " + quoted(key) + ": expected a value of letters and digits instead of " + quoted(value));
  }
  return TokenOption{std::string(key), std::string(value)};
}

}  // namespace

base::Checked<Token> read_token(std::string_view text) {
  if (text.size() > longest_token) return refuse("a token of more than 1000 letters: " + quoted(text));
  const std::size_t colon = text.find(':');
  const std::string_view id = text.substr(0, colon);
  if (!is_word(id))
    return refuse("expected the id of a game instead of " + quoted(id) + "; a token is ID or ID:key=value,key=value");
  Token token{std::string(id), {}};
  if (colon == std::string_view::npos) return token;
  std::string_view rest = text.substr(colon + 1);
  bool is_more = true;
  while (is_more) {
    const std::size_t comma = rest.find(',');
    is_more = comma != std::string_view::npos;
    auto option = read_option(rest.substr(0, comma));
    if (!option) return std::unexpected(option.error());
    if (std::ranges::find(token.options, option->key, &TokenOption::key) != token.options.end()) {
      return refuse("option " + quoted(option->key) + " is given twice");
    }
    token.options.push_back(std::move(*option));
    if (is_more) rest.remove_prefix(comma + 1);
  }
  return token;
}

std::string write_token(const Token& token) {
  std::string text = token.id;
  char before = ':';
  for (const TokenOption& option : token.options) {
    text += before + option.key + "=" + option.value;
    before = ',';
  }
  return text;
}

}  // namespace crownstar::game
