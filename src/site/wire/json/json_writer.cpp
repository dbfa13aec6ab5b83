#include "site/wire/json/json_writer.hpp"

#include <charconv>
#include <cstddef>

namespace crownstar::wire {

// Straight into the text: a move's events have a dozen numbers.
void append_whole(std::string& out, std::int64_t number) {
  if (number >= 0 && number < 10) {
    out += static_cast<char>('0' + number);
    return;
  }
  constexpr std::size_t longest = 20;  // 19 digits and a sign
  const std::size_t size = out.size();
  out.resize_and_overwrite(size + longest, [size, number](char* text, std::size_t room) {
    return static_cast<std::size_t>(std::to_chars(text + size, text + room, number).ptr - text);
  });
}

}  // namespace crownstar::wire
