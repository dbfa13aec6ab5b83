// The limits and tasks that Hub's `level` and `go` lines ask for.
#pragma once

#include "engines/hub/hub_text.hpp"
#include "engines/search/request.hpp"

namespace crownstar::hub {

using search::SearchLimits;

// What several `level` lines before a `go` say together.
struct HubLimits {
  search::SearchLimits limits;
  bool is_infinite = false;

  bool has_any() const { return limits.time || limits.nodes || limits.depth; }
  bool operator==(const HubLimits&) const = default;
};

constexpr int hub_deepest = 100;

// The limits with those of one more line; `infinite` undoes the others, and they undo it.
Checked<HubLimits> with_level(const HubLimits& before, const HubLine& line);

enum class HubTask : std::uint8_t { think, ponder, analyze };

// A `go` without a task means `think`.
Checked<HubTask> read_go(const HubLine& line);

}  // namespace crownstar::hub
