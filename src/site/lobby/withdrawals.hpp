// Who has withdrawn from which seek a short time ago: the request may go unanswered, and the lobby's next leader may go
// on with an older copy of the seek. It does not know how a leader is asked.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "site/people/person.hpp"

namespace crownstar::lobby {

class Withdrawals {
 public:
  struct Withdrawal {
    people::Person person;
    std::string seek;  // empty: all of theirs
    people::Instant at{};
    people::Instant asked{};   // when the present leader was, if it was
    bool is_answered = false;  // by that one
  };

  // `asked`: the present leader is being asked; without it nobody has to be told but the next one.
  Withdrawal note(const people::Person& person, const std::string& seek, people::Instant at,
                  people::Instant asked = {}) {
    std::erase_if(all_, [&](const Withdrawal& each) {
      return at - each.at >= kept_for || (each.person.id == person.id && each.seek == seek);
    });
    Withdrawal noted{person, seek, at, asked};
    if (all_.size() < most) all_.push_back(noted);
    return noted;
  }
  void answered(std::string_view person, std::string_view seek) {
    for (Withdrawal& each : all_) each.is_answered |= each.person.id == person && each.seek == seek;
  }
  // No answer came, or one that the leader is another node.
  void failed(std::string_view person, std::string_view seek) {
    for (Withdrawal& each : all_) {
      if (each.person.id == person && each.seek == seek) each.asked = {};
    }
  }
  // They want to sit there again.
  void forget(std::string_view person, std::string_view seek) {
    std::erase_if(all_, [&](const Withdrawal& each) {
      return each.person.id == person && (each.seek == seek || each.seek.empty());
    });
  }
  void leader_changed() {
    for (Withdrawal& each : all_) {
      each.asked = {};
      each.is_answered = false;
    }
  }
  // Those of which the present leader is to be told now.
  std::vector<Withdrawal> take_due(people::Instant at) {
    std::vector<Withdrawal> due;
    for (Withdrawal& each : all_) {
      if (each.is_answered || at - each.at >= kept_for || at - each.asked < asked_again_after) continue;
      each.asked = at;
      due.push_back(each);
    }
    return due;
  }
  const std::vector<Withdrawal>& all() const { return all_; }

 private:
  static constexpr std::chrono::seconds kept_for{60};
  static constexpr std::chrono::seconds asked_again_after{10};  // longer than an answer is waited for
  static constexpr std::size_t most = limits::quick_waiting;

  std::vector<Withdrawal> all_;
};

}  // namespace crownstar::lobby
