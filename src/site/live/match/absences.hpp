// Since when the players who were at a table have had no connection to it.
// It does not know who is connected, and what follows from it.
#pragma once

#include <array>
#include <optional>

#include "base/limits.hpp"
#include "site/match/terms/instant.hpp"

namespace crownstar::live {

class Absences {
 public:
  // Whoever was never seen there, as a program that only sends its moves, has not gone away.
  void note(int seat, bool is_there, match::Instant now) {
    auto& [was_there, since] = seats_[static_cast<std::size_t>(seat)];
    if (is_there) {
      was_there = true;
      since.reset();
    } else if (was_there && !since) {
      since = now;
    }
  }
  std::optional<match::Instant> since(int seat) const { return seats_[static_cast<std::size_t>(seat)].since; }

 private:
  struct Seat {
    bool was_there = false;
    std::optional<match::Instant> since;
  };

  std::array<Seat, limits::seats> seats_;
};

}  // namespace crownstar::live
