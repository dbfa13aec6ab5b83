// Knows how a network for draughts is asked for, and reads the positions that it learns from.
// Refuses to know how the positions were made (`crownstar selfplay`), and how a network is trained (training.hpp).
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "train/examples.hpp"
#include "train/training.hpp"

namespace {

using namespace crownstar;
using namespace crownstar::train;

bool read_order(int count, char** words, Order& order) {
  std::vector<std::string> plain;
  for (int nth = 1; nth < count; ++nth) {
    const std::string word = words[nth];
    if (!word.starts_with("--")) {
      plain.push_back(word);
      continue;
    }
    if (nth + 1 == count) return false;
    const double number = std::atof(words[++nth]);
    if (word == "--epochs")
      order.epochs = static_cast<int>(number);
    else if (word == "--trust")
      order.trust = number;
    else if (word == "--seed")
      order.seed = static_cast<std::uint64_t>(number);
    else if (word == "--king")
      order.material.king = static_cast<int>(number);
    else if (word == "--squares")
      order.material.squares = static_cast<int>(number);
    else
      return false;
  }
  if (plain.size() < 3) return false;
  order.game = plain[0];
  order.output = plain[1];
  order.files.assign(plain.begin() + 2, plain.end());
  return true;
}

}  // namespace

int main(int count, char** words) {
  Order order;
  if (!read_order(count, words, order)) {
    return complain(
        "expected GAME OUTPUT POSITIONS... and --epochs N, --trust 0..1, --seed N, --king HUNDREDTHS, --squares N\n"
        "Example: train_net american nets/american.net american.pos --king 130");
  }
  std::vector<contest::Sample> samples;
  std::vector<bool> is_held;
  for (std::size_t number = 0; number < order.files.size(); ++number) {
    const auto read = read_samples(order.files[number], order.game);
    if (!read) return complain(read.error().reason);
    for (const contest::Sample& sample : *read) {
      samples.push_back(sample);
      is_held.push_back(sample.game % held_out == 0);
    }
  }
  if (samples.empty()) return complain("there are no positions");
  const int scale = fitted_scale(samples);
  std::vector<Example> learned;
  std::vector<Example> held;
  for (std::size_t nth = 0; nth < samples.size(); ++nth) {
    (is_held[nth] ? held : learned).push_back(example_of(samples[nth], order.material, scale, order.trust));
  }
  std::fprintf(stderr, "%zu positions to learn from, %zu to test with; the unit is %d hundredths\n", learned.size(),
               held.size(), scale);
  return Training(order, std::move(learned), std::move(held), scale).run() ? 0 : complain("cannot write the network");
}
