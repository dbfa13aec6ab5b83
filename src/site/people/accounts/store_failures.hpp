// What a failure of the store becomes: a refusal for whoever waits, and a line for the log.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>

#include "site/people/answer.hpp"
#include "site/store/store.hpp"

namespace crownstar::people {

class StoreFailures {
 public:
  void on_failure(std::function<void(std::string line)> listener) { listener_ = std::move(listener); }

  // A line for the log.
  void tell(std::string line) const {
    if (listener_) listener_(std::move(line));
  }

  template <typename T>
  std::unexpected<Refused> failed(const store::Outcome<T>& outcome) const {
    if (outcome.error().kind == store::FailureKind::busy) {
      return refused("busy", "the server has too much to do; try again in a moment", std::chrono::seconds{2});
    }
    tell("people: " + outcome.error().text);
    return refused("store_unavailable", "it could not be stored; try again in a moment", std::chrono::seconds{5});
  }

 private:
  std::function<void(std::string)> listener_;
};

}  // namespace crownstar::people
