// Time, chance and order of a simulated site: all that happens is a task at a moment, and a seed says what happens and
// which of two comes first.
// It does not know what the tasks do.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "site/people/person.hpp"

namespace crownstar::live::simulation {

using people::Instant;
using people::Milliseconds;

class World {
 public:
  explicit World(std::uint64_t seed) : random_(seed) {}

  Instant now() const { return now_; }
  // From 0 to count - 1. Not by a distribution of the library, which may draw other numbers elsewhere.
  std::size_t any(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  bool one_in(std::size_t count) { return any(count) == 0; }
  Milliseconds up_to(Milliseconds most) {
    return Milliseconds{static_cast<std::int64_t>(any(static_cast<std::size_t>(most.count()) + 1))};
  }
  template <typename List>
  auto& one_of(List& list) {
    return list[any(list.size())];
  }

  // Tasks of the same moment run in the order in which they were given.
  void at(Instant when, std::function<void()> task) {
    tasks_.emplace(std::pair(std::max(when, now_), ++last_), std::move(task));
  }
  void after(Milliseconds time, std::function<void()> task) { at(now_ + time, std::move(task)); }

  void run_until(Instant end) {
    while (!tasks_.empty() && tasks_.begin()->first.first <= end) {
      const auto next = tasks_.extract(tasks_.begin());
      now_ = next.key().first;
      next.mapped()();
    }
    now_ = end;
  }

 private:
  std::mt19937_64 random_;
  Instant now_{std::chrono::days{20000}};
  std::uint64_t last_ = 0;
  std::map<std::pair<Instant, std::uint64_t>, std::function<void()>> tasks_;
};

// A process that may stand still: what comes to it meanwhile it gets when it goes on, in the order in which it came.
class Stillness {
 public:
  explicit Stillness(World& world) : world_(world) {}

  bool is_still() const { return world_.now() <= until_; }
  void stand_still(Milliseconds time) { until_ = world_.now() + time; }
  void end() { until_ = {}; }
  void when_it_goes_on(std::function<void()> task) {
    if (!is_still()) return task();
    world_.at(until_, std::move(task));
  }

 private:
  World& world_;
  Instant until_{};
};

}  // namespace crownstar::live::simulation
