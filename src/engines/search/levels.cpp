#include "engines/search/levels.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/quote.hpp"

namespace crownstar::search {
namespace {

// The page translates these by their ids. Stored games and seats name them: an id stays one for ever.
constexpr std::array<Level, level_count> known_levels{{
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

}  // namespace crownstar::search
