// Knows how a network for the star is asked for, and reads the positions that it learns from.
// Refuses to know how the positions were made (star_positions.cpp), and how a network is trained (training.hpp).
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "search/star/star_net.hpp"
#include "train/star_samples.hpp"
#include "train/training.hpp"

namespace {

using namespace crownstar;
using namespace crownstar::train;

constexpr int unit = 150;  // hundredths of a turn that change the odds by a factor of e

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
    else if (word == "--decay")
      order.decay = static_cast<float>(number);
    else if (word == "--seed")
      order.seed = static_cast<std::uint64_t>(number);
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
  order.epochs = 3;
  order.trust = 0.5;
  order.decay = 1;
  order.material = {search::StarNet<4>::squares, 0, 0};
  if (!read_order(count, words, order)) {
    return complain(
        "expected NET OUTPUT POSITIONS... and --epochs N, --trust 0..1, --decay NUMBER, --seed N\n"
        "Example: train_star star-10-standard nets/star-10-standard.net standard-1.pos");
  }
  std::vector<Example> learned;
  std::vector<Example> held;
  for (const std::string& name : order.files) {
    const auto read = read_star_samples(name, order.game);
    if (!read) return complain(read.error().reason);
    for (const StarSample& sample : *read) {
      const bool is_held = sample.game % held_out == 0;
      (is_held ? held : learned).push_back(example_of(sample, false, unit, order.trust));
      if (!is_held) learned.push_back(example_of(sample, true, unit, order.trust));
    }
  }
  if (learned.empty()) return complain("there are no positions");
  std::fprintf(stderr, "%zu positions to learn from, mirrored ones too, %zu to test with\n", learned.size(),
               held.size());
  return Training(order, std::move(learned), std::move(held), unit).run() ? 0 : complain("cannot write the network");
}
