// Rejects passwords that are too weak.
#pragma once

#include <string_view>

#include "site/people/answer.hpp"

namespace crownstar::people {

// At least eight letters of any kind, none of the most usual ones, not the name itself, not one letter over and over.
// Nothing else is asked: no mixture of kinds, no change after a time (NIST SP 800-63B). Refused as `password_unfit`.
Answer<void> check_password(std::string_view password, std::string_view name);

}  // namespace crownstar::people
