// The passwords that anybody tries first.
#pragma once

#include <string_view>

namespace crownstar::people {

// In small letters; shorter ones than a password may have are not among them.
bool is_well_known_password(std::string_view password);

}  // namespace crownstar::people
