// A timer wheel: the deadlines of all connections, to half a second, without a timer for each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace crownstar::server {

// A place in the wheel. Putting a deadline off costs a store: the wheel looks again when the old one comes.
class Deadline {
 public:
  Deadline() = default;
  virtual ~Deadline() { unlink(); }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

 protected:
  virtual void on_due() = 0;

 private:
  friend class DeadlineWheel;
  void unlink();

  std::uint64_t due_ = 0;   // in ticks
  std::uint64_t slot_ = 0;  // the tick at which the wheel looks
  Deadline* before_ = nullptr;
  Deadline* after_ = nullptr;
};

class DeadlineWheel {
 public:
  static constexpr int ticks_a_second = 2;

  DeadlineWheel();
  ~DeadlineWheel();
  DeadlineWheel(const DeadlineWheel&) = delete;
  DeadlineWheel& operator=(const DeadlineWheel&) = delete;

  void arm(Deadline& deadline, std::int64_t seconds);  // in the place of what was armed before
  void disarm(Deadline& deadline);
  void tick();

 private:
  static constexpr std::size_t slots = 256;

  // The head of a ring; never due itself.
  struct Ring final : Deadline {
    void on_due() override {}
  };
  void link(Deadline& deadline, std::uint64_t slot);

  std::uint64_t now_ = 0;
  std::array<Ring, slots> rings_;
};

}  // namespace crownstar::server
