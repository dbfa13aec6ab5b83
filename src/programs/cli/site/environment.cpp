#include "programs/cli/site/environment.hpp"

#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace crownstar::cli {

std::optional<std::string> variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::vector<std::string> variable_names() {
  std::vector<std::string> names;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view line = *each;
    names.emplace_back(line.substr(0, line.find('=')));
  }
  return names;
}

}  // namespace crownstar::cli
