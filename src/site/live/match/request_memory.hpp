// Which requests of a seat became which events, the last few of each seat.
// It does not know what was asked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
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

  // In the place of the oldest of the same seat where there are too many.
  void remember(Entry entry) {
    Entry* oldest = nullptr;
    std::size_t count = 0;
    for (Entry& other : entries_) {
      if (other.seat != entry.seat) continue;
      ++count;
      if (oldest == nullptr || other.first < oldest->first) oldest = &other;
    }
    if (count < most_of_a_seat_) {
      entries_.push_back(std::move(entry));
    } else if (oldest != nullptr) {
      *oldest = std::move(entry);
    }
  }

  void clear() { entries_.clear(); }

 private:
  std::size_t most_of_a_seat_;
  std::vector<Entry> entries_;  // a few dozen, so that a walk is faster than an index
};

}  // namespace crownstar::live
