#include "site/people/ratings/glicko.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace crownstar::people {
namespace {

constexpr double scale = 173.7178;
constexpr double centre = 1500;
constexpr double convergence = 1e-6;

// A deviation of 60 grows to the provisional 110 in a year without games at a volatility of 0.06:
// (110² - 60²) / (173.7178 * 0.06)² is 78.2 periods a year.
constexpr double days_of_a_period = 365.25 / 78.2;

double square(double x) { return x * x; }

// The weight of a result against an opponent of this deviation.
double weight(double deviation) { return 1 / std::sqrt(1 + 3 * square(deviation) / square(std::numbers::pi)); }

double expected_score(double mu, double opponent_mu, double opponent_phi) {
  return 1 / (1 + std::exp(-weight(opponent_phi) * (mu - opponent_mu)));
}

// Step 5 of the paper: the new volatility, by the Illinois form of regula falsi.
double new_volatility(double sigma, double phi, double variance, double delta, double tau) {
  const double a = std::log(square(sigma));
  const auto f = [&](double x) {
    const double e = std::exp(x);
    const double spread = square(phi) + variance + e;
    return e * (square(delta) - spread) / (2 * square(spread)) - (x - a) / square(tau);
  };
  double low = a;
  double high = 0;
  if (square(delta) > square(phi) + variance) {
    high = std::log(square(delta) - square(phi) - variance);
  } else {
    int k = 1;
    while (f(a - k * tau) < 0) ++k;
    high = a - k * tau;
  }
  double f_low = f(low);
  double f_high = f(high);
  // The bracket at least halves in two rounds; the bound only guards against numbers that are none.
  for (int round = 0; round < 200 && std::abs(high - low) > convergence; ++round) {
    const double middle = low + (low - high) * f_low / (f_high - f_low);
    const double f_middle = f(middle);
    if (f_middle * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      f_low /= 2;
    }
    high = middle;
    f_high = f_middle;
  }
  return std::exp(low / 2);
}

}  // namespace

bool is_provisional(const Rating& rating) { return rating.deviation > provisional_above; }

Rating glicko_2(const Rating& rating, std::span<const Result> results, double tau) {
  const double mu = (rating.value - centre) / scale;
  const double phi = rating.deviation / scale;
  if (results.empty()) {
    return {rating.value, scale * std::hypot(phi, rating.volatility), rating.volatility};
  }
  double information = 0;
  double surprise = 0;
  for (const Result& result : results) {
    const double opponent_mu = (result.opponent.value - centre) / scale;
    const double opponent_phi = result.opponent.deviation / scale;
    const double expected = expected_score(mu, opponent_mu, opponent_phi);
    information += square(weight(opponent_phi)) * expected * (1 - expected);
    surprise += weight(opponent_phi) * (result.score - expected);
  }
  const double variance = 1 / information;
  const double volatility = new_volatility(rating.volatility, phi, variance, variance * surprise, tau);
  const double phi_before = std::hypot(phi, volatility);
  const double phi_after = 1 / std::sqrt(1 / square(phi_before) + 1 / variance);
  return {centre + scale * (mu + square(phi_after) * surprise), scale * phi_after, volatility};
}

Rating aged(const Rating& rating, Milliseconds since) {
  const double days = std::max(0.0, std::chrono::duration<double, std::ratio<86'400>>(since).count());
  const double growth = std::sqrt(days / days_of_a_period) * rating.volatility * scale;
  Rating result = rating;
  result.deviation = std::min(std::hypot(rating.deviation, growth), std::max(most_deviation, rating.deviation));
  return result;
}

Rating rated(const Rating& rating, Milliseconds since, std::span<const Result> results) {
  if (results.empty()) return rating;
  Rating after = glicko_2(aged(rating, since), results, usual_tau);
  after.value = std::clamp(after.value, least_rating, most_rating);
  after.deviation = std::clamp(after.deviation, least_deviation, most_deviation);
  after.volatility = std::clamp(after.volatility, 0.01, 0.1);
  return after;
}

}  // namespace crownstar::people
