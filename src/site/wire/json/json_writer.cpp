#include "site/wire/json/json_writer.hpp"

#include <array>
#include <charconv>

namespace crownstar::wire {

void append_whole(std::string& out, std::int64_t number) {
  std::array<char, 24> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), written.ptr);
}

}  // namespace crownstar::wire
