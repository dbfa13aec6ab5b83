// Which requests of a seat became which events, the last few of each seat.
// It does not know what was asked.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace crownstar::live {

class RequestMemory {
 public:
  struct Entry {
    std::string request;
    int seat = 0;
    int first = 0;  // the events that it became
    int last = 0;
  };

  explicit RequestMemory(std::size_t most_of_a_seat) : most_of_a_seat_(most_of_a_seat) {}

  const Entry* find(int seat, std::string_view request) const {
    const auto found = std::ranges::find_if(
        entries_, [&](const Entry& entry) { return entry.seat == seat && entry.request == request; });
    return found == entries_.end() ? nullptr : &*found;
  }

  // The oldest of the same seat is forgotten where there are too many.
  void remember(Entry entry) {
    const auto is_same = [seat = entry.seat](const Entry& other) { return other.seat == seat; };
    if (static_cast<std::size_t>(std::ranges::count_if(entries_, is_same)) >= most_of_a_seat_) {
      entries_.erase(std::ranges::find_if(entries_, is_same));
    }
    entries_.push_back(std::move(entry));
  }

  void clear() { entries_.clear(); }

 private:
  std::size_t most_of_a_seat_;
  std::vector<Entry> entries_;  // oldest first; a few dozen, so that a walk is faster than an index
};

}  // namespace crownstar::live
