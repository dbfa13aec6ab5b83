#include "engines/contest/tuning/spsa.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/mixing.hpp"
#include "engines/contest/players/seeded_random.hpp"

namespace crownstar::contest {
namespace {

// Spall's exponents: steps shrink slowly, gains faster. The first rounds are held back by a tenth of all of them.
constexpr double step_decay = 0.101;
constexpr double gain_decay = 0.602;
constexpr double held_back = 0.1;

double within(const TunedParameter& parameter, double value) {
  return std::clamp(value, static_cast<double>(parameter.least), static_cast<double>(parameter.most));
}

}  // namespace

Spsa::Spsa(std::vector<TunedParameter> parameters, int rounds, double rate, std::uint64_t seed)
    : parameters_(std::move(parameters)), rounds_(std::max(rounds, 1)), rate_(rate), seed_(seed) {
  for (const TunedParameter& parameter : parameters_) values_.push_back(within(parameter, parameter.start));
}

double Spsa::step_in(std::size_t parameter, int round) const {
  return parameters_[parameter].step * std::pow(static_cast<double>(rounds_) / (round + 1), step_decay);
}

double Spsa::gain_in(std::size_t parameter, int round) const {
  const double held = held_back * rounds_;
  const double gain = rate_ * parameters_[parameter].step * parameters_[parameter].step *
                      std::pow((held + rounds_) / (held + round + 1), gain_decay);
  return gain / step_in(parameter, round);
}

std::vector<int> Spsa::directions(int round) const {
  SeededRandom random(base::splitmix64(static_cast<std::uint64_t>(round), seed_));
  std::vector<int> directions(parameters_.size());
  for (int& direction : directions) direction = random.below(2) == 0 ? 1 : -1;
  return directions;
}

Trial Spsa::trial(int round) const {
  SeededRandom random(base::splitmix64(~static_cast<std::uint64_t>(round), seed_));
  const std::vector<int> ways = directions(round);
  Trial trial;
  for (std::size_t parameter = 0; parameter < parameters_.size(); ++parameter) {
    const double chance = static_cast<double>(random.next() >> 11U) * 0x1p-53;
    const auto whole = [&](int way) {
      const double wanted = within(parameters_[parameter], values_[parameter] + way * step_in(parameter, round));
      return std::min(static_cast<int>(std::floor(wanted + chance)), parameters_[parameter].most);
    };
    trial.up.push_back(whole(ways[parameter]));
    trial.down.push_back(whole(-ways[parameter]));
  }
  return trial;
}

void Spsa::learn(int round, int lead) {
  const std::vector<int> ways = directions(round);
  for (std::size_t parameter = 0; parameter < parameters_.size(); ++parameter) {
    values_[parameter] =
        within(parameters_[parameter], values_[parameter] + ways[parameter] * lead * gain_in(parameter, round));
  }
}

std::vector<int> Spsa::rounded() const {
  std::vector<int> whole;
  for (const double value : values_) whole.push_back(static_cast<int>(std::lround(value)));
  return whole;
}

void Spsa::set_values(std::vector<double> values) {
  for (std::size_t parameter = 0; parameter < values_.size() && parameter < values.size(); ++parameter) {
    values_[parameter] = within(parameters_[parameter], values[parameter]);
  }
}

}  // namespace crownstar::contest
