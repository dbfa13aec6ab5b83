// The environments of each family of games.
#pragma once

#include <memory>
#include <string_view>

#include "engines/environment/environment.hpp"
#include "rules/sternhalma/options/rules.hpp"

namespace crownstar::environment {

// Null where there is no such variant.
std::unique_ptr<Environment> make_draughts_environment(std::string_view id);
// The rules must have come through `check`.
std::unique_ptr<Environment> make_star_environment(const sternhalma::Rules& rules);

}  // namespace crownstar::environment
