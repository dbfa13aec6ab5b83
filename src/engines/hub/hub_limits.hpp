// Knows what Hub's `level` and `go` lines ask for, and refuses what makes no sense in them.
// Refuses to know who searches.
#pragma once

#include "engines/hub/hub_text.hpp"
#include "engines/search/request.hpp"

namespace crownstar::engine {

using search::SearchLimits;

// What several `level` lines before a `go` say together.
struct HubLimits {
  SearchLimits limits;
  bool is_infinite = false;

  bool has_any() const { return limits.time || limits.nodes || limits.depth; }
  bool operator==(const HubLimits&) const = default;
};

constexpr int hub_deepest = 100;

// The limits with those of one more line; `infinite` undoes the others, and they undo it.
Checked<HubLimits> with_level(const HubLimits& before, const HubLine& line);

enum class HubTask : std::uint8_t { think, ponder, analyze };

// Without a word a `go` means to think.
Checked<HubTask> read_go(const HubLine& line);

}  // namespace crownstar::engine
