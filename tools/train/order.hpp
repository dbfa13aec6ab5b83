// The options of a training run, as the command line has them, with their defaults.
// It does not know games, and how a network is trained.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "train/model.hpp"

namespace crownstar::train {

// What is to be trained, and what is written into its file beside the weights.
struct Order {
  std::string game;
  std::string output;
  std::vector<std::string> files;
  int epochs = 30;
  double trust = 0.7;  // the share of the search's score in what is learned; the rest is how the game went
  float decay = 0;     // of the weights, in each step, times its rate
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  Material material;
};

// `--word NUMBER` for what every training knows, and for what `own` takes. False where the words are none of these.
inline bool read_order(int count, char** words, Order& order,
                       const std::function<bool(const std::string&, double)>& own) {
  std::vector<std::string> plain;
  for (int nth = 1; nth < count; ++nth) {
    const std::string word = words[nth];
    if (!word.starts_with("--")) {
      plain.push_back(word);
      continue;
    }
    if (nth + 1 == count) return false;
    const double number = std::atof(words[++nth]);
    if (word == "--epochs") {
      order.epochs = static_cast<int>(number);
    } else if (word == "--trust") {
      order.trust = number;
    } else if (word == "--threads") {
      order.threads = static_cast<std::size_t>(std::max(1.0, number));
    } else if (word == "--seed") {
      order.seed = static_cast<std::uint64_t>(number);
    } else if (!own(word, number)) {
      return false;
    }
  }
  if (plain.size() < 3) return false;
  order.game = plain[0];
  order.output = plain[1];
  order.files.assign(plain.begin() + 2, plain.end());
  return true;
}

}  // namespace crownstar::train
