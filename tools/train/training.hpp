// How a network is trained from examples: epochs with progress, a state to go on from, and the result quantised.
// It does not know games, and how examples come from positions.
#pragma once

#include <array>
#include <barrier>
#include <cstdio>
#include <memory>
#include <numbers>
#include <numeric>
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
inline constexpr std::size_t batch_parts = 16;
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
        order_of_learning_(learned_.size()),
        held_(std::move(held)),
        scale_(scale),
        parameters_(std::make_unique<Parameters<S>>()),
        model_(*parameters_),
        adam_(parameters_->all().size()) {
    std::iota(order_of_learning_.begin(), order_of_learning_.end(), 0U);
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
    shuffle(epoch);
    const std::size_t batches = (order_of_learning_.size() + batch - 1) / batch;
    std::size_t nth = 0;
    double total = 0;
    const auto next_batch = [&]() noexcept {
      for (const Lesson& part : lessons_) total += part.loss;
      model_.keep_in_bounds();
      ++nth;
    };
    float rate = 0;
    const auto next_step = [&]() noexcept {
      rate = begin_step(epoch + static_cast<double>(nth) / static_cast<double>(batches));
    };
    std::barrier learned(static_cast<std::ptrdiff_t>(threads()), next_step);
    std::barrier stepped(static_cast<std::ptrdiff_t>(threads()), next_batch);
    in_threads([&](std::size_t thread) {
      for (std::size_t round = 0; round < batches; ++round) {
        const std::size_t begin = round * batch;
        const std::size_t size = std::min(order_of_learning_.size() - begin, batch);
        for (std::size_t part = thread; part < batch_parts; part += threads()) {
          learn_part(lessons_[part], begin + size * part / batch_parts, begin + size * (part + 1) / batch_parts);
        }
        learned.arrive_and_wait();
        step(thread, rate);
        stepped.arrive_and_wait();
      }
    });
    return total / static_cast<double>(order_of_learning_.size());
  }

  // Each epoch shuffles what the one before has left. The examples stay where they are: they are large.
  void shuffle(int epoch) {
    contest::SeededRandom dice(base::splitmix64(static_cast<std::uint64_t>(epoch), order_.seed));
    dice.shuffle(order_of_learning_);
  }

  std::size_t threads() const { return std::min(batch_parts, std::max<std::size_t>(1, order_.threads)); }

  template <class Work>
  void in_threads(Work work) const {
    std::vector<std::jthread> helpers;
    for (std::size_t thread = 1; thread < threads(); ++thread) helpers.emplace_back(work, thread);
    work(0);
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
      const Example& example = learned_[order_of_learning_[at]];
      model_.forward(example, pass);
      const double said = expected(example.base + pass.value, 1);
      lesson.loss += (said - example.target) * (said - example.target);
      model_.backward(example, pass, static_cast<float>(said - example.target) / batch, *lesson.slopes);
    }
  }

  // The rate of a step when `done` epochs are over.
  float begin_step(double done) {
    adam_.begin_step();
    const auto wave = static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * done / order_.epochs));
    return last_rate + (first_rate - last_rate) * wave;
  }

  // Changes one thread's share of the weights by what all parts of a batch have taught.
  void step(std::size_t thread, float rate) {
    const std::size_t count = parameters_->all().size();
    const std::size_t begin = count * thread / threads();
    const std::size_t size = count * (thread + 1) / threads() - begin;
    const std::span<float> sum = lessons_[0].slopes->all().subspan(begin, size);
    for (std::size_t part = 1; part < batch_parts; ++part) {
      const std::span<const float> more = lessons_[part].slopes->all().subspan(begin, size);
      for (std::size_t number = 0; number < size; ++number) sum[number] += more[number];
    }
    const std::span<float> numbers = parameters_->all().subspan(begin, size);
    adam_.step(begin, numbers, sum, rate);
    if (order_.decay == 0) return;
    for (float& number : numbers) number *= 1 - order_.decay * rate;
  }

  double held_loss() const {
    std::array<double, batch_parts> losses{};
    in_threads([&](std::size_t thread) {
      typename Model<S>::Pass pass;
      for (std::size_t part = thread; part < batch_parts; part += threads()) {
        for (std::size_t at = part; at < held_.size(); at += batch_parts) {
          model_.forward(held_[at], pass);
          const double off = expected(held_[at].base + pass.value, 1) - held_[at].target;
          losses[part] += off * off;
        }
      }
    });
    const double total = std::accumulate(losses.begin(), losses.end(), 0.0);
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
    for (int epoch = 0; epoch < head.epoch; ++epoch) shuffle(epoch);
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
  std::vector<std::uint32_t> order_of_learning_;  // indices of `learned_`
  std::vector<Example> held_;
  int scale_;
  std::unique_ptr<Parameters<S>> parameters_;
  std::array<Lesson, batch_parts> lessons_;
  Model<S> model_;
  Adam adam_;
};

}  // namespace crownstar::train
