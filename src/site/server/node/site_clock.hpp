// The site's clock: it shows the time of day, never goes back, and reports lost time.
//
// It counts by the steady clock and follows the wall clock slowly. When the wall clock has jumped forward, it jumps
// too; when the wall clock has jumped back, it goes on and lets the other catch up. A jump is lost time, and so is a
// gap in which the process stood still: the owners of deadlines are told, and charge nobody for it.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "site/live/live_site.hpp"

namespace crownstar::server {

class SiteClock {
 public:
  using Instant = people::Instant;
  using Microseconds = std::chrono::microseconds;

  // Looked at every 100 ms. So long a gap is no busy moment any more.
  static constexpr Microseconds least_lost = std::chrono::seconds{2};
  // How much faster or slower than the steady clock it may run while it follows the wall clock: one part of 200.
  static constexpr int slowest_following = 200;
  // A stored time further ahead was a wrong clock, and is not gone on with.
  static constexpr Microseconds furthest_ahead = std::chrono::days{1};
  static constexpr Microseconds long_leap = std::chrono::days{1};

  SiteClock(std::function<Microseconds()> wall, std::function<Microseconds()> steady)
      : wall_(std::move(wall)), steady_(std::move(steady)), looked_at_(steady_()), offset_(wall_() - looked_at_) {}

  Instant now() const { return instant(steady_() + offset_); }

  // The time that is nobody's since the last look. To be called every 100 ms or so, and before anything is judged by
  // the time.
  std::optional<live::LostTime> look() {
    const Microseconds steady = steady_();
    const Microseconds elapsed = steady - std::exchange(looked_at_, steady);
    const Microseconds before = looked_at_ - elapsed + offset_;
    const Microseconds behind = wall_() - (steady + offset_);
    const bool has_jumped = behind > least_lost;
    const Microseconds step = elapsed / slowest_following;
    if (behind > long_leap) leapt_at_ = steady;
    offset_ += has_jumped ? behind : std::clamp(behind, -step, step);
    if (!has_jumped && elapsed <= least_lost) return std::nullopt;
    return live::LostTime{instant(before), now()};
  }

  // Whether it has jumped forward by days, not a day ago: somebody may yet set it right, so nothing is thrown away
  // because of its age.
  bool is_in_doubt() const { return leapt_at_ && steady_() - *leapt_at_ < long_leap; }

  // It has shown this time already, before the last start.
  void go_on_from(Instant shown) {
    const Microseconds ahead = shown - now();
    if (ahead > Microseconds{0} && ahead <= furthest_ahead) offset_ += ahead;
  }

 private:
  static Instant instant(Microseconds since_epoch) {
    return Instant(std::chrono::floor<std::chrono::milliseconds>(since_epoch));
  }

  std::function<Microseconds()> wall_;
  std::function<Microseconds()> steady_;
  Microseconds looked_at_;
  std::optional<Microseconds> leapt_at_;  // on the steady clock
  Microseconds offset_;                   // of what it shows from the steady clock
};

}  // namespace crownstar::server
