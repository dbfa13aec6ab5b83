// Self-play: our engine makes training positions by playing against itself, the same for the same seed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engines/contest/players/engine_spec.hpp"
#include "engines/contest/self_play/samples.hpp"

namespace crownstar::contest {

struct SelfPlayTerms {
  std::string token;
  EngineSpec engine;  // with limits of nodes or depth, or nothing can be repeated
  std::uint64_t seed = 0;
  std::uint32_t first_game = 0;              // of the run, to go on with one
  std::uint32_t games = 0;                   // up to this number
  std::string starts{};                      // as StartTerms has it; empty: the game's own beginning
  bool is_steady = false;                    // nothing is left to chance once the opening is over
  search::FindTables adjudication_tables{};  // ends a game that these tables know; empty: nobody does
};

// The positions of one whole game that are quiet and open, with its result. False ends the run.
using OnSelfPlay = std::function<bool(std::uint32_t game, const std::vector<Sample>& samples)>;

// Refused where no positions are kept of the game: it is none of draughts, or its board is too large.
Checked<void> check_self_play(const SelfPlayTerms& terms);

// Refused there too, and where the engine fails.
Checked<void> play_itself(const SelfPlayTerms& terms, const OnSelfPlay& on_game);

}  // namespace crownstar::contest
