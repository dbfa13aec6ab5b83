// A bus within one process: all its nodes share an exchange, whose connection a test can cut. It promises what bus.hpp
// promises and nothing more.
#pragma once

#include <memory>

#include "site/bus/bus.hpp"
#include "site/bus/message_version.hpp"

namespace crownstar::bus {

// Lives as long as the last of its buses.
class MemoryExchange : public std::enable_shared_from_this<MemoryExchange> {
 public:
  static std::shared_ptr<MemoryExchange> create();
  MemoryExchange();
  ~MemoryExchange();
  MemoryExchange(const MemoryExchange&) = delete;
  MemoryExchange& operator=(const MemoryExchange&) = delete;

  std::unique_ptr<Bus> make_bus(Post post, MessageVersion version = {});

  // As if the broker had died: every bus gets `lost`, and whatever is published until it is back is lost.
  void cut();
  void mend();

 private:
  friend class MemoryTransport;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace crownstar::bus
