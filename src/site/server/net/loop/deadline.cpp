#include "site/server/net/loop/deadline.hpp"

#include <algorithm>

namespace crownstar::server {

void Deadline::unlink() {
  if (after_ == nullptr) return;
  before_->after_ = after_;
  after_->before_ = before_;
  before_ = nullptr;
  after_ = nullptr;
}

DeadlineWheel::DeadlineWheel() {
  for (Ring& ring : rings_) {
    ring.before_ = &ring;
    ring.after_ = &ring;
  }
}

DeadlineWheel::~DeadlineWheel() {
  for (Ring& ring : rings_) {
    while (ring.after_ != &ring) ring.after_->unlink();
  }
}

void DeadlineWheel::link(Deadline& deadline, std::uint64_t slot) {
  deadline.unlink();
  Deadline& ring = rings_[slot % slots];
  deadline.slot_ = slot;
  deadline.before_ = ring.before_;
  deadline.after_ = &ring;
  ring.before_->after_ = &deadline;
  ring.before_ = &deadline;
}

void DeadlineWheel::arm(Deadline& deadline, std::int64_t seconds) {
  deadline.due_ = now_ + static_cast<std::uint64_t>(std::max<std::int64_t>(seconds, 1)) * ticks_a_second;
  const std::uint64_t slot = std::min(deadline.due_, now_ + slots - 1);
  if (deadline.after_ == nullptr || slot < deadline.slot_) link(deadline, slot);
}

void DeadlineWheel::disarm(Deadline& deadline) { deadline.unlink(); }

void DeadlineWheel::tick() {
  ++now_;
  // What is due may arm and destroy others of the same ring, so each is taken from its front; one that is armed anew
  // goes into another ring, for nothing is armed for the tick at hand.
  Ring& ring = rings_[now_ % slots];
  while (ring.after_ != &ring) {
    Deadline& first = *ring.after_;
    if (first.due_ > now_) {
      link(first, std::min(first.due_, now_ + slots - 1));
      continue;
    }
    first.unlink();
    first.on_due();
  }
}

}  // namespace crownstar::server
