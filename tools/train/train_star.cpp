// A network for the star on the command line; reads the positions that it learns from.
// It does not know how the positions were made (star_positions.cpp), and how a network is trained (training.hpp).
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engines/search/star/evaluation/several_seats_net.hpp"
#include "train/several_samples.hpp"
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

// One game in `held_out` is not learned from. The others are learned as they are and mirrored.
template <class Sample>
base::Checked<void> read_examples(const Order& order, std::vector<Example>& learned, std::vector<Example>& held) {
  for (const std::string& name : order.files) {
    const auto read = read_star_samples<Sample>(name, order.game);
    if (!read) return std::unexpected(read.error());
    for (const Sample& sample : *read) {
      const bool is_held = sample.game % held_out == 0;
      (is_held ? held : learned).push_back(example_of(sample, false, unit, order.trust));
      if (!is_held) learned.push_back(example_of(sample, true, unit, order.trust));
    }
  }
  return {};
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
  const bool has_several_seats = search::star::is_of_several_seats(order.game);
  if (has_several_seats) order.material.squares = search::star::SeveralSeatsNet<4>::squares;
  std::vector<Example> learned;
  std::vector<Example> held;
  const auto read = has_several_seats ? read_examples<SeveralSample>(order, learned, held)
                                      : read_examples<StarSample>(order, learned, held);
  if (!read) return complain(read.error().reason);
  if (learned.empty()) return complain("there are no positions");
  std::fprintf(stderr, "%zu positions to learn from, mirrored ones too, %zu to test with\n", learned.size(),
               held.size());
  Training<search::net::narrow> training(order, std::move(learned), std::move(held), unit);
  return training.run() ? 0 : complain("cannot write the network");
}
