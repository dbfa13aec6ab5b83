// The network of src/engines/search/net in floating point: forward, backward, a step of Adam, and its quantised
// form. It does not know files and where positions come from.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/search/net/network.hpp"

namespace crownstar::train {

using search::net::kinds;
using search::net::most_squares;
using search::net::Shape;

template <Shape S>
struct Part {
  std::array<std::array<float, S.second>, 2 * S.hidden> weights;  // by input, so that a row is one step of a vector
  std::array<float, S.second> biases;
  std::array<float, S.second> last;
  float last_bias;
};

// Nothing but floats, so that an optimiser may go over it as over one long row.
template <Shape S>
struct Parameters {
  std::array<std::array<float, S.hidden>, static_cast<std::size_t>(kinds) * most_squares> first;
  std::array<float, S.hidden> first_bias;
  std::array<Part<S>, S.phases> parts;

  std::span<float> all() { return {reinterpret_cast<float*>(this), sizeof(Parameters) / sizeof(float)}; }
};

// A position as the network is shown it: the features of the mover's view and of the other's.
struct Example {
  static constexpr std::size_t most_features = 61;  // sixty pieces on the largest boards, and whose turn it is

  std::array<std::uint16_t, most_features> mine{};
  std::array<std::uint16_t, most_features> theirs{};
  std::uint8_t count = 0;
  std::uint8_t phase = 0;
  float base = 0;    // what plain material says, in the unit of the network
  float target = 0;  // the expected result, 0 to 1
};

struct Material {
  int squares = 32;
  int man = 100;
  int king = 130;
  int phases = 4;
};

inline double expected(double hundredths, double scale) { return 1 / (1 + std::exp(-hundredths / scale)); }

template <Shape S>
class Model {
  static constexpr std::size_t inputs = 2 * S.hidden;

 public:
  struct Pass {
    std::array<float, inputs> sums;
    std::array<float, inputs> cut;
    std::array<float, S.second> behind;
    std::array<float, S.second> behind_cut;
    float value;
  };

  explicit Model(Parameters<S>& parameters) : own_(parameters) {}

  void forward(const Example& example, Pass& pass) const {
    for (std::size_t side = 0; side < 2; ++side) {
      float* sums = pass.sums.data() + side * S.hidden;
      std::copy(own_.first_bias.begin(), own_.first_bias.end(), sums);
      const auto& features = side == 0 ? example.mine : example.theirs;
      for (std::size_t nth = 0; nth < example.count; ++nth) {
        const float* row = own_.first[features[nth]].data();
        for (std::size_t number = 0; number < S.hidden; ++number) sums[number] += row[number];
      }
    }
    for (std::size_t number = 0; number < inputs; ++number)
      pass.cut[number] = std::clamp(pass.sums[number], 0.0F, 1.0F);
    const Part<S>& part = own_.parts[example.phase];
    pass.behind = part.biases;
    for (std::size_t number = 0; number < inputs; ++number) {
      const float input = pass.cut[number];
      if (input == 0.0F) continue;
      for (std::size_t next = 0; next < S.second; ++next) pass.behind[next] += input * part.weights[number][next];
    }
    pass.value = part.last_bias;
    for (std::size_t next = 0; next < S.second; ++next) {
      pass.behind_cut[next] = std::clamp(pass.behind[next], 0.0F, 1.0F);
      pass.value += pass.behind_cut[next] * part.last[next];
    }
  }

  // Adds to `slopes` what a change of the value by one would be due to, `error` times.
  void backward(const Example& example, const Pass& pass, float error, Parameters<S>& slopes) const {
    const Part<S>& part = own_.parts[example.phase];
    Part<S>& slope = slopes.parts[example.phase];
    slope.last_bias += error;
    std::array<float, S.second> behind{};
    for (std::size_t next = 0; next < S.second; ++next) {
      slope.last[next] += error * pass.behind_cut[next];
      const bool is_open = pass.behind[next] > 0 && pass.behind[next] < 1;
      behind[next] = is_open ? error * part.last[next] : 0;
      slope.biases[next] += behind[next];
    }
    std::array<float, inputs> sums{};
    for (std::size_t number = 0; number < inputs; ++number) {
      if (pass.cut[number] > 0) {
        for (std::size_t next = 0; next < S.second; ++next)
          slope.weights[number][next] += pass.cut[number] * behind[next];
      }
      if (pass.sums[number] <= 0 || pass.sums[number] >= 1) continue;
      float total = 0;
      for (std::size_t next = 0; next < S.second; ++next) total += behind[next] * part.weights[number][next];
      sums[number] = total;
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const float* from = sums.data() + side * S.hidden;
      const auto& features = side == 0 ? example.mine : example.theirs;
      for (std::size_t number = 0; number < S.hidden; ++number) slopes.first_bias[number] += from[number];
      for (std::size_t nth = 0; nth < example.count; ++nth) {
        float* row = slopes.first[features[nth]].data();
        for (std::size_t number = 0; number < S.hidden; ++number) row[number] += from[number];
      }
    }
  }

  // No weight may leave what its quantised form can hold.
  void keep_in_bounds() {
    const auto bound = [](float& number, float most) { number = std::clamp(number, -most, most); };
    constexpr float most_first = static_cast<float>(search::net::most_first_weight) / search::net::one_hidden;
    constexpr float most_second = 127.0F / search::net::one_second;
    for (auto& row : own_.first) {
      for (float& number : row) bound(number, most_first);
    }
    for (float& number : own_.first_bias) bound(number, most_first);
    for (Part<S>& part : own_.parts) {
      for (auto& row : part.weights) {
        for (float& number : row) bound(number, most_second);
      }
      for (float& number : part.last) bound(number, 100.0F);
    }
  }

  void quantise(search::net::Network& network) const {
    network.shape = S;
    const auto rounded = [](float number, float one) { return std::lround(number * one); };
    constexpr float one_input = search::net::one_hidden;
    constexpr float one_sum = one_input * search::net::one_second;
    for (std::size_t row = 0; row < own_.first.size(); ++row) {
      for (std::size_t nth = 0; nth < S.hidden; ++nth) {
        network.first[row][nth] = static_cast<std::int16_t>(rounded(own_.first[row][nth], one_input));
      }
    }
    for (std::size_t nth = 0; nth < S.hidden; ++nth) {
      network.first_bias[nth] = static_cast<std::int16_t>(rounded(own_.first_bias[nth], one_input));
    }
    for (std::size_t phase = 0; phase < S.phases; ++phase) {
      const Part<S>& part = own_.parts[phase];
      search::net::Phase& made = network.parts[phase];
      for (std::size_t next = 0; next < S.second; ++next) {
        for (std::size_t number = 0; number < inputs; ++number) {
          made.weights[next][number] =
              static_cast<std::int8_t>(rounded(part.weights[number][next], search::net::one_second));
        }
        // Half of what the shift cuts off, so that it rounds.
        made.biases[next] =
            static_cast<std::int32_t>(rounded(part.biases[next], one_sum)) + search::net::one_second / 2;
        made.last[next] = static_cast<std::int32_t>(rounded(part.last[next], search::net::one_last));
      }
      made.last_bias = static_cast<std::int32_t>(rounded(part.last_bias, one_input * search::net::one_last));
    }
  }

 private:
  Parameters<S>& own_;
};

// Kingma and Ba's.
class Adam {
 public:
  explicit Adam(std::size_t count) : means_(count), squares_(count) {}

  void begin_step() {
    ++steps_;
    mean_share_ = 1 - std::pow(keep_mean, static_cast<float>(steps_));
    square_share_ = 1 - std::pow(keep_square, static_cast<float>(steps_));
  }

  // A part of a step, for the parameters from `begin` on; parts may be done by several threads.
  void step(std::size_t begin, std::span<float> parameters, std::span<const float> slopes, float rate) {
    float* means = means_.data() + begin;
    float* squares = squares_.data() + begin;
    for (std::size_t nth = 0; nth < parameters.size(); ++nth) {
      means[nth] = keep_mean * means[nth] + (1 - keep_mean) * slopes[nth];
      squares[nth] = keep_square * squares[nth] + (1 - keep_square) * slopes[nth] * slopes[nth];
      parameters[nth] -= rate * (means[nth] / mean_share_) / (std::sqrt(squares[nth] / square_share_) + 1e-8F);
    }
  }

  std::vector<float>& means() { return means_; }
  std::vector<float>& squares() { return squares_; }
  std::int64_t& steps() { return steps_; }

 private:
  static constexpr float keep_mean = 0.9F;
  static constexpr float keep_square = 0.999F;

  float mean_share_ = 1;
  float square_share_ = 1;
  std::vector<float> means_;
  std::vector<float> squares_;
  std::int64_t steps_ = 0;
};

}  // namespace crownstar::train
