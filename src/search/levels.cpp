#include "search/levels.hpp"

#include <algorithm>
#include <array>

#include "search/skill.hpp"

namespace crownstar::search {
namespace {

// The page translates these by their ids.
constexpr std::array<Level, 4> known_levels{{
    {"first-steps", "First steps", "Looks at its own move only, and often misjudges it"},
    {"casual", "Casual", "Sees what can be taken at once, overlooks long hops, likes variety"},
    {"steady", "Steady", "Looks a few moves ahead and seldom gives anything away"},
    {"keen", "Keen", "Looks as far as it can in a second: the strongest there is so far"},
}};

constexpr std::array<Skill, known_levels.size()> skills{{
    {{.depth = 1, .sees_answers = false, .noise = 45, .nodes = 0},
     {.longest_jump = 3, .plans_two = false, .sees_rivals = false, .noise = 150}},
    {{.depth = 1, .sees_answers = true, .noise = 25, .nodes = 0},
     {.longest_jump = 5, .plans_two = false, .sees_rivals = false, .noise = 80}},
    {{.depth = 3, .sees_answers = true, .noise = 10, .nodes = 100'000},
     {.longest_jump = 0, .plans_two = false, .sees_rivals = false, .noise = 30}},
    {{.depth = 9, .sees_answers = true, .noise = 2, .nodes = 1'000'000},
     {.longest_jump = 0, .plans_two = true, .sees_rivals = true, .noise = 5}},
}};

}  // namespace

std::span<const Level> levels() { return known_levels; }

const Level* find_level(std::string_view id) {
  if (id.empty()) return &known_levels.back();
  const auto found = std::ranges::find(known_levels, id, &Level::id);
  return found == known_levels.end() ? nullptr : &*found;
}

const Skill& skill_of(std::size_t level) { return skills[level]; }

}  // namespace crownstar::search
