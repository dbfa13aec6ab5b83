// Glicko-2 ratings: how rating, deviation and volatility follow from results (Glickman, "Example of the Glicko-2
// system", 2013 and later).
#pragma once

#include <span>

#include "site/people/answer.hpp"

namespace crownstar::people {

struct Rating {
  double value = 1500;
  double deviation = 500;
  double volatility = 0.09;

  bool operator==(const Rating&) const = default;
};

inline constexpr double least_deviation = 45;
inline constexpr double most_deviation = 500;
inline constexpr double provisional_above = 110;
inline constexpr double usual_tau = 0.75;  // how much a volatility may change
inline constexpr double least_rating = 400;
inline constexpr double most_rating = 4000;

// One opponent met in a rating period: 1 won, 0.5 drawn, 0 lost.
struct Result {
  Rating opponent;
  double score = 0;
};

bool is_provisional(const Rating& rating);

// The paper's own steps 2 to 8, without our bounds. No results: only the deviation grows.
Rating glicko_2(const Rating& rating, std::span<const Result> results, double tau);

// The deviation after time without games: as many rating periods, or parts of one, as have passed.
Rating aged(const Rating& rating, Milliseconds since);

// One game as one rating period: aged by `since`, then rated, then held within the bounds.
Rating rated(const Rating& rating, Milliseconds since, std::span<const Result> results);

}  // namespace crownstar::people
