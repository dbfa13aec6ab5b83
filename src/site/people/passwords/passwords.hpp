// Rejects passwords that are too weak.
#pragma once

#include <string_view>

#include "site/people/answer.hpp"

namespace crownstar::people {

// Enough letters of any kind (limits.hpp), not a common password, not the name itself, not one letter over and over. No
// mixture of kinds and no regular change is asked for (NIST SP 800-63B). Refused as `password_unfit`.
Answer<void> check_password(std::string_view password, std::string_view name);

}  // namespace crownstar::people
