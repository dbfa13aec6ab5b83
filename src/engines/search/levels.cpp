#include "engines/search/levels.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/quote.hpp"
#include "engines/search/chance.hpp"
#include "engines/search/skill.hpp"

namespace crownstar::search {
namespace {

// The page translates these by their ids. Stored games and seats name them: an id stays one for ever.
constexpr std::array<Level, 13> known_levels{{
    {"first-steps", "First steps", "Looks at its own move only, and often misjudges it",
     "Takes short steps and hops, often not the best"},
    {"learner", "Learner", "Often overlooks that a piece can be taken",
     "Sees short hops, and picks among them by feeling"},
    {"beginner", "Beginner", "Sees what can be taken at once and little more", "Overlooks long chains of hops"},
    {"casual", "Casual", "Looks at your answer every other time, forgets the one after it",
     "Finds most chains, likes variety"},
    {"attentive", "Attentive", "Thinks of its next move too, if nothing distracts it",
     "Takes stragglers along, overlooks long chains"},
    {"steady", "Steady", "Looks a few moves ahead and seldom gives anything away", "Finds every chain of hops"},
    {"practised", "Practised", "Knows exchanges and the simplest combinations",
     "Thinks of its next turn as well, most of the time"},
    {"keen", "Keen", "Sees simple combinations and knows how to win with a piece more",
     "Always thinks of its next turn, and counts the race home"},
    {"strong", "Strong", "Sees most combinations, and plays for position", "Thinks of what it lets others do"},
    {"seasoned", "Seasoned", "Falls for hardly any combination", "Hardly ever misjudges what it sees two turns ahead"},
    {"expert", "Expert", "Hard to beat for people who play in clubs", "Plans several turns ahead"},
    {"master", "Master", "Looks far ahead and misses hardly anything",
     "Plans farther still, and hardly misses a chain of hops or a blockade"},
    {"full", "Full strength", "As strong as the time allows, with all that is known",
     "As far ahead as the time allows"},
}};

// Set so that each beats the one below in about three games of four; bench/ENGINES.md has what was measured.
constexpr std::array<Skill, known_levels.size()> skills{{
    {.draughts = {.depth = 1, .sees_answers = false, .noise = 60, .nodes = 2'000},
     .star = {.depth = 1, .longest_jump = 4, .is_flat = true, .noise = 88, .nodes = 2'000}},
    {.draughts = {.depth = 1, .noise = 60, .nodes = 2'000, .lapses = 40, .lapsed_sees_answers = false},
     .star = {.depth = 1, .longest_jump = 4, .is_flat = true, .noise = 52, .nodes = 2'000}},
    {.draughts = {.depth = 1, .noise = 60, .nodes = 2'000},
     .star = {.depth = 1, .longest_jump = 5, .is_flat = true, .noise = 30, .nodes = 2'000}},
    {.draughts = {.depth = 2, .noise = 20, .nodes = 5'000, .lapses = 45},
     .star = {.depth = 1, .longest_jump = 6, .is_flat = true, .noise = 20, .nodes = 2'000}},
    {.draughts = {.depth = 3, .noise = 12, .nodes = 20'000, .lapses = 44},
     .star = {.depth = 1, .longest_jump = 5, .noise = 25, .nodes = 2'000}},
    {.draughts = {.depth = 3, .noise = 12, .nodes = 20'000, .lapses = 8},
     .star = {.depth = 1, .noise = 18, .nodes = 2'000}},
    {.draughts = {.depth = 5, .noise = 20, .nodes = 50'000},
     .star = {.depth = 3, .counts_home = true, .noise = 27, .nodes = 2'000, .lapses = 34}},
    {.draughts = {.depth = 6, .noise = 9, .nodes = 50'000},
     .star = {.depth = 3, .counts_home = true, .noise = 27, .nodes = 2'000}},
    {.draughts = {.depth = 8, .noise = 8, .nodes = 100'000},
     .star = {.depth = 4, .counts_home = true, .noise = 20, .nodes = 4'000}},
    {.draughts = {.depth = 10, .noise = 5, .nodes = 300'000},
     .star = {.depth = 4, .counts_home = true, .nodes = 4'000}},
    {.draughts = {.depth = 12, .noise = 1, .nodes = 500'000},
     .star = {.depth = 24, .counts_home = true, .nodes = 10'000, .network_nodes = 1'500}},
    {.draughts = {.depth = 16, .nodes = 1'000'000},
     .star = {.depth = 24, .counts_home = true, .nodes = 30'000, .network_nodes = 8'000}},
    {.draughts = {.depth = 99, .nodes = 1'500'000},
     .star = {.depth = 24, .counts_home = true, .nodes = 400'000, .network_nodes = 400'000, .plays_out = true}},
}};

}  // namespace

std::span<const Level> levels() { return known_levels; }

const Level* find_level(std::string_view id) {
  if (id.empty()) return &known_levels.back();
  const auto found = std::ranges::find(known_levels, id, &Level::id);
  return found == known_levels.end() ? nullptr : &*found;
}

board::Checked<const Level*> level_named(std::string_view id) {
  if (const Level* level = find_level(id); level != nullptr) return level;
  std::string known;
  for (const Level& each : levels()) known += (known.empty() ? "" : ", ") + std::string(each.id);
  return board::refuse("there is no level " + board::quoted(id) + "; known levels: " + known);
}

const Skill& skill_of(std::size_t level) { return skills[level]; }

Skill skill_at_turn(Skill skill, std::uint64_t seed) {
  constexpr std::uint64_t apart = 0x1A95E5;  // from what `misjudge` draws of the same seed
  const auto drawn = static_cast<int>(mixed(mixed(seed) ^ apart) % 100);
  if (drawn < skill.draughts.lapses) {
    skill.draughts.depth = skill.draughts.lapsed_depth;
    skill.draughts.sees_answers = skill.draughts.lapsed_sees_answers;
  }
  if (drawn < skill.star.lapses) skill.star.depth = skill.star.lapsed_depth;
  return skill;
}

}  // namespace crownstar::search
