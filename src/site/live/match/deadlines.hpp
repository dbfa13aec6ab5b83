// Deadlines: one instant for each owner, in order; of the same instant, the one that was set first comes first.
// It does not know why, and what time it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "site/people/answer.hpp"

namespace crownstar::live {

template <typename Owner>
class Deadlines {
 public:
  using Instant = people::Instant;
  struct Deadline {
    Instant at;
    std::uint64_t number;  // which of them was set first
    Owner* owner;
    bool operator<(const Deadline& other) const { return std::pair(at, number) < std::pair(other.at, other.number); }
  };
  using Set = std::set<Deadline>;

  // An owner's entry in the order; each owner keeps its own.
  class Entry {
   public:
    bool is_set() const { return is_set_; }
    Instant at() const { return at_; }

   private:
    friend class Deadlines;
    typename Set::iterator where_;
    Instant at_{};
    bool is_set_ = false;
  };

  // Moves the node that is there: a match whose clock is pressed allocates nothing.
  void set(Owner& owner, Entry& entry, std::optional<Instant> at) {
    if (!at) {
      if (entry.is_set_) order_.erase(entry.where_);
      entry.is_set_ = false;
      return;
    }
    if (entry.is_set_ && entry.at_ == *at) return;
    if (entry.is_set_) {
      auto node = order_.extract(entry.where_);
      node.value() = {*at, ++last_, &owner};
      entry.where_ = order_.insert(std::move(node)).position;
    } else {
      entry.where_ = order_.insert({*at, ++last_, &owner}).first;
    }
    entry.at_ = *at;
    entry.is_set_ = true;
  }

  std::optional<Instant> next() const {
    if (order_.empty()) return std::nullopt;
    return order_.begin()->at;
  }

  // Those that are due, the earliest first; they stay in the order until their deadline is set anew.
  std::vector<Owner*> due(Instant now, std::size_t most) const {
    std::vector<Owner*> owners;
    for (auto at = order_.begin(); at != order_.end() && at->at <= now && owners.size() < most; ++at) {
      owners.push_back(at->owner);
    }
    return owners;
  }

  Owner* first() const { return order_.empty() ? nullptr : order_.begin()->owner; }
  std::size_t size() const { return order_.size(); }

 private:
  Set order_;
  std::uint64_t last_ = 0;
};

}  // namespace crownstar::live
