// A map by texts that is searched with a view, without making a text.
// It does not know what is in it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace crownstar::live {

template <typename Value>
struct ByText {
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Map = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;
};

}  // namespace crownstar::live
