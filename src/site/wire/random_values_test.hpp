// Random values for tests of codecs: numbers near their bounds, texts with difficult characters, short lists.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownstar::wire {

class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : engine_(seed) {}

  bool toss() { return (engine_() & 1) != 0; }

  // One in four is a bound.
  std::int64_t whole(std::int64_t low, std::int64_t high) {
    const auto kind = engine_() % 8;
    if (kind == 0) return low;
    if (kind == 1) return high;
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }

  std::string text(int low, int high) {
    static constexpr std::array<std::string_view, 12> letters{
        "a", "Z", "7", " ", "\"", "\\", "/", "<", "\xc3\xa9", "\xe2\x80\xa8", "\xef\xbf\xbd", "\xf0\x9f\x98\x80"};
    const bool is_longest = engine_() % 16 == 0;
    const int most = std::min(high, is_longest ? 2000 : 12);
    const auto count = is_longest ? most : whole(std::min(low, most), most);
    std::string text;
    for (std::int64_t i = 0; i < count; ++i) text += letters[engine_() % letters.size()];
    return text;
  }

  std::string id() {
    static constexpr std::string_view letters = "abcxyzABCXYZ0189-_.:";
    std::string id;
    for (auto count = whole(1, 64); count > 0; --count) id += letters[engine_() % letters.size()];
    return id;
  }

  template <typename T, typename Fill>
  void list(std::vector<T>& list, int low, int high, Fill fill) {
    for (auto count = whole(low, std::min(high, low + 3)); count > 0; --count) {
      T item{};
      fill(*this, item);
      list.push_back(std::move(item));
    }
  }

  std::size_t below(std::size_t bound) { return engine_() % bound; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace crownstar::wire
