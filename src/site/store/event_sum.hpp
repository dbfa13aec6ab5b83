// What is verified whenever rows of events are read: the checksum of each, and that none between them is missing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/mixing.hpp"

namespace crownstar::store {

// FNV-1a with 64 bits: it finds nearly all damage, and prevents no forgery.
class RowSum {
 public:
  // Each part with its size, so that none can run into the next.
  RowSum& add(std::string_view bytes) {
    add(static_cast<std::int64_t>(bytes.size()));
    sum_.add(bytes);
    return *this;
  }
  RowSum& add(std::int64_t number) {
    for (unsigned shift = 0; shift < 64; shift += 8) sum_.add(static_cast<unsigned char>(number >> shift & 0xff));
    return *this;
  }
  std::int64_t value() const { return static_cast<std::int64_t>(sum_.sum()); }

 private:
  base::Fnv1a sum_;
};

inline std::string events_missing(std::int64_t first, std::int64_t next) {
  return "events " + std::to_string(first) + " to " + std::to_string(next - 1) + " of a match are missing";
}

}  // namespace crownstar::store
