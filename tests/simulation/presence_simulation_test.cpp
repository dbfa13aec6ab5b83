// Two nodes in simulated time, between which messages are lost while one of them begins to follow a match: soon after,
// both know who is there.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/node.hpp"
#include "site/live/scenarios/reader_test.hpp"

namespace crownstar::live::simulation {
namespace {

using testing_site::guest;
using testing_site::Reader;

class PresenceSimulation : public testing::TestWithParam<std::uint64_t> {
 protected:
  PresenceSimulation() {
    disk.lies = ~std::size_t{0};  // the disk does what it says
    wait(10s);
    const match::Terms terms{"american", "", {testing_site::fischer(1800s, 5s)}, false};
    first.site().create(guest("ann"), {terms, {}, true, true}, [this](const auto& made) {
      if (made) id = made->match;
    });
    wait(1s);
  }
  void wait(Milliseconds time) { world.run_until(world.now() + time); }
  std::unique_ptr<Reader> watch_on(Node& node, const std::string& name) {
    auto reader = std::make_unique<Reader>(node.site(), guest(name));
    node.site().watch(*reader, id, -1, [](const auto& done) { EXPECT_TRUE(done); });
    return reader;
  }
  void expect_soon_known(Node& from, Node& to) {
    const auto eva = watch_on(first, "eva");
    wait(1s);
    network.lose(from.bus()->number(), to.bus()->number(), 1500ms);
    const auto fay = watch_on(second, "fay");
    wait(10s);
    EXPECT_EQ(fay->beliefs[id].spectators, 2);
    EXPECT_EQ(eva->beliefs[id].spectators, 2);
  }

  World world{GetParam()};
  Disk disk;
  Network network{world};
  Uptime uptime;
  Node first{world, disk, &network, uptime, 0ms};
  Node second{world, disk, &network, uptime, 0ms};
  std::string id;
};

// Whatever comes first, and whatever is lost on the way.
TEST_P(PresenceSimulation, WhoWatchesAtBothNodesIsOneAndAPlayerIsNone) {
  auto eva = watch_on(first, "eva");
  wait(world.up_to(3s));
  const bool is_from_first = world.one_in(2);
  if (!world.one_in(3)) {
    Node& from = is_from_first ? first : second;
    Node& to = is_from_first ? second : first;
    network.lose(from.bus()->number(), to.bus()->number(), world.up_to(2000ms));
  }
  std::vector<std::string> coming{"eva", "ann", "fay"};
  std::vector<std::unique_ptr<Reader>> there;
  while (!coming.empty()) {
    const auto next = coming.begin() + static_cast<std::ptrdiff_t>(world.any(coming.size()));
    there.push_back(watch_on(second, *next));
    coming.erase(next);
    wait(world.up_to(world.one_in(2) ? 3s : 20ms));
  }
  wait(12s);
  for (const auto& each : there) EXPECT_EQ(each->beliefs[id].spectators, 2) << "as told at the second node";
  EXPECT_EQ(eva->beliefs[id].spectators, 2) << "as told at the first node";
  eva.reset();
  std::erase_if(there, [](const auto& each) { return each->who().id == guest("fay").id; });
  wait(12s);
  for (const auto& each : there) EXPECT_EQ(each->beliefs[id].spectators, 1) << "she is still at the second node";
}

TEST_P(PresenceSimulation, AQuestionThatIsLostIsAskedAgainSoon) { expect_soon_known(second, first); }

TEST_P(PresenceSimulation, AnAnswerThatIsLostIsGivenAgainSoon) { expect_soon_known(first, second); }

INSTANTIATE_TEST_SUITE_P(Seeds, PresenceSimulation, testing::Range<std::uint64_t>(1, 21));

}  // namespace
}  // namespace crownstar::live::simulation
