#include "site/wire/refusal_wire.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "base/text/utf8.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::wire {

RefusalCode code_of(std::string_view word) {
  const auto found = std::ranges::find(refusal_code_words, word);
  if (found == refusal_code_words.end()) return RefusalCode::internal;
  return static_cast<RefusalCode>(found - refusal_code_words.begin());
}

std::string shortened(std::string_view text, int letters) {
  // Four bytes a letter at most: no need to look at more.
  std::string line = base::printable(text.substr(0, static_cast<std::size_t>(letters) * 4));
  std::string_view rest = line;
  for (int count = 0; count < letters && !rest.empty(); ++count) rest.remove_prefix(base::next_letter(rest).size());
  line.resize(line.size() - rest.size());
  return line;
}

std::string shown_rule(std::string_view rule) { return shortened(rule, limits::rule_letters); }

std::string shown_reason(std::string_view reason) { return shortened(reason, limits::reason_letters); }

ErrorBody error_body(RefusalCode code, std::string_view reason, std::string_view rule) {
  ErrorBody error{code, shown_rule(rule), shown_reason(reason), 0};
  if (error.reason.empty()) error.reason = to_text(code);
  return error;
}

ErrorBody error_body(const match::Refused& refused) {
  return error_body(code_of(refused.code), refused.reason, refused.rule);
}

std::string error_text(const ErrorBody& error) { return encode(ErrorAnswer{error}); }

ServerRefused refused_message(const ErrorBody& error, std::string_view request, std::string_view match) {
  ServerRefused message{{}, {}, error.code, error.rule, error.reason, error.retry_after_s};
  if (!request.empty()) message.request = request;
  if (!match.empty()) message.match = match;
  return message;
}

}  // namespace crownstar::wire
