// Tuning by simultaneous perturbation (SPSA): in each round all parameters are moved a step up or down by chance, the
// two opposite changes play each other, and all parameters go a little towards the side that won. It does not know what
// the parameters mean, and who plays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace crownstar::contest {

struct TunedParameter {
  std::string name;
  int start = 0;
  int least = 0;
  int most = 0;
  double step = 1;  // by how much it is moved in the last rounds; before them it is a little more
};

// What two sides of a round play with, by parameter.
struct Trial {
  std::vector<int> up;
  std::vector<int> down;

  bool operator==(const Trial&) const = default;
};

// The same parameters, rounds, rate, seed and results lead to the same values.
class Spsa {
 public:
  // `rate`: in the last round a won game moves a parameter by this share of its step.
  Spsa(std::vector<TunedParameter> parameters, int rounds, double rate, std::uint64_t seed);

  // Of a round, counted from 0, with the values as they are now. Half values are rounded by chance, so that what is
  // less than a whole counts too.
  Trial trial(int round) const;

  // `lead`: games that `up` has won in this round, less those that `down` has.
  void learn(int round, int lead);

  const std::vector<TunedParameter>& parameters() const { return parameters_; }
  const std::vector<double>& values() const { return values_; }
  std::vector<int> rounded() const;

  // Goes on from there.
  void set_values(std::vector<double> values);

 private:
  double step_in(std::size_t parameter, int round) const;
  double gain_in(std::size_t parameter, int round) const;
  std::vector<int> directions(int round) const;

  std::vector<TunedParameter> parameters_;
  std::vector<double> values_;
  int rounds_;
  double rate_;
  std::uint64_t seed_;
};

}  // namespace crownstar::contest
