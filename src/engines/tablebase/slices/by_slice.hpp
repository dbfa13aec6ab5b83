// An array with an item for each slice.
#pragma once

#include <cstddef>
#include <vector>

#include "engines/tablebase/slice.hpp"

namespace crownstar::tablebase {

template <class Item>
class BySlice {
 public:
  BySlice() : items_(size) {}
  Item& operator[](const Slice& slice) { return items_[index_of(slice)]; }
  const Item& operator[](const Slice& slice) const { return items_[index_of(slice)]; }

 private:
  static constexpr std::size_t wide = most_pieces + 1;
  static constexpr std::size_t size = wide * wide * wide * wide;

  static std::size_t index_of(const Slice& slice) {
    std::size_t position = 0;
    for (const int number : {slice.own.men, slice.own.kings, slice.theirs.men, slice.theirs.kings}) {
      position = position * wide + static_cast<std::size_t>(number);
    }
    return position;
  }

  std::vector<Item> items_;
};

}  // namespace crownstar::tablebase
