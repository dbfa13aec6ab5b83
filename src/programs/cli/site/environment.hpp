// The variables that this process was started with.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace crownstar::cli {

std::optional<std::string> variable(const std::string& name);
std::vector<std::string> variable_names();

}  // namespace crownstar::cli
