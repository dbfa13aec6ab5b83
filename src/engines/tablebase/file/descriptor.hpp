// An open file that is closed whatever happens, and a write of all its bytes.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace crownstar::tablebase {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  // False, and errno says why, where what was written may not have been taken.
  bool close();
  bool write_all(std::span<const std::uint8_t> bytes) const;

 private:
  int number_;
};

}  // namespace crownstar::tablebase
