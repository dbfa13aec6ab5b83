#include "engines/search/star/evaluation/several_seats_net.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "engines/search/net/random_network_test.hpp"
#include "engines/search/star/root_move.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::search::star {
namespace {

using Course = sternhalma::Course<4>;
using Position = sternhalma::Position<4>;
using sternhalma::Race;
using Net = SeveralSeatsNet<4>;

sternhalma::Rules rules_of(int players, sternhalma::Teams teams = sternhalma::Teams::none) {
  sternhalma::Rules rules;
  rules.players = players;
  rules.teams = teams;
  return *sternhalma::check(rules);
}

// After some moves, which differ from seat to seat.
Race<4> under_way(const sternhalma::Rules& rules, int plies) {
  Race<4> race(rules);
  for (int ply = 0; ply < plies; ++ply) {
    sternhalma::LegalMoves<4> moves;
    sternhalma::find_moves(race.course(), race.position(), moves);
    const auto& piece = moves.items[ply * 7 % moves.pieces];
    race.play(piece.set, {piece.from, static_cast<std::uint16_t>(piece.targets.first())});
  }
  return race;
}

// The board turned by a sixth, so that each set stands where the next one stood.
Position turned(const Position& position) {
  Position after = position;
  const auto& lattice = sternhalma::lattice<4>;
  for (int set = 0; set < sternhalma::most_sets; ++set) {
    auto& to = after.sets[(set + 1) % sternhalma::most_sets];
    to = {};
    position.sets[set].for_each(
        [&](int slot) { to.insert(lattice.slot_of_hole[board::star<4>.turned(lattice.hole_of_slot[slot])]); });
  }
  after.give_turn((position.seat + 1) % sternhalma::most_sets);
  return after;
}

TEST(SeveralSeatsNet, EachSeatSeesTheBoardFromItsOwnEnd) {
  const auto network = net::random_network(Net::squares);
  const Race<4> race = under_way(rules_of(6), 75);
  const Course& course = race.course();
  const Net net(course, network.get());
  ASSERT_TRUE(net.is_used());
  const Evaluation<4> evaluation(course, {});
  const auto node = evaluation.node(race.position());
  const auto node_turned = evaluation.node(turned(race.position()));
  Net::Views views;
  Net::Views views_turned;
  std::vector<int> values;
  for (int seat = 0; seat < 6; ++seat) {
    values.push_back(net.value(views, evaluation, node, seat));
    EXPECT_EQ(values.back(), net.value(views_turned, evaluation, node_turned, (seat + 1) % 6)) << "seat " << seat;
  }
  std::ranges::sort(values);
  EXPECT_GT(values.back(), values.front());
}

TEST(SeveralSeatsNet, TheValueAfterAMoveIsThatOfThePositionAfterIt) {
  const auto network = net::random_network(Net::squares);
  for (const int players : {3, 4, 5, 6}) {
    const Race<4> race = under_way(rules_of(players), 14 * players + 1);
    const Course& course = race.course();
    const Net net(course, network.get());
    const Evaluation<4> evaluation(course, {});
    const auto node = evaluation.node(race.position());
    const int seat = race.position().seat;
    std::vector<RootMove> all;
    sternhalma::LegalMoves<4> moves;
    sternhalma::find_moves(course, race.position(), moves);
    for (const auto& piece : moves) {
      piece.targets.for_each(
          [&](int to) { all.push_back({{piece.from, static_cast<std::uint16_t>(to)}, piece.set, 0}); });
    }
    int compared = 0;
    const Net::MoveValues values(net, evaluation, node);
    for (const RootMove& each : all) {
      auto after = race.position();
      after.move(each.set, each.move);
      sternhalma::pass_turn_on(course, after);
      const auto node_after = evaluation.node(after);
      if (evaluation.phase(node_after) != evaluation.phase(node)) continue;
      Net::Views views;
      EXPECT_EQ(values.value_after(each.move), net.value(views, evaluation, node_after, seat));
      ++compared;
    }
    EXPECT_GT(compared, 5) << players << " players";
  }
}

TEST(SeveralSeatsNet, IsNotUsedWhereItWasNotTrained) {
  const auto network = net::random_network(Net::squares);
  const auto is_used = [&](const sternhalma::Rules& rules) { return Net(Course(rules), network.get()).is_used(); };
  EXPECT_TRUE(is_used(rules_of(3)));
  EXPECT_FALSE(is_used(rules_of(2)));
  EXPECT_FALSE(is_used(rules_of(4, sternhalma::Teams::opposite)));
  EXPECT_FALSE(Net(Course(rules_of(3)), nullptr).is_used());
  const auto of_two = net::random_network(NetEvaluation<4>::squares);
  EXPECT_FALSE(Net(Course(rules_of(3)), of_two.get()).is_used());
  EXPECT_FALSE(NetEvaluation<4>(Course(rules_of(2)), network.get()).is_used());
}

}  // namespace
}  // namespace crownstar::search::star
