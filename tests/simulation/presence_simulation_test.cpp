// Two nodes in simulated time, between which the messages are lost just while one of them begins to follow a match:
// soon after, both know who is there.
#include <memory>
#include <string>

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
    network.lose(from.bus(), to.bus(), 1500ms);
    const auto fay = watch_on(second, "fay");
    wait(10s);
    EXPECT_EQ(fay->beliefs[id].spectators, 2);
    EXPECT_EQ(eva->beliefs[id].spectators, 2);
  }

  World world{GetParam()};
  Disk disk;
  Network network{world};
  Uptime uptime;
  Node first{world, disk, &network, uptime};
  Node second{world, disk, &network, uptime};
  std::string id;
};

TEST_P(PresenceSimulation, AQuestionThatIsLostIsAskedAgainSoon) { expect_soon_known(second, first); }

TEST_P(PresenceSimulation, AnAnswerThatIsLostIsGivenAgainSoon) { expect_soon_known(first, second); }

INSTANTIATE_TEST_SUITE_P(Seeds, PresenceSimulation, testing::Range<std::uint64_t>(1, 21));

}  // namespace
}  // namespace crownstar::live::simulation
