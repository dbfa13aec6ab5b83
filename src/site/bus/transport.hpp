// What a broker must provide to carry a bus: send bytes to subscribers, and say when it cannot. request_reply.cpp
// implements the bus on it.
#pragma once

#include <memory>

#include "site/bus/bus.hpp"
#include "site/bus/message_version.hpp"

namespace crownstar::bus {

// Called from any thread; none of it waits.
class TransportListener {
 public:
  virtual ~TransportListener() = default;
  // `reply`: the subject that an answer is to go to, if any.
  virtual void message_received(SubscriptionNumber number, std::string_view subject, std::string_view reply,
                                std::string_view bytes) = 0;
  virtual void no_listener(std::string_view reply) = 0;
  virtual void link_changed(bool is_up) = 0;  // up: all subscriptions are renewed
  virtual void messages_dropped(std::size_t messages) = 0;
};

class Transport {
 public:
  virtual ~Transport() = default;

  // Subscribes to the inbox before it reports that the link is up.
  virtual void begin(const std::weak_ptr<TransportListener>& listener, SubscriptionNumber inbox,
                     std::string_view pattern) = 0;
  // Stops sending and calling back; waits for its threads.
  virtual void end() = 0;
  // A message sent after `listen` reaches that subscription. False if too much is queued.
  virtual bool send(std::string_view subject, std::string_view reply, std::string_view bytes) = 0;
  virtual void listen(SubscriptionNumber number, std::string_view pattern, std::string_view group) = 0;
  virtual void unlisten(SubscriptionNumber number) = 0;
  virtual std::size_t waiting() const = 0;  // to be sent
};

std::unique_ptr<Bus> make_bus(std::unique_ptr<Transport> transport, Post post, MessageVersion version = {});

}  // namespace crownstar::bus
