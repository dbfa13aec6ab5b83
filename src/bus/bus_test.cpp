// Subjects and addresses, and a broker that is not there yet.
#include "bus/places_test.hpp"
#include "limits/limits.hpp"

namespace crownstar::bus {
namespace {

TEST(Subjects, FitByTheirWords) {
  EXPECT_TRUE(fits("a.b", "a.b"));
  EXPECT_TRUE(fits("a.*", "a.b"));
  EXPECT_TRUE(fits("*.b", "a.b"));
  EXPECT_TRUE(fits("a.>", "a.b.c"));
  EXPECT_TRUE(fits(">", "a"));
  EXPECT_FALSE(fits("a.>", "a"));
  EXPECT_FALSE(fits("a.*", "a.b.c"));
  EXPECT_FALSE(fits("a.*", "a"));
  EXPECT_FALSE(fits("a", "a.b"));
  EXPECT_FALSE(fits("a.b", "a"));
  EXPECT_FALSE(fits("ab", "a"));
}

TEST(BusAddress, IsUnderstoodAndShownWithoutItsPassword) {
  EXPECT_TRUE(is_bus_address("nats://broker.example"));
  EXPECT_TRUE(is_bus_address("nats://me:secret@broker.example:4222,nats://other:4222"));
  EXPECT_TRUE(is_bus_address("tls://me:secret@broker.example:4222,tls://other?trusted=/etc/authority.pem"));
  for (const std::string wrong :
       {"", "nats://", "tls://", "broker:4222", "nats://a b", "nats://a,", "http://a", "nats://:4222", "nats://me@",
        "nats://a,tls://b", "nats://a?trusted=x", "tls://a?trusted=", "tls://a?other=x", "tls://?trusted=x"}) {
    EXPECT_FALSE(is_bus_address(wrong)) << wrong;
    if (!wrong.empty()) EXPECT_FALSE(open_bus({wrong, "test"}, [](const auto&) {})) << wrong;
  }
  EXPECT_EQ(shown_bus_address("nats://me:secret@a:1,nats://token@b"), "nats://me:***@a:1,nats://***@b");
  EXPECT_EQ(shown_bus_address("nats://a:4222"), "nats://a:4222");
  EXPECT_EQ(shown_bus_address("tls://me:secret@a:1?trusted=x"), "tls://me:***@a:1?trusted=x");
  EXPECT_FALSE(open_bus({"tls://a?trusted=/no/such/file", "test"}, [](const auto&) {}));
}

TEST(NatsBus, WaitsForABrokerThatIsNotThereYet) {
  NatsPlace place;
  place.cut();
  Mailbox mailbox;
  std::vector<Link> links;
  const auto bus = place.open(mailbox.post());
  bus->on_link([&](Link link) { links.push_back(link); });
  bool is_heard = false;
  bus->subscribe("early", [&](auto, auto) { is_heard = true; });
  EXPECT_FALSE(bus->figures().is_connected);
  place.mend();
  ASSERT_TRUE(mailbox.run_until([&] { return !links.empty(); }));
  EXPECT_EQ(links, std::vector{Link::connected});
  ASSERT_TRUE(bus->publish("early", "").has_value());
  ASSERT_TRUE(mailbox.run_until([&] { return is_heard; }));
}

TEST(NatsBus, ABrokerThatNeverComesKeepsNobody) {
  NatsPlace place;
  place.cut();
  Mailbox mailbox;
  const auto bus = place.open(mailbox.post());
  std::size_t refused = 0;
  for (std::size_t count = 0; count < limits::bus_messages_waiting + 10; ++count) {
    if (!bus->publish("nowhere", "")) ++refused;
  }
  EXPECT_GE(refused, 10U);
  EXPECT_LE(bus->figures().waiting, limits::bus_messages_waiting);
}

}  // namespace
}  // namespace crownstar::bus
