#include "engines/contest/statistics/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace crownstar::contest {
namespace {

using Matrix = std::vector<std::vector<double>>;

constexpr double elo_of_one = 400 / std::numbers::ln10;
constexpr double normal_95 = 1.959964;

double normal_share(double deviation) { return std::erfc(-deviation / std::numbers::sqrt2) / 2; }

// By Gauss and Jordan, with the largest pivots.
Matrix inverted(Matrix matrix) {
  const std::size_t size = matrix.size();
  for (std::size_t row = 0; row < size; ++row) {
    matrix[row].resize(2 * size);
    matrix[row][size + row] = 1;
  }
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column; row < size; ++row) {
      if (std::abs(matrix[row][column]) > std::abs(matrix[pivot][column])) pivot = row;
    }
    std::swap(matrix[column], matrix[pivot]);
    const double divisor = matrix[column][column];
    for (double& value : matrix[column]) value /= divisor;
    for (std::size_t row = 0; row < size; ++row) {
      const double factor = matrix[row][column];
      if (row == column || factor == 0) continue;
      for (std::size_t each = 0; each < 2 * size; ++each) matrix[row][each] -= factor * matrix[column][each];
    }
  }
  for (auto& row : matrix) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(size));
  return matrix;
}

Matrix product(const Matrix& left, const Matrix& right) {
  Matrix result(left.size(), std::vector<double>(right.front().size()));
  for (std::size_t row = 0; row < left.size(); ++row) {
    for (std::size_t inner = 0; inner < right.size(); ++inner) {
      for (std::size_t column = 0; column < right.front().size(); ++column) {
        result[row][column] += left[row][inner] * right[inner][column];
      }
    }
  }
  return result;
}

void add_between(Matrix& matrix, std::size_t a, std::size_t b, double value) {
  matrix[a][a] += value;
  matrix[b][b] += value;
  matrix[a][b] -= value;
  matrix[b][a] -= value;
}

// What one pairing says. Nobody is infinitely better: a clean score is taken for half a point less.
struct Observation {
  std::size_t a = 0;
  std::size_t b = 0;
  double games = 0;
  double score = 0.5;
  double variance = 0;  // of the points
};

std::vector<Observation> observations_of(std::size_t players, const std::vector<PairScore>& scores) {
  std::vector<Observation> all;
  for (const PairScore& each : scores) {
    const double games = each.tally.games();
    if (games == 0) continue;
    const double least = 0.5 / games;
    const double score = std::clamp(each.tally.score(), least, 1 - least);
    all.push_back({each.a, each.b, games, score, each.tally.points_variance()});
  }
  // A millionth of a drawn game ties players together who have not met yet, not even by way of others.
  constexpr double tie = 1e-6;
  for (std::size_t a = 0; a < players; ++a) {
    for (std::size_t b = a + 1; b < players; ++b) all.push_back({a, b, tie, 0.5, 0});
  }
  return all;
}

}  // namespace

Ratings::Ratings(std::size_t players, const std::vector<PairScore>& scores)
    : values_(players), has_games_(players), order_(players) {
  const std::vector<Observation> observations = observations_of(players, scores);
  // Without the constant in every field the information would say nothing of the mean, and have no inverse.
  Matrix inverse;
  constexpr int most_steps = 200;
  for (int step = 0; step < most_steps; ++step) {
    Matrix information(players, std::vector<double>(players, 1));
    std::vector<double> slope(players);
    for (const Observation& each : observations) {
      const double expected = 1 / (1 + std::exp(values_[each.b] - values_[each.a]));
      const double off = each.games * (each.score - expected);
      slope[each.a] += off;
      slope[each.b] -= off;
      add_between(information, each.a, each.b, each.games * expected * (1 - expected));
    }
    inverse = inverted(std::move(information));
    double largest = 0;
    for (std::size_t player = 0; player < players; ++player) {
      double move = 0;
      for (std::size_t other = 0; other < players; ++other) move += inverse[player][other] * slope[other];
      move = std::clamp(move, -1.0, 1.0);
      values_[player] += move;
      largest = std::max(largest, std::abs(move));
    }
    if (largest < 1e-9) break;
  }
  const double mean =
      std::accumulate(values_.begin(), values_.end(), 0.0) / static_cast<double>(std::max(players, std::size_t{1}));
  for (double& value : values_) value -= mean;
  Matrix variance(players, std::vector<double>(players));
  for (const Observation& each : observations) add_between(variance, each.a, each.b, each.variance);
  covariance_ = product(product(inverse, variance), inverse);
  for (const PairScore& each : scores) {
    if (each.tally.games() > 0) has_games_[each.a] = has_games_[each.b] = true;
  }
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::ranges::sort(order_, [this](std::size_t left, std::size_t right) {
    if (has_games_[left] != has_games_[right]) return bool{has_games_[left]};
    return has_games_[left] && values_[left] != values_[right] ? values_[left] > values_[right] : left < right;
  });
}

std::optional<Elo> Ratings::of(std::size_t player) const {
  if (!has_games_[player]) return std::nullopt;
  const double deviation = std::sqrt(std::max(covariance_[player][player], 0.0));
  return Elo{values_[player] * elo_of_one, normal_95 * deviation * elo_of_one};
}

double Ratings::superiority(std::size_t a, std::size_t b) const {
  const double variance = covariance_[a][a] + covariance_[b][b] - 2 * covariance_[a][b];
  if (variance <= 0) return 0.5;
  return normal_share((values_[a] - values_[b]) / std::sqrt(variance));
}

}  // namespace crownstar::contest
