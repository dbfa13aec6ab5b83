// Thousands of lives of a site in simulated time (simulation/simulated_site.hpp): nodes are killed or stand still,
// links are cut, the disk fails and lies, answers are lost and asked for again. Whatever happens, what was acknowledged
// is stored, a request is played once, who watches gets every event once and in order, nobody waits for somebody who is
// deleted, and in the end all agree, also on who is there.
//
// CROWNSTAR_SEEDS="FIRST COUNT" runs other seeds, as many as you like; a failure names its seed.
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <vector>

#include "simulation/simulated_site.hpp"

namespace crownstar::live::simulation {
namespace {

struct Seeds {
  std::uint64_t first = 1;
  std::uint64_t count = 80;
};

Seeds asked_seeds() {
  Seeds seeds;
  if (const char* const asked = std::getenv("CROWNSTAR_SEEDS")) std::istringstream(asked) >> seeds.first >> seeds.count;
  return seeds;
}

class SiteSimulation : public testing::TestWithParam<int> {};

TEST_P(SiteSimulation, NothingIsLostWhateverFails) {
  const Seeds seeds = asked_seeds();
  const auto begun = std::chrono::steady_clock::now();
  Tally all;
  for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", nodes " + std::to_string(GetParam()));
    SimulatedSite site(seed, GetParam());
    site.run(300);
    all.add(site.tally());
    ASSERT_FALSE(HasFailure()) << "CROWNSTAR_SEEDS=\"" << seed << " 1\" repeats it";
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  std::cout << GetParam() << " nodes: " << seeds.count << " seeds, "
            << 60 * static_cast<double>(seeds.count) / took.count() << " a minute; " << all.taken
            << " commands acknowledged, " << all.repeated << " repeated, " << all.unanswered << " asked again, "
            << all.events_heard << " events heard, " << all.ended << " matches ended, " << all.flagged << " by time, "
            << all.pairings << " pairings, " << all.seeks << " seeks of three, " << all.sat << " sat down, "
            << all.gathered << " games of them, " << all.lobby_rows << " rows of lobbies, " << all.challenges
            << " challenges, " << all.accepted << " accepted, " << all.withdrawn << " ended by answer, "
            << all.rematches << " rematches, " << all.rated << " rated matches ended, " << all.promoted
            << " guests became accounts, " << all.deleted << " people deleted, " << all.said << " lines said, "
            << all.removed << " removed, " << all.lines_heard << " read by watchers, " << all.mutes << " mutes, "
            << all.kills << " kills, " << all.stops << " stops, " << all.cuts << " cuts, " << all.stills
            << " times still, " << all.losses << " times messages lost, " << all.watched << " matches watched\n";
  // Runs in which hardly anything happened would show nothing.
  EXPECT_GT(all.taken, 10 * static_cast<int>(seeds.count));
  EXPECT_GT(all.kills, static_cast<int>(seeds.count));
  EXPECT_GT(all.events_heard, 10 * static_cast<int>(seeds.count));
  EXPECT_GT(all.watched, static_cast<int>(seeds.count));
  if (seeds.count >= 50) {
    EXPECT_GT(all.repeated, 0);
    EXPECT_GT(all.unanswered, 0);
    EXPECT_GT(all.ended, 0);
    EXPECT_GT(all.sat, 0);
    EXPECT_GT(all.gathered, 3 * static_cast<int>(seeds.count));  // so many are made in the end
    EXPECT_GT(all.lobby_rows, 0);
    EXPECT_GT(all.challenges, 0);
    EXPECT_GT(all.accepted, 0);
    EXPECT_GT(all.withdrawn, 0);
    EXPECT_GT(all.rematches, 0);
    EXPECT_GT(all.rated, 0);
    EXPECT_GT(all.flagged, 0);
    EXPECT_GT(all.promoted, 0);
    EXPECT_GT(all.deleted, 0);
    EXPECT_GT(all.said, 0);
    EXPECT_GT(all.removed, 0);
    EXPECT_GT(all.mutes, 0);
    EXPECT_GT(all.lines_heard, 0);
    EXPECT_GT(all.stills, 0);
    EXPECT_GT(all.stops, 0);
    if (GetParam() > 1) EXPECT_GT(all.cuts, 0);
    if (GetParam() > 1) EXPECT_GT(all.losses, 0);
  }
}

// Whatever ran before, and wherever things lie in memory: a failure is repeated by its seed alone.
TEST(SiteSimulationSeeds, AreTheSameRunEachTime) {
  constexpr std::uint64_t seeds = 12;
  constexpr int nodes = 3;
  const auto run = [](std::uint64_t seed) {
    SimulatedSite site(seed, nodes);
    site.run(300);
    return site.tally();
  };
  std::vector<Tally> once;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) once.push_back(run(seed));
  for (std::uint64_t seed = seeds; seed-- > 0;) EXPECT_EQ(run(seed), once[seed]) << "seed " << seed;
}

INSTANTIATE_TEST_SUITE_P(Nodes, SiteSimulation, testing::Values(1, 2, 3));

}  // namespace
}  // namespace crownstar::live::simulation
