#include "site/live/lifecycle/sign_of_life.hpp"

#include "site/live/scenarios/parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;

class SignOfLifeTest : public PartTest {
 protected:
  SignOfLifeTest() { sign->belong_to(sign); }
  std::string stored() { return store.settings["hall.alive"]; }
  std::shared_ptr<SignOfLife> sign = std::make_shared<SignOfLife>(context, 1s);
};

TEST_F(SignOfLifeTest, IsStoredEverySecondWhileAClockRuns) {
  sign->tick(now, true);
  EXPECT_EQ(stored(), "") << "what is stored still says when the server went down";
  sign->begin(now);
  sign->tick(now, true);
  const std::string first = stored();
  EXPECT_NE(first, "");
  EXPECT_EQ(sign->next(), now + 1s);
  store.answer();
  now += 1s;
  sign->tick(now, false);
  EXPECT_EQ(stored(), first) << "no clock runs";
  now += 1s;
  sign->tick(now, true);
  EXPECT_NE(stored(), first);
}

TEST_F(SignOfLifeTest, WaitsForTheTimeThatIsOwedToMatchesButNotForEver) {
  sign->begin(now);
  context.counts.clocks_standing = 1;
  for (int tick = 0; tick < 600; ++tick, now += 100ms) {
    sign->tick(now, true);
    ASSERT_EQ(stored(), "") << tick;
  }
  sign->tick(now, true);
  const std::string first = stored();
  EXPECT_NE(first, "");
  store.answer();
  context.counts.clocks_standing = 0;
  now += 1s;
  sign->tick(now, true);
  store.answer();
  const std::string second = stored();
  EXPECT_NE(second, first);
  context.counts.clocks_standing = 2;
  now += 1s;
  sign->tick(now, true);
  EXPECT_EQ(stored(), second) << "it waits anew";
}

TEST_F(SignOfLifeTest, OneIsStoredAfterTheOther) {
  sign->begin(now);
  sign->tick(now, true);
  const std::string first = stored();
  now += 5s;
  sign->tick(now, true);
  EXPECT_EQ(stored(), first) << "the store has not answered";
  store.answer();
  sign->tick(now, true);
  EXPECT_NE(stored(), first);
}

TEST_F(SignOfLifeTest, IsReadAsItWasStored) {
  std::optional<Instant> read;
  sign->read([&](auto alive) { read = *alive; });
  store.answer();
  EXPECT_EQ(read, Instant{}) << "there was none";
  bool is_stored = false;
  sign->store([&] { is_stored = true; });
  store.answer();
  EXPECT_TRUE(is_stored);
  sign->read([&](auto alive) { read = *alive; });
  store.answer();
  EXPECT_EQ(read, now);
}

}  // namespace
}  // namespace crownstar::live
