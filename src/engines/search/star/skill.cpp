#include "engines/search/star/skill.hpp"

#include <array>

#include "engines/search/chance.hpp"
#include "engines/search/levels.hpp"

namespace crownstar::search::star {
namespace {

// Tuned by matches between neighbours so that each level beats the one below in about three games of four.
// bench/ENGINES.md has the results.
constexpr std::array<Skill, level_count> skills{{
    {.depth = 1, .longest_jump = 4, .is_flat = true, .noise = 36, .nodes = 2'000},
    {.depth = 1, .longest_jump = 5, .is_flat = true, .noise = 17, .nodes = 2'000},
    {.depth = 1, .longest_jump = 5, .noise = 31, .nodes = 2'000},
    {.depth = 1, .noise = 22, .nodes = 2'000},
    {.depth = 3, .races_home = true, .noise = 27, .nodes = 2'000, .lapses = 64},
    {.depth = 3, .races_home = true, .noise = 27, .nodes = 2'000, .lapses = 30},
    {.depth = 3, .races_home = true, .noise = 22, .nodes = 2'000},
    {.depth = 4, .races_home = true, .noise = 20, .nodes = 4'000},
    {.depth = 4, .races_home = true, .noise = 9, .nodes = 4'000},
    {.depth = 24, .races_home = true, .nodes = 4'000, .network_nodes = 560},
    {.depth = 24, .races_home = true, .nodes = 10'000, .network_nodes = 900},
    {.depth = 24, .races_home = true, .nodes = 30'000, .network_nodes = 1'850},
    {.depth = 24, .races_home = true, .nodes = 400'000, .network_nodes = 400'000, .uses_playouts = true},
}};

}  // namespace

const Skill& skill_of(std::size_t level) { return skills[level]; }

Skill skill_at_turn(Skill skill, std::uint64_t seed) {
  if (lapse_percent(seed) < skill.lapses) skill.depth = skill.lapsed_depth;
  return skill;
}

}  // namespace crownstar::search::star
