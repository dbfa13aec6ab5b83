// Knows how any draughts variant is searched, each by a tree compiled for it in one of the files beside this.
// Refuses to know how a tree is searched, and stars.
#pragma once

#include "engines/search/findings.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::search {

Checked<Findings> search_draughts(const Task& task);

template <class Variant>
Checked<Findings> search_variant(const Task& task);

}  // namespace crownstar::search
