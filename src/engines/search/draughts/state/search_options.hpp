// What a draughts search leaves out.
#pragma once

namespace crownstar::search::draughts {

// Weak levels have no quiescence search. Tests compare an exact search with plain alpha-beta.
struct SearchOptions {
  bool has_quiescence = true;  // captures at the end of a line are played out
  bool is_exact = false;       // nothing is reduced, pruned or extended
};

}  // namespace crownstar::search::draughts
