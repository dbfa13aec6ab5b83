#include "site/match/terms/clock.hpp"

#include <algorithm>
#include <cassert>

namespace crownstar::match {

namespace {

Milliseconds main_at_start(const ClockTerms& terms) {
  switch (terms.kind) {
    case ClockKind::fischer:
      return terms.main.count() > 0 ? terms.main : terms.step;
    case ClockKind::days:
    case ClockKind::turn:
      return terms.step;
    default:
      return terms.main;
  }
}

}  // namespace

Clock::Clock(const ClockTerms& terms) : terms_(terms), main_(main_at_start(terms)), periods_(terms.periods) {}

std::optional<Milliseconds> Clock::allowance() const {
  switch (terms_.kind) {
    case ClockKind::none:
      return std::nullopt;
    case ClockKind::fischer:
    case ClockKind::days:
    case ClockKind::turn:
      return main_;
    case ClockKind::delay:
      return main_ + terms_.step;
    case ClockKind::byoyomi:
      return main_ + terms_.step * periods_;
  }
  return std::nullopt;
}

void Clock::spend(Milliseconds thought) {
  const Milliseconds charged = terms_.kind == ClockKind::delay ? thought - terms_.step : thought;
  const Milliseconds over = std::max(charged - main_, Milliseconds{0});
  main_ = std::max(main_ - std::max(charged, Milliseconds{0}), Milliseconds{0});
  if (terms_.kind != ClockKind::byoyomi || over.count() == 0) return;
  periods_ = std::max(periods_ - static_cast<int>(std::min<std::int64_t>(over / terms_.step, periods_)), 0);
}

ClockReading Clock::shows(Milliseconds thought) const {
  if (terms_.kind == ClockKind::none) return {};
  Clock after = *this;
  after.spend(thought);
  if (terms_.kind != ClockKind::byoyomi || after.main_.count() > 0) return {after.main_, after.periods_};
  if (after.periods_ == 0) return {};
  const Milliseconds over = std::max(thought - main_, Milliseconds{0});
  return {terms_.step - over % terms_.step, after.periods_};
}

void Clock::take_move(Milliseconds thought) {
  assert(!allowance() || (thought.count() >= 0 && thought < *allowance()));
  if (terms_.kind == ClockKind::none) return;
  spend(thought);
  if (terms_.kind == ClockKind::fischer) main_ += terms_.step;
  if (terms_.kind == ClockKind::days || terms_.kind == ClockKind::turn) main_ = terms_.step;
}

void Clock::take_time(Milliseconds thought) {
  if (terms_.kind == ClockKind::none) return;
  spend(thought);
  if (terms_.kind == ClockKind::turn && main_.count() == 0) periods_ = std::max(periods_ - 1, 0);
}

void Clock::miss_turn() {
  assert(may_miss_turn());
  --periods_;
  main_ = terms_.step;
}

}  // namespace crownstar::match
