#include "engines/contest/statistics/tally.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "engines/contest/statistics/confidence.hpp"

namespace crownstar::contest {
namespace {

// Of the mean of a pair, as a score from 0 to 1.
struct PairStatistics {
  double count = 0;
  double mean = 0.5;
  double variance = 0;
};

constexpr double usual_prior = 0.25;

// `prior` pairs are added to each outcome, so that a beginning of equal results is not taken for certainty.
PairStatistics statistics_of(const Tally& tally, double prior) {
  PairStatistics result;
  double sum = 0;
  for (std::size_t halves = 0; halves < tally.pairs().size(); ++halves) {
    const double count = tally.pairs()[halves] + prior;
    result.count += count;
    sum += count * static_cast<double>(halves) / 4;
  }
  if (result.count <= 0) return result;
  result.mean = sum / result.count;
  for (std::size_t halves = 0; halves < tally.pairs().size(); ++halves) {
    const double off = static_cast<double>(halves) / 4 - result.mean;
    result.variance += (tally.pairs()[halves] + prior) * off * off / result.count;
  }
  return result;
}

}  // namespace

void Tally::add_pair(GameResult first, GameResult second) {
  ++pairs_[static_cast<std::size_t>(first) + static_cast<std::size_t>(second)];
  count(first);
  count(second);
}

void Tally::count(GameResult result) {
  (result == GameResult::win ? wins_ : result == GameResult::draw ? draws_ : losses_) += 1;
}

double Tally::score() const { return games() == 0 ? 0.5 : (wins_ + draws_ / 2.0) / games(); }

double Tally::score_error() const {
  const PairStatistics pairs = statistics_of(*this, 0);
  return confidence_margin({pairs.count, pairs.mean, pairs.variance * pairs.count});
}

Elo Tally::elo() const {
  if (games() == 0) return {};
  const double off = score_error();
  // Nobody is infinitely better: a clean score is taken for half a point less.
  const double least = 0.5 / games();
  const auto bounded = [&](double score) { return elo_of_score(std::clamp(score, least, 1 - least)); };
  return {bounded(score()), (bounded(score() + off) - bounded(score() - off)) / 2};
}

// Of pairs, with a normal distribution for their mean and the variance that is seen.
double log_likelihood_ratio(const Tally& tally, const SequentialTest& test) {
  if (tally.games() == 0) return 0;
  const PairStatistics pairs = statistics_of(tally, usual_prior);
  const double score0 = score_of_elo(test.elo0);
  const double score1 = score_of_elo(test.elo1);
  return pairs.count * (score1 - score0) * (2 * pairs.mean - score0 - score1) / (2 * pairs.variance);
}

Verdict verdict_of(const Tally& tally, const SequentialTest& test) {
  const double ratio = log_likelihood_ratio(tally, test);
  return ratio >= decided_at ? Verdict::elo1 : ratio <= -decided_at ? Verdict::elo0 : Verdict::open;
}

double Tally::points_variance() const {
  const PairStatistics pairs = statistics_of(*this, usual_prior);
  return pairs.variance / pairs.count * games() * games();
}

double superiority(const Tally& tally) {
  const PairStatistics pairs = statistics_of(tally, usual_prior);
  return std::erfc((0.5 - pairs.mean) / std::sqrt(2 * pairs.variance / pairs.count)) / 2;
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double elo_of_score(double score) { return 400 * std::log10(score / (1 - score)); }

}  // namespace crownstar::contest
