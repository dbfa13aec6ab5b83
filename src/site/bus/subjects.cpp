#include <algorithm>

#include "base/limits.hpp"
#include "site/bus/bus.hpp"

namespace crownstar::bus {
namespace {

bool is_of_a_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
         letter == '-' || letter == '_';
}

// Takes the first word off, with the dot behind it.
std::string_view next_word(std::string_view& rest) {
  const std::size_t dot = std::min(rest.find('.'), rest.size());
  const std::string_view word = rest.substr(0, dot);
  rest.remove_prefix(std::min(dot + 1, rest.size()));
  return word;
}

Checked<void> check(std::string_view text, bool is_pattern) {
  if (text.empty() || text.size() > limits::bus_subject_bytes) {
    return base::refuse("expected a subject of at most " + std::to_string(limits::bus_subject_bytes) + " letters");
  }
  if (text.front() == '_') return base::refuse("subjects that begin with _ are the bus's own");
  if (text.back() == '.') return base::refuse("expected a word after each dot of a subject");
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view word = next_word(rest);
    if (is_pattern && (word == "*" || (word == ">" && rest.empty()))) continue;
    if (word.empty() || !std::ranges::all_of(word, is_of_a_word)) {
      return base::refuse("expected words of letters, digits, - and _ with dots between them");
    }
  }
  return {};
}

}  // namespace

Checked<void> check_subject(std::string_view subject) { return check(subject, false); }
Checked<void> check_pattern(std::string_view pattern) { return check(pattern, true); }

bool fits(std::string_view pattern, std::string_view subject) {
  while (!pattern.empty() && !subject.empty()) {
    const std::string_view wanted = next_word(pattern);
    if (wanted == ">") return true;
    if (const std::string_view word = next_word(subject); wanted != "*" && wanted != word) return false;
  }
  return pattern.empty() && subject.empty();
}

}  // namespace crownstar::bus
