// What star_positions is asked for, and what both kinds of games share.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engines/contest/players/seeded_random.hpp"
#include "engines/search/star/root_search.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::train {

using StarCourse = sternhalma::Course<4>;
using StarPosition = sternhalma::Position<4>;
using StarRace = sternhalma::Race<4>;
using StarPlayer = search::star::RootSearch<4>;

struct StarOrder {
  std::string out;
  std::string net;
  sternhalma::Rules rules{.pieces = 10};
  int games = 1000;
  int nodes = 400;
  std::uint64_t seed = 1;
};

// Games are played by turns with win=own and win=filled.
inline sternhalma::Rules rules_of_game(const StarOrder& order, std::uint32_t number) {
  sternhalma::Rules rules = order.rules;
  rules.win = number % 2 == 0 ? sternhalma::Win::own : sternhalma::Win::filled;
  return rules;
}

// A set and its move, by chance; one that gains where there is any.
inline std::pair<int, sternhalma::Move> any_forward(const StarPlayer& player, const StarRace& race,
                                                    contest::SeededRandom& dice) {
  sternhalma::LegalMoves<4> moves;
  sternhalma::find_moves(race.course(), race.position(), moves);
  std::vector<std::pair<int, sternhalma::Move>> all;
  std::vector<std::pair<int, sternhalma::Move>> forward;
  for (const auto& piece : moves) {
    piece.targets.for_each([&](int to) {
      const sternhalma::Move move{piece.from, static_cast<std::uint16_t>(to)};
      all.emplace_back(piece.set, move);
      if (player.evaluation().gain(piece.set, move) > 0) forward.emplace_back(piece.set, move);
    });
  }
  const auto& from = forward.empty() ? all : forward;
  return from[dice.below(from.size())];
}

}  // namespace crownstar::train
