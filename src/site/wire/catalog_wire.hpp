// Knows the catalogue of games as GET /api/games answers it.
// Refuses to know the layouts: a page draws them from the rules that it has.
#pragma once

#include "site/wire/generated/wire_http.hpp"

namespace crownstar::protocol {

Catalog catalog_view();

}  // namespace crownstar::protocol
