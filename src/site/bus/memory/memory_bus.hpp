// Knows a bus whose nodes all live in one process: an exchange that they share, which a test can cut.
// Refuses to know networks; it keeps the promises of bus.hpp, and no better ones where it is cut.
#pragma once

#include <memory>

#include "site/bus/bus.hpp"
#include "site/bus/message_version.hpp"

namespace crownstar::bus {

// Lives for as long as one of its buses, and outlives none.
class MemoryExchange : public std::enable_shared_from_this<MemoryExchange> {
 public:
  static std::shared_ptr<MemoryExchange> create();
  MemoryExchange();
  ~MemoryExchange();
  MemoryExchange(const MemoryExchange&) = delete;
  MemoryExchange& operator=(const MemoryExchange&) = delete;

  std::unique_ptr<Bus> make_bus(Post post, Words words = {});

  // As if the broker had died: every bus is told `lost`, what is published until it is back is gone.
  void cut();
  void mend();

 private:
  friend class MemoryWire;
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace crownstar::bus
