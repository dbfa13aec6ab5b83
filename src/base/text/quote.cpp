#include "base/text/quote.hpp"

#include "base/text/utf8.hpp"

namespace crownstar::base {

std::string quoted(std::string_view text) {
  constexpr int longest = 40;  // letters
  std::string_view rest = text;
  for (int letters = 0; letters < longest && !rest.empty(); ++letters) rest.remove_prefix(next_letter(rest).size());
  const std::string_view begin = text.substr(0, text.size() - rest.size());
  return "'" + printable(begin) + (rest.empty() ? "" : "...") + "'";
}

}  // namespace crownstar::base
