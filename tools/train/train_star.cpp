// A network for the star on the command line; reads the positions that it learns from.
// It does not know how the positions were made (star_positions.cpp), and how a network is trained (training.hpp).
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engines/search/star/evaluation/net_evaluation.hpp"
#include "train/star_samples.hpp"
#include "train/training.hpp"

namespace {

using namespace crownstar;
using namespace crownstar::train;

constexpr int unit = 150;  // hundredths of a turn that change the odds by a factor of e

bool takes(Order& order, const std::string& word, double number) {
  if (word != "--decay") return false;
  order.decay = static_cast<float>(number);
  return true;
}

}  // namespace

int main(int count, char** words) {
  Order order;
  order.epochs = 3;
  order.trust = 0.5;
  order.decay = 1;
  order.material = {search::star::NetEvaluation<4>::squares, 0, 0};
  if (!read_order(count, words, order,
                  [&](const std::string& word, double number) { return takes(order, word, number); })) {
    return complain(
        "expected NET OUTPUT POSITIONS... and --epochs N, --trust 0..1, --decay NUMBER, --seed N, --threads N (up to "
        "16)\n"
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
  Training<search::net::narrow> training(order, std::move(learned), std::move(held), unit);
  return training.run() ? 0 : complain("cannot write the network");
}
