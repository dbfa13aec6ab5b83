// Where the games of a match begin: ballots or random moves, the same for the same seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "engines/search/request.hpp"

namespace crownstar::contest {

using base::Checked;

struct Start {
  std::string position;             // empty for the game's own
  std::vector<search::Turn> turns;  // that were drawn by lot
};

// `three-move`: the ballots of the deck that are not barred in American checkers; elsewhere what three moves lead to,
// each position once. `eleven-man`: each side without one of its men, and a move of each. `random`: so many moves of
// each seat by chance. All but the deck are looked at by a short search, and who starts a man behind does not start so.
// `first`: the game's own beginning.
struct StartTerms {
  std::string token;
  std::string kind;      // empty: three-move for american, random for the others
  int random_moves = 0;  // of each seat; 0: what suits the game
  int count = 0;
  std::uint64_t seed = 0;
};

// Whether there is such a game, and starts of that kind for it; so many random moves are for random starts only.
Checked<void> check_starts(std::string_view token, std::string_view kind, int random_moves = 0);

// Called after each position that was judged, with the number of starts found so far. It returns false to stop looking.
using StartListener = std::function<bool(std::size_t found)>;

// As many as were asked for; where there are fewer, from the first on again.
Checked<std::vector<Start>> make_starts(const StartTerms& terms, const StartListener& goes_on = {});

}  // namespace crownstar::contest
