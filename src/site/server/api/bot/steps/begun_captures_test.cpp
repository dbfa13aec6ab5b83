// Steps of one capture that come to several nodes: each is found by the next, wherever it came to.
#include "site/server/api/bot/steps/begun_captures.hpp"

#include <deque>
#include <memory>

#include <gmock/gmock.h>

#include "site/bus/memory/exchange.hpp"

namespace crownstar::server {
namespace {

using Found = std::optional<BegunCapture>;

class CapturesTest : public testing::Test {
 protected:
  std::unique_ptr<bus::Bus> make_bus() {
    return exchange->make_bus([this](auto work) { posted.push_back(std::move(work)); });
  }
  void deliver() {
    while (!posted.empty()) {
      const auto work = std::move(posted.front());
      posted.pop_front();
      work();
    }
  }
  void put(BegunCaptures& node) {
    bool is_answered = false;
    node.put("m1/ann", begun, [&] { is_answered = true; });
    deliver();
    EXPECT_TRUE(is_answered);
  }
  Found taken(BegunCaptures& node, const std::string& key = "m1/ann") {
    std::optional<Found> found;
    node.take(key, [&](Found told) { found = std::move(told); });
    deliver();
    EXPECT_TRUE(found);
    return found.value_or(std::nullopt);
  }

  std::deque<std::function<void()>> posted;
  std::shared_ptr<bus::MemoryExchange> exchange = bus::MemoryExchange::create();
  std::unique_ptr<bus::Bus> first_bus = make_bus();
  std::unique_ptr<bus::Bus> second_bus = make_bus();
  std::string owner = "n1";
  BegunCaptures first{first_bus.get(), "n1", [this](std::string_view) { return owner; }};
  BegunCaptures second{second_bus.get(), "n2", [this](std::string_view) { return owner; }};
  BegunCaptures alone{nullptr, "n3", [](std::string_view) { return "n3"; }};
  const BegunCapture begun{7, {27, 18}};
};

TEST_F(CapturesTest, AreFoundAtEveryNodeAndOnce) {
  deliver();
  for (BegunCaptures* from : {&first, &second}) {
    for (BegunCaptures* to : {&first, &second}) {
      put(*from);
      EXPECT_EQ(taken(*to, "m1/ben"), std::nullopt) << "another's";
      EXPECT_EQ(taken(*to), begun);
      EXPECT_EQ(taken(*to), std::nullopt) << "it is taken out";
    }
  }
}

TEST_F(CapturesTest, AreFoundWhereTheyCameIfTheirNodeIsGone) {
  deliver();
  owner = "n9";
  put(first);
  EXPECT_EQ(taken(second), std::nullopt);
  EXPECT_EQ(taken(first), begun);
  EXPECT_EQ(taken(first), std::nullopt);
}

TEST_F(CapturesTest, OfASingleNodeAreItsOwn) {
  put(alone);
  EXPECT_EQ(taken(alone), begun);
}

}  // namespace
}  // namespace crownstar::server
