// One seat's clock: what is left, how long the player may think, and what a move costs.
#pragma once

#include <optional>

#include "site/match/terms/terms.hpp"

namespace crownstar::match {

// What a clock shows.
struct ClockReading {
  Milliseconds left{
      0};  // of the main time; in byoyomi of the period when the main time is used up; of days and turns, of this move
  int periods = 0;  // byoyomi: those not yet used up; of turns: how many more are missed until the seat is out

  bool operator==(const ClockReading&) const = default;
};

class Clock {
 public:
  Clock() = default;
  explicit Clock(const ClockTerms& terms);

  const ClockTerms& terms() const { return terms_; }

  // How long the seat may think in one turn from here; nothing where no clock runs.
  std::optional<Milliseconds> allowance() const;
  // What it shows after so long a think; never below zero.
  ClockReading shows(Milliseconds thought) const;
  // A move was made after so long a think, within the allowance.
  void take_move(Milliseconds thought);
  // The turn ends without a move: the time is gone, and nothing is added.
  void take_time(Milliseconds thought);
  // A turn ran out, and another one may: the next begins whole.
  void miss_turn();
  bool may_miss_turn() const { return terms_.kind == ClockKind::turn && periods_ > 1; }

  bool operator==(const Clock&) const = default;

 private:
  void spend(Milliseconds thought);

  ClockTerms terms_;
  Milliseconds main_{0};  // of days and turns: of this move
  int periods_ = 0;
};

}  // namespace crownstar::match
