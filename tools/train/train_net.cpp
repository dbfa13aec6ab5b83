// A network for draughts on the command line; reads the positions that it learns from.
// It does not know how the positions were made (`crownstar selfplay`), and how a network is trained (training.hpp).
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "train/examples.hpp"
#include "train/training.hpp"

namespace {

using namespace crownstar;
using namespace crownstar::train;

struct DraughtsOrder {
  Order usual;
  Foresight foresight;
  bool is_wide = false;

  bool takes(const std::string& word, double number) {
    if (word == "--man") {
      usual.material.man = static_cast<int>(number);
    } else if (word == "--king") {
      usual.material.king = static_cast<int>(number);
    } else if (word == "--squares") {
      usual.material.squares = static_cast<int>(number);
    } else if (word == "--horizon") {
      foresight.horizon = number;
    } else if (word == "--leap") {
      foresight.leap = number;
    } else if (word == "--wide") {
      is_wide = number != 0;
    } else {
      return false;
    }
    return true;
  }
};

// One game in so many is not learned from.
struct Lessons {
  std::vector<Example> learned;
  std::vector<Example> held;
  int scale = 0;
};

base::Checked<Lessons> lessons_of(const DraughtsOrder& order) {
  std::vector<contest::Sample> samples;
  for (const std::string& name : order.usual.files) {
    const auto read = read_samples(name, order.usual.game);
    if (!read) return std::unexpected(read.error());
    samples.insert(samples.end(), read->begin(), read->end());
  }
  if (samples.empty()) return base::refuse("there are no positions");
  Lessons lessons;
  lessons.scale = fitted_scale(samples);
  const auto became = what_became(samples, lessons.scale, order.foresight);
  for (std::size_t nth = 0; nth < samples.size(); ++nth) {
    (samples[nth].game % held_out == 0 ? lessons.held : lessons.learned)
        .push_back(example_of(samples[nth], became[nth], order.usual.material, lessons.scale, order.usual.trust));
  }
  return lessons;
}

template <Shape S>
int learn(DraughtsOrder& order) {
  order.usual.material.phases = static_cast<int>(S.phases);
  auto lessons = lessons_of(order);
  if (!lessons) return complain(lessons.error().reason);
  std::fprintf(stderr, "%zu positions to learn from, %zu to test with; the unit is %d hundredths\n",
               lessons->learned.size(), lessons->held.size(), lessons->scale);
  Training<S> training(order.usual, std::move(lessons->learned), std::move(lessons->held), lessons->scale);
  return training.run() ? 0 : complain("cannot write the network");
}

}  // namespace

int main(int count, char** words) {
  DraughtsOrder order;
  order.usual.trust = 0.4;
  if (!read_order(count, words, order.usual,
                  [&](const std::string& word, double number) { return order.takes(word, number); })) {
    return complain(
        "expected GAME OUTPUT POSITIONS... and --epochs N, --trust 0..1, --horizon POSITIONS, --leap 0..1, --seed N,\n"
        "--man HUNDREDTHS, --king HUNDREDTHS, --squares N, --wide 0|1, --threads N (up to 16)\n"
        "Example: train_net american nets/american.net american.pos --king 130 --wide 1");
  }
  return order.is_wide ? learn<search::net::wide>(order) : learn<search::net::narrow>(order);
}
