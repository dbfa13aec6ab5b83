// The quotation marks around the value of a tag, in the forms that word processors make of them.
// It does not know where in a file they stand.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace crownstar::game {

// From ‘ to ‟, and « ».
inline constexpr std::array<std::string_view, 10> typographers_quotes{
    "\xE2\x80\x98", "\xE2\x80\x99", "\xE2\x80\x9A", "\xE2\x80\x9B", "\xE2\x80\x9C",
    "\xE2\x80\x9D", "\xE2\x80\x9E", "\xE2\x80\x9F", "\xC2\xAB",     "\xC2\xBB"};

inline bool is_gap(char letter) { return letter == ' ' || letter == '\t' || letter == '\v' || letter == '\f'; }

inline std::string_view without_gaps_behind(std::string_view text) {
  while (!text.empty() && is_gap(text.back())) text.remove_suffix(1);
  return text;
}

// `text` without the quotation mark that ends it; empty where it ends in none.
inline std::optional<std::string_view> before_quote(std::string_view text, bool may_be_plain) {
  text = without_gaps_behind(text);
  if (may_be_plain && text.ends_with('"')) return text.substr(0, text.size() - 1);
  const auto ends_it = [&](std::string_view each) { return text.ends_with(each); };
  const auto quote = std::ranges::find_if(typographers_quotes, ends_it);
  if (quote == typographers_quotes.end()) return std::nullopt;
  return text.substr(0, text.size() - quote->size());
}

// Of a value that began with a plain mark and ends in ”], what stands before that; empty for any other value. If a [
// follows, the next tag begins there, so a [ that belongs to such a value is written as \[.
inline std::optional<std::string_view> before_closing_quote(std::string_view value) {
  value = without_gaps_behind(value);
  if (!value.ends_with(']')) return std::nullopt;
  return before_quote(value.substr(0, value.size() - 1), false);
}

}  // namespace crownstar::game
