// Refuses a request's head that two programs could read in two ways (RFC 9112): behind a proxy, such a request can hide
// another one.
#pragma once

#include <string_view>

#include "base/refusal.hpp"

namespace crownstar::server {

// Everything up to the empty line, that line included. What is refused is answered with 400, and nothing more is read
// from the connection.
base::Checked<void> check_head(std::string_view head);

// Of a head that is not all there yet: what is wrong already.
base::Checked<void> check_beginning_of_head(std::string_view head);

}  // namespace crownstar::server
