// Names that no two nodes choose alike: of inboxes, and of the two ends of a task queue.
#pragma once

#include <random>
#include <string>

#include "base/text/letters.hpp"

namespace crownstar::bus {

inline std::string random_name(int letters) {
  std::random_device random;
  std::string name;
  for (int count = 0; count < letters; ++count) name += base::id_alphabet[random() % base::id_alphabet.size()];
  return name;
}

}  // namespace crownstar::bus
