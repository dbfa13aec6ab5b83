#include "engines/search/levels.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text/quote.hpp"

namespace crownstar::search {
namespace {

// The page translates these by their ids. Stored games and seats name them: an id stays one for ever.
constexpr std::array<Level, level_count> known_levels{{
    {"first-steps", "First steps", "Looks only at its own move, and often gets it wrong",
     "Takes short steps and hops, often not the best ones"},
    {"learner", "Learner", "Often misses that a piece can be captured", "Sees short hops and picks one on a whim"},
    {"beginner", "Beginner", "Sees what it can capture right now, and little more",
     "Brings its stragglers along, but misses long chains"},
    {"casual", "Casual", "Sometimes checks your reply, rarely looks further", "Sees most chains; plays a varied game"},
    {"attentive", "Attentive", "Usually thinks of its next move too", "Finds every chain of hops"},
    {"steady", "Steady", "Looks a few moves ahead and rarely gives anything away",
     "Usually plans its next turn as well"},
    {"practised", "Practised", "Knows exchanges and simple combinations",
     "Always plans its next turn, and counts the race home"},
    {"keen", "Keen", "Sees simple combinations and can win when a piece ahead",
     "Also thinks of what it opens up for the others"},
    {"strong", "Strong", "Sees most combinations and plays for position",
     "Rarely misjudges what it sees two turns ahead"},
    {"seasoned", "Seasoned", "Rarely falls for a combination", "Plans several turns ahead"},
    {"expert", "Expert", "Hard to beat, even for club players", "Plans far ahead"},
    {"master", "Master", "Looks far ahead and misses almost nothing",
     "Plans even further ahead; hardly misses a chain or a blockade"},
    {"full", "Full strength", "As strong as it gets in the time it has", "Looks as far ahead as the time allows"},
}};

}  // namespace

std::span<const Level> levels() { return known_levels; }

const Level* find_level(std::string_view id) {
  if (id.empty()) return &known_levels.back();
  const auto found = std::ranges::find(known_levels, id, &Level::id);
  return found == known_levels.end() ? nullptr : &*found;
}

base::Checked<const Level*> level_named(std::string_view id) {
  if (const Level* level = find_level(id); level != nullptr) return level;
  std::string known;
  for (const Level& each : levels()) known += (known.empty() ? "" : ", ") + std::string(each.id);
  return base::refuse("there is no level " + base::quoted(id) + "; known levels: " + known);
}

}  // namespace crownstar::search
