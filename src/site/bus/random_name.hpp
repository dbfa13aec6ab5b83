// Names that no two nodes choose alike: of inboxes, and of the two ends of a task queue.
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace crownstar::bus {

// Base 32: five bits a letter.
inline std::string random_name(int letters) {
  constexpr std::string_view alphabet = "abcdefghijklmnopqrstuvwxyz234567";
  std::random_device random;
  std::string name;
  for (int count = 0; count < letters; ++count) name += alphabet[random() % alphabet.size()];
  return name;
}

}  // namespace crownstar::bus
