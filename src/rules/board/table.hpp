// How to hold a fixed number of things under whole-number indices that are checked while assertions live.
// It does not know what the things are.
#pragma once

#include <cassert>

namespace crownstar::board {

// A built-in array that is a value and takes an `int`, as points, seats and sets are counted in `int`.
// Left without an initialiser its items are not set: that is wanted where a list is filled at once.
template <typename Item, int Size>
struct Table {
  // Public, so that the type stays an aggregate and can be a constant.
  Item items[static_cast<unsigned>(Size)];

  static constexpr int size() { return Size; }

  constexpr Item& operator[](int index) {
    assert(index >= 0 && index < Size);
    return items[index];
  }
  constexpr const Item& operator[](int index) const {
    assert(index >= 0 && index < Size);
    return items[index];
  }

  constexpr Item* begin() { return items; }
  constexpr Item* end() { return items + Size; }
  constexpr const Item* begin() const { return items; }
  constexpr const Item* end() const { return items + Size; }

  constexpr bool operator==(const Table&) const = default;
};

}  // namespace crownstar::board
