// How a network is trained from examples: epochs with progress, a state to go on from, and the result quantised.
// It does not know games, and how examples come from positions.
#pragma once

#include <array>
#include <barrier>
#include <cstdio>
#include <memory>
#include <numbers>
#include <string>
#include <thread>
#include <vector>

#include "base/mixing.hpp"
#include "engines/contest/players/seeded_random.hpp"
#include "engines/search/net/layers.hpp"
#include "train/model.hpp"
#include "train/order.hpp"

namespace crownstar::train {

inline constexpr std::size_t batch = 512;
// A batch is learned from in so many parts, which threads share: however many there are, the sums are the same.
inline constexpr std::size_t batch_parts = 4;
inline constexpr float first_rate = 0.002F;
inline constexpr float last_rate = 0.00002F;
inline constexpr std::uint32_t held_out = 20;  // one game in so many is not learned from

inline int complain(const std::string& reason) {
  std::fprintf(stderr, "%s\n", reason.c_str());
  return 1;
}

template <Shape S>
class Training {
 public:
  Training(const Order& order, std::vector<Example> learned, std::vector<Example> held, int scale)
      : order_(order),
        learned_(std::move(learned)),
        held_(std::move(held)),
        scale_(scale),
        parameters_(std::make_unique<Parameters<S>>()),
        model_(*parameters_),
        adam_(parameters_->all().size()) {
    begin();
  }

  bool run() {
    int epoch = resumed();
    for (; epoch < order_.epochs; ++epoch) {
      const double loss = learn(epoch);
      std::fprintf(stderr, "epoch %d of %d: loss %.6f, of games not learned from %.6f\n", epoch + 1, order_.epochs,
                   loss, held_loss());
      if (!keep(epoch + 1)) return false;
    }
    return write();
  }

 private:
  void begin() {
    contest::SeededRandom dice(order_.seed);
    const auto drawn = [&](float most) {
      return most * static_cast<float>(static_cast<double>(dice.next() >> 11U) / 4503599627370496.0 - 1.0);
    };
    std::ranges::fill(parameters_->all(), 0.0F);
    for (auto& row : parameters_->first) {
      for (float& number : row) number = drawn(0.1F);
    }
    std::ranges::fill(parameters_->first_bias, 0.25F);
    for (Part<S>& part : parameters_->parts) {
      for (auto& row : part.weights) {
        for (float& number : row) number = drawn(0.15F);
      }
      std::ranges::fill(part.biases, 0.25F);
      for (float& number : part.last) number = drawn(0.3F);
    }
  }

  // Shuffled by seed and epoch, so that who goes on learns what he would have learned.
  double learn(int epoch) {
    contest::SeededRandom dice(base::splitmix64(static_cast<std::uint64_t>(epoch), order_.seed));
    dice.shuffle(learned_);
    const std::size_t batches = (learned_.size() + batch - 1) / batch;
    const std::size_t threads = std::min(batch_parts, std::max<std::size_t>(1, order_.threads));
    std::size_t nth = 0;
    double total = 0;
    const auto next_batch = [&]() noexcept {
      for (const Lesson& part : lessons_) total += part.loss;
      step(epoch + static_cast<double>(nth) / static_cast<double>(batches));
      ++nth;
    };
    std::barrier learned(static_cast<std::ptrdiff_t>(threads), next_batch);
    const auto work = [&](std::size_t thread) {
      for (std::size_t round = 0; round < batches; ++round) {
        const std::size_t begin = round * batch;
        const std::size_t size = std::min(learned_.size() - begin, batch);
        for (std::size_t part = thread; part < batch_parts; part += threads) {
          learn_part(lessons_[part], begin + size * part / batch_parts, begin + size * (part + 1) / batch_parts);
        }
        learned.arrive_and_wait();
      }
    };
    std::vector<std::jthread> helpers;
    for (std::size_t thread = 1; thread < threads; ++thread) helpers.emplace_back(work, thread);
    work(0);
    helpers.clear();
    return total / static_cast<double>(learned_.size());
  }

  // What one part of a batch teaches.
  struct Lesson {
    std::unique_ptr<Parameters<S>> slopes = std::make_unique<Parameters<S>>();
    double loss = 0;
  };

  void learn_part(Lesson& lesson, std::size_t begin, std::size_t end) const {
    typename Model<S>::Pass pass;
    std::ranges::fill(lesson.slopes->all(), 0.0F);
    lesson.loss = 0;
    for (std::size_t at = begin; at < end; ++at) {
      const Example& example = learned_[at];
      model_.forward(example, pass);
      const double said = expected(example.base + pass.value, 1);
      lesson.loss += (said - example.target) * (said - example.target);
      model_.backward(example, pass, static_cast<float>(said - example.target) / batch, *lesson.slopes);
    }
  }

  // Changes the weights by what all parts of a batch have taught; `done` epochs are over.
  void step(double done) {
    const std::span<float> sum = lessons_[0].slopes->all();
    for (std::size_t part = 1; part < batch_parts; ++part) {
      const std::span<const float> more = lessons_[part].slopes->all();
      for (std::size_t number = 0; number < sum.size(); ++number) sum[number] += more[number];
    }
    const auto wave = static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * done / order_.epochs));
    const float rate = last_rate + (first_rate - last_rate) * wave;
    adam_.step(parameters_->all(), sum, rate);
    decay(rate);
    model_.keep_in_bounds();
  }

  void decay(float rate) {
    if (order_.decay == 0) return;
    for (float& number : parameters_->all()) number *= 1 - order_.decay * rate;
  }

  double held_loss() const {
    typename Model<S>::Pass pass;
    double total = 0;
    for (const Example& example : held_) {
      model_.forward(example, pass);
      const double off = expected(example.base + pass.value, 1) - example.target;
      total += off * off;
    }
    return held_.empty() ? 0 : total / static_cast<double>(held_.size());
  }

  // The same with the numbers that play.
  double quantised_loss(const search::net::Network& network) const {
    double total = 0;
    for (const Example& example : held_) {
      search::net::Sums mine{network.first_bias};
      search::net::Sums theirs{network.first_bias};
      for (std::size_t nth = 0; nth < example.count; ++nth) {
        search::net::plain::change<S>(mine, mine, {&network.first[example.mine[nth]], {}});
        search::net::plain::change<S>(theirs, theirs, {&network.first[example.theirs[nth]], {}});
      }
      const double said = search::net::plain::pass<S>(network.parts[example.phase], mine, theirs);
      const double off =
          expected(example.base + said / (search::net::one_hidden * search::net::one_last), 1) - example.target;
      total += off * off;
    }
    return held_.empty() ? 0 : total / static_cast<double>(held_.size());
  }

  std::string state_name() const { return order_.output + ".training"; }

  struct StateHead {
    std::uint64_t seed;
    std::uint64_t examples;
    std::int64_t epochs;
    std::int64_t epoch;
    std::int64_t steps;
  };

  bool keep(int epoch) {
    std::FILE* file = std::fopen((state_name() + ".new").c_str(), "wb");
    if (file == nullptr) return false;
    const StateHead head{order_.seed, learned_.size(), order_.epochs, epoch, adam_.steps()};
    bool is_kept = std::fwrite(&head, sizeof(head), 1, file) == 1;
    for (const std::span<float> numbers :
         {parameters_->all(), std::span<float>(adam_.means()), std::span<float>(adam_.squares())}) {
      is_kept = std::fwrite(numbers.data(), sizeof(float), numbers.size(), file) == numbers.size() && is_kept;
    }
    is_kept = std::fclose(file) == 0 && is_kept;
    return is_kept && std::rename((state_name() + ".new").c_str(), state_name().c_str()) == 0;
  }

  // The epoch to go on with; a state of another order is left alone and begun anew.
  int resumed() {
    std::FILE* file = std::fopen(state_name().c_str(), "rb");
    if (file == nullptr) return 0;
    StateHead head{};
    bool fits = std::fread(&head, sizeof(head), 1, file) == 1;
    fits = fits && head.seed == order_.seed && head.examples == learned_.size() && head.epochs == order_.epochs;
    for (const std::span<float> numbers :
         {parameters_->all(), std::span<float>(adam_.means()), std::span<float>(adam_.squares())}) {
      fits = fits && std::fread(numbers.data(), sizeof(float), numbers.size(), file) == numbers.size();
    }
    std::fclose(file);
    if (!fits) {
      adam_ = Adam(parameters_->all().size());
      begin();
      return 0;
    }
    adam_.steps() = head.steps;
    // Each epoch shuffles what the one before has left.
    for (int epoch = 0; epoch < head.epoch; ++epoch) {
      contest::SeededRandom dice(base::splitmix64(static_cast<std::uint64_t>(epoch), order_.seed));
      dice.shuffle(learned_);
    }
    std::fprintf(stderr, "goes on after epoch %d\n", static_cast<int>(head.epoch));
    return static_cast<int>(head.epoch);
  }

  bool write() {
    auto network = std::make_unique<search::net::Network>();
    model_.quantise(*network);
    network->game = order_.game;
    network->squares = order_.material.squares;
    network->man = order_.material.man;
    network->king = order_.material.king;
    network->scale = scale_;
    const std::vector<unsigned char> bytes = search::net::write_network(*network);
    if (const auto again = search::net::read_network(bytes); !again) {
      complain(again.error().reason);
      return false;
    }
    std::FILE* file = std::fopen(order_.output.c_str(), "wb");
    if (file == nullptr) return false;
    bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    is_written = std::fclose(file) == 0 && is_written;
    std::printf("%s: %zu bytes; loss of games not learned from %.6f, quantised %.6f\n", order_.output.c_str(),
                bytes.size(), held_loss(), quantised_loss(*network));
    return is_written;
  }

  const Order& order_;
  std::vector<Example> learned_;
  std::vector<Example> held_;
  int scale_;
  std::unique_ptr<Parameters<S>> parameters_;
  std::array<Lesson, batch_parts> lessons_;
  Model<S> model_;
  Adam adam_;
};

}  // namespace crownstar::train
