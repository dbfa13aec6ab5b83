// Knows the little that a broker must do for a bus: carry bytes to whoever listens, and say when it cannot.
// Refuses to know questions, answers, executors and limits of time; desk.cpp makes a bus of any wire.
#pragma once

#include <memory>

#include "site/bus/bus.hpp"
#include "site/bus/message_version.hpp"

namespace crownstar::bus {

// Called from any thread; none of it waits.
class Ears {
 public:
  virtual ~Ears() = default;
  // `reply`: the subject that an answer is to go to, if any.
  virtual void heard(SubscriptionNumber number, std::string_view subject, std::string_view reply,
                     std::string_view bytes) = 0;
  virtual void nobody_listened(std::string_view reply) = 0;
  virtual void link_changed(bool is_up) = 0;  // up: whoever listened listens again
  virtual void thrown_away(std::size_t messages) = 0;
};

class Wire {
 public:
  virtual ~Wire() = default;

  // Listens to the inbox before it says that the link is up.
  virtual void begin(const std::weak_ptr<Ears>& ears, SubscriptionNumber inbox, std::string_view pattern) = 0;
  // Nothing is sent and nothing told from now on; waits for its threads.
  virtual void end() = 0;
  // What is sent after a `listen` is heard by it. False where too much waits.
  virtual bool send(std::string_view subject, std::string_view reply, std::string_view bytes) = 0;
  virtual void listen(SubscriptionNumber number, std::string_view pattern, std::string_view group) = 0;
  virtual void unlisten(SubscriptionNumber number) = 0;
  virtual std::size_t waiting() const = 0;  // to be sent
};

std::unique_ptr<Bus> make_bus(std::unique_ptr<Wire> wire, Post post, Words words = {});

}  // namespace crownstar::bus
