// Subjects, addresses and message versions, and a broker that is not there yet.
#include <algorithm>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/open/brokers_test.hpp"

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

TEST(MessageVersion, OfAnotherVersionAreTakenWhereTheyAreTakenRightly) {
  const MessageVersion first{.written = 1, .oldest_reader = 1, .oldest_writer = 1};
  const MessageVersion wider{.written = 2, .oldest_reader = 1, .oldest_writer = 1};
  const MessageVersion other{.written = 3, .oldest_reader = 3, .oldest_writer = 2};
  const auto is_heard = [](const MessageVersion& speaker, const MessageVersion& reader) {
    const std::string text = with_version(speaker, "said");
    const auto said = without_version(reader, text);
    if (said) EXPECT_EQ(*said, "said");
    return said.has_value();
  };
  for (const MessageVersion& each : {first, wider, other}) EXPECT_TRUE(is_heard(each, each));
  // A change that only adds is understood in both directions.
  EXPECT_TRUE(is_heard(wider, first));
  EXPECT_TRUE(is_heard(first, wider));
  // Any other change is understood only by versions that know both.
  EXPECT_FALSE(is_heard(other, first));
  EXPECT_FALSE(is_heard(other, wider));
  EXPECT_FALSE(is_heard(first, other));
  EXPECT_TRUE(is_heard(wider, other));
  for (const std::string_view none : {"", "said", "1", "1.", "1.1", ".1 said", "1.x said", "-1.1 ", "1 1 said",
                                      "99999999999.1 said", "1.99999999999 said"}) {
    EXPECT_FALSE(without_version(first, none)) << none;
  }
  EXPECT_EQ(without_version(first, "1.1 "), "");
}

TEST(MemoryBus, LeavesAloneWhatAnotherVersionSays) {
  const auto exchange = MemoryExchange::create();
  Mailbox mailbox;
  const int now = MessageVersion{}.written;
  const int next = now + 1;
  const auto here = exchange->make_bus(mailbox.post());
  const auto there =
      exchange->make_bus(mailbox.post(), {.written = next, .oldest_reader = next, .oldest_writer = next});
  const auto third = exchange->make_bus(mailbox.post(), {.written = next, .oldest_reader = next, .oldest_writer = now});
  std::vector<std::string> heard;
  here->subscribe("news", [&](auto, auto text) { heard.push_back("here " + std::string(text)); });
  there->subscribe("news", [&](auto, auto text) { heard.push_back("there " + std::string(text)); });
  third->subscribe("news", [&](auto, auto text) { heard.push_back("third " + std::string(text)); });
  ASSERT_TRUE(here->publish("news", "old"));
  ASSERT_TRUE(there->publish("news", "new"));
  ASSERT_TRUE(mailbox.run_until([&] { return heard.size() == 4; }));
  std::ranges::sort(heard);
  EXPECT_EQ(heard, (std::vector<std::string>{"here old", "there new", "third new", "third old"}));
  // The request is dropped at once, and an answer that cannot be read is none.
  here->serve("asked", "all", [](auto, auto, const Respond& respond) { respond("yes"); });
  std::vector<std::expected<std::string, AskFailure>> answers;
  const auto keep = [&](std::expected<std::string, AskFailure> answer) { answers.push_back(std::move(answer)); };
  there->ask("asked", "?", Milliseconds{60'000}, keep);
  here->ask("asked", "?", Milliseconds{60'000}, keep);
  ASSERT_TRUE(mailbox.run_until([&] { return answers.size() == 2; }));
  EXPECT_EQ(std::ranges::count(answers, std::expected<std::string, AskFailure>("yes")), 1);
  const auto unanswered = std::expected<std::string, AskFailure>(std::unexpected(AskFailure::unanswered));
  EXPECT_EQ(std::ranges::count(answers, unanswered), 1);
  EXPECT_EQ(here->figures().not_understood, 2U);
  EXPECT_EQ(there->figures().not_understood, 1U);
  EXPECT_EQ(third->figures().not_understood, 0U);
}

#if CROWNSTAR_NATS
TEST(NatsBus, WaitsForABrokerThatIsNotThereYet) {
  NatsTestBroker broker;
  broker.cut();
  Mailbox mailbox;
  std::vector<Link> links;
  const auto bus = broker.open(mailbox.post());
  bus->on_link([&](Link link) { links.push_back(link); });
  bool is_heard = false;
  bus->subscribe("early", [&](auto, auto) { is_heard = true; });
  EXPECT_FALSE(bus->figures().is_connected);
  broker.mend();
  ASSERT_TRUE(mailbox.run_until([&] { return !links.empty(); }));
  EXPECT_EQ(links, std::vector{Link::connected});
  ASSERT_TRUE(bus->publish("early", "").has_value());
  ASSERT_TRUE(mailbox.run_until([&] { return is_heard; }));
}

TEST(NatsBus, ABrokerThatNeverComesKeepsNobody) {
  NatsTestBroker broker;
  broker.cut();
  Mailbox mailbox;
  const auto bus = broker.open(mailbox.post());
  std::size_t refused = 0;
  for (std::size_t count = 0; count < limits::bus_messages_waiting + 10; ++count) {
    if (!bus->publish("nowhere", "")) ++refused;
  }
  EXPECT_GE(refused, 10U);
  EXPECT_LE(bus->figures().waiting, limits::bus_messages_waiting);
}
#else
TEST(NatsBus, IsRefusedByAProgramWithoutIt) {
  const auto bus = open_bus({"nats://broker.example:4222", "test"}, [](const auto&) {});
  ASSERT_FALSE(bus);
  EXPECT_EQ(bus.error().reason, "this program was built without the client of NATS");
}
#endif

}  // namespace
}  // namespace crownstar::bus
