// So many lines a second of what strangers cause: nobody fills the disk with refusals.
#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include "base/limits.hpp"

namespace crownstar::base {

class LineBound {
 public:
  using Instant = std::chrono::steady_clock::time_point;

  // Nothing: this line is left out. Otherwise how many were left out since the last one that was written.
  std::optional<int> take(Instant now) {
    if (now - since_ >= std::chrono::seconds(1)) {
      since_ = now;
      written_ = 0;
    }
    if (written_ == limits::refusals_logged_a_second) {
      ++left_out_;
      return std::nullopt;
    }
    ++written_;
    return std::exchange(left_out_, 0);
  }

 private:
  Instant since_{};
  int written_ = 0;
  int left_out_ = 0;
};

}  // namespace crownstar::base
