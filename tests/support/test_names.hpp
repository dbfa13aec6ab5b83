// How ids and tokens of games become names of tests. It does not know which games there are.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace crownstar::support {

inline std::string test_name(std::string_view id) {
  std::string name;
  for (const char letter : id) name += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  return name;
}

}  // namespace crownstar::support
