#include "search/levels.hpp"

#include <algorithm>
#include <array>

#include "search/skill.hpp"

namespace crownstar::search {
namespace {

// The page translates these by their ids.
constexpr std::array<Level, 8> known_levels{{
    {"first-steps", "First steps", "Looks at its own move only, and often misjudges it",
     "Takes short steps and hops, often not the best"},
    {"beginner", "Beginner", "Sees what can be taken at once and little more", "Overlooks long chains of hops"},
    {"casual", "Casual", "Looks at your answer, forgets the one after it", "Finds most chains, likes variety"},
    {"steady", "Steady", "Looks a few moves ahead and seldom gives anything away", "Finds every chain of hops"},
    {"keen", "Keen", "Sees simple combinations and knows how to win with a piece more",
     "Thinks of its next turn as well"},
    {"strong", "Strong", "Sees most combinations, and plays for position", "Thinks of what it lets others do"},
    {"expert", "Expert", "Hard to beat for people who play in clubs", "Plans several turns ahead"},
    {"full", "Full strength", "As strong as the time allows, with all that is known",
     "As far ahead as the time allows"},
}};

constexpr std::array<Skill, known_levels.size()> skills{{
    {.draughts = {.depth = 1, .sees_answers = false, .noise = 60, .nodes = 2'000},
     .star = {.depth = 1, .longest_jump = 4, .is_flat = true, .counts_home = false, .noise = 90, .nodes = 2'000}},
    {.draughts = {.depth = 1, .sees_answers = true, .noise = 60, .nodes = 2'000},
     .star = {.depth = 1, .longest_jump = 4, .is_flat = true, .counts_home = false, .noise = 55, .nodes = 2'000}},
    {.draughts = {.depth = 2, .sees_answers = true, .noise = 20, .nodes = 5'000},
     .star = {.depth = 1, .longest_jump = 6, .is_flat = true, .counts_home = false, .noise = 28, .nodes = 2'000}},
    {.draughts = {.depth = 3, .sees_answers = true, .noise = 12, .nodes = 20'000},
     .star = {.depth = 1, .longest_jump = 0, .is_flat = false, .counts_home = false, .noise = 20, .nodes = 2'000}},
    {.draughts = {.depth = 6, .sees_answers = true, .noise = 14, .nodes = 50'000},
     .star = {.depth = 3, .longest_jump = 0, .is_flat = false, .counts_home = true, .noise = 30, .nodes = 2'000}},
    {.draughts = {.depth = 8, .sees_answers = true, .noise = 8, .nodes = 100'000},
     .star = {.depth = 4, .longest_jump = 0, .is_flat = false, .counts_home = true, .noise = 25, .nodes = 3'000}},
    {.draughts = {.depth = 10, .sees_answers = true, .noise = 3, .nodes = 300'000},
     .star = {.depth = 24, .longest_jump = 0, .is_flat = false, .counts_home = true, .noise = 0, .nodes = 20'000}},
    {.draughts = {.depth = 99, .sees_answers = true, .noise = 0, .nodes = 1'500'000},
     .star = {.depth = 24, .longest_jump = 0, .is_flat = false, .counts_home = true, .noise = 0, .nodes = 400'000}},
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
