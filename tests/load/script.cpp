#include "load/script.hpp"

#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>

#include "rules/catalog/catalog.hpp"

namespace crownstar::load {

Script random_script(const std::string& game, std::uint64_t seed, std::size_t most_plies) {
  auto started = game::start(game);
  if (!started) {
    std::fprintf(stderr, "%s\n", started.error().reason.c_str());
    std::abort();
  }
  std::mt19937_64 random(seed);
  Script script{game, (*started)->seats(), {}, {}, false};
  while (!(*started)->outcome().is_over && script.moves.size() < most_plies) {
    auto moves = (*started)->legal_moves();
    if (!moves) break;
    const auto& move = (*moves)[random() % moves->size()];
    script.moves.push_back(move.text);
    script.movers.push_back((*started)->seat_to_move());
    if (!(*started)->play(move)) std::abort();
  }
  script.is_over = (*started)->outcome().is_over;
  return script;
}

Script long_script(const std::string& game, std::uint64_t seed, int tries, std::size_t most_plies) {
  Script longest;
  for (int attempt = 0; attempt < tries; ++attempt) {
    Script script = random_script(game, seed + static_cast<std::uint64_t>(attempt), most_plies);
    if (script.moves.size() > longest.moves.size()) longest = std::move(script);
  }
  return longest;
}

}  // namespace crownstar::load
