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

bool takes(Order& order, const std::string& word, double number) {
  if (word != "--king" && word != "--squares") return false;
  (word == "--king" ? order.material.king : order.material.squares) = static_cast<int>(number);
  return true;
}

}  // namespace

int main(int count, char** words) {
  Order order;
  if (!read_order(count, words, order,
                  [&](const std::string& word, double number) { return takes(order, word, number); })) {
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
