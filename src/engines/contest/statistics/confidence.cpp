#include "engines/contest/statistics/confidence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace crownstar::contest {
namespace {

// Student's t for 95 %, two-sided. We use it because with few groups the variance is uncertain.
double quantile_of(double degrees) {
  constexpr std::array few{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262};
  const auto number = static_cast<std::size_t>(degrees);
  if (number <= few.size()) return few[number - 1];
  // Cornish and Fisher's expansion about the normal distribution.
  constexpr double normal = 1.959964;
  constexpr double first = (normal * normal * normal + normal) / 4;
  constexpr double second =
      (5 * normal * normal * normal * normal * normal + 16 * normal * normal * normal + 3 * normal) / 96;
  return normal + first / degrees + second / (degrees * degrees);
}

}  // namespace

double confidence_margin(const GroupFigures& figures) {
  // The variance needs two groups.
  if (figures.groups < 2) return 1;
  const double variance = figures.squares / (figures.groups - 1);
  if (variance > 0) return std::min(1.0, quantile_of(figures.groups - 1) * std::sqrt(variance / figures.groups));
  // Equal figures are no certainty: by the rule of three, up to 3 of n groups may differ, each as much as possible.
  return std::min(1.0, 3 / figures.groups * std::max(figures.mean, 1 - figures.mean));
}

}  // namespace crownstar::contest
