// The catalogue of games as GET /api/games returns it. Board layouts are not in it: the page computes them.
#pragma once

#include "site/wire/generated/wire_http.hpp"

namespace crownstar::wire {

Catalog catalog_view();

}  // namespace crownstar::wire
