// Who has changed a moment ago: what still names them may be on its way.
// It does not know how they have changed.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "site/people/answer.hpp"

namespace crownstar::live {

class ChangedPeople {
 public:
  void note(const std::string& person, people::Instant now) {
    if (noted_.size() >= most) noted_.pop_front();
    noted_.push_back({person, now + late_at_most});
  }
  void forget(std::string_view person) {
    std::erase_if(noted_, [&](const Noted& each) { return each.person == person; });
  }
  bool has(std::string_view person, people::Instant now) {
    while (!noted_.empty() && noted_.front().until <= now) noted_.pop_front();
    return std::ranges::find(noted_, person, &Noted::person) != noted_.end();
  }

 private:
  struct Noted {
    std::string person;
    people::Instant until;
  };
  static constexpr std::chrono::seconds late_at_most{30};  // what was sent before, and names them
  static constexpr std::size_t most = 200;

  std::deque<Noted> noted_;
};

}  // namespace crownstar::live
