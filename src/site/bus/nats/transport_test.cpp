#include "site/bus/nats/transport.hpp"

#include <chrono>
#include <cstddef>
#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/allocator_interface.h>
#define CROWNSTAR_ADDRESS_SANITIZER
#endif
#endif

namespace crownstar::bus {
namespace {

using namespace std::chrono_literals;

class NobodyListens : public TransportListener {
 public:
  void message_received(SubscriptionNumber, std::string_view, std::string_view, std::string_view) override {}
  void no_listener(std::string_view) override {}
  void link_changed(bool) override {}
  void messages_dropped(std::size_t) override {}
};

// In use. The address sanitizer keeps what was given back for a while, to notice that it is used.
std::size_t memory() {
#ifdef CROWNSTAR_ADDRESS_SANITIZER
  return __sanitizer_get_current_allocated_bytes();
#else
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  statm >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
#endif
}

// A node whose broker stays away goes on loading matches and letting them go, and each is a subscription.
TEST(NatsTransportTest, SubscriptionsThatComeAndGoWithoutABrokerTakeNoMemory) {
  const auto listener = std::make_shared<NobodyListens>();
  const auto transport = make_nats_transport({"nats://127.0.0.1:1"}, {});
  transport->begin(listener, 1, "inbox.*");
  SubscriptionNumber number = 1;
  const auto come_and_go = [&](int rounds) {
    for (int round = 0; round < rounds; ++round) {
      for (int each = 0; each < 20'000; ++each) {
        transport->listen(++number, "match.m0123456789abcdef", {});
        transport->unlisten(number);
      }
      std::this_thread::sleep_for(150ms);
    }
  };
  come_and_go(3);
  const std::size_t before = memory();
  come_and_go(20);
  EXPECT_LT(memory(), before + 40'000'000);
  transport->end();
}

}  // namespace
}  // namespace crownstar::bus
