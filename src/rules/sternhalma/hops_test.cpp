#include "rules/sternhalma/hops.hpp"

#include <random>

#include <gtest/gtest.h>

#include "rules/sternhalma/playground_test.hpp"

namespace crownstar::sternhalma {
namespace {

constexpr Rules usual{.pieces = 10};

Rules with(Hop hop) { return {.pieces = 10, .hop = hop}; }

TEST(Sternhalma, CC_8_a_move_is_one_step_to_any_of_six_neighbours_or_hops_but_not_both) {
  const Playground alone(usual, {{1, {"i9"}}});
  EXPECT_EQ(alone.targets("i9"), (Labels{"i8", "i10", "j9", "j10", "h8", "h9"}));
  const Playground ground(usual, {{1, {"i9"}}, {4, {"i11"}}});
  EXPECT_FALSE(ground.allows("i9", "i12"));
  EXPECT_EQ(ground.judgement("i9-i10-i12"), "CC-8: i9-i10 is a step; a move is one step or hops, never both");
  EXPECT_EQ(ground.judgement("j9-j10"), "CC-8: there is no piece in j9");
  const Playground blocked(usual, {{1, {"i9"}}, {4, {"i10"}}});
  EXPECT_EQ(blocked.judgement("i9-i10"), "CC-8: i10 is occupied; a move ends in an empty hole");
}

TEST(Sternhalma, CC_9_a_hop_jumps_one_adjacent_piece_of_anyone_and_each_hop_may_turn) {
  const Playground ground(usual, {{1, {"i9", "i10"}}, {4, {"j11"}}});
  EXPECT_TRUE(ground.allows("i9", "i11")) << "over one's own";
  EXPECT_TRUE(ground.allows("i9", "k11")) << "on over another's, in another direction";
  EXPECT_EQ(ground.judgement("i9-i11-k11"), "");
  const Playground pair(usual, {{1, {"i9"}}, {4, {"i10", "i11"}}});
  EXPECT_FALSE(pair.allows("i9", "i12"));
  EXPECT_EQ(
      pair.judgement("i9-i12"),
      "CC-9: a hop jumps a single adjacent piece into the hole directly beyond; i9 and i12 are farther apart, and "
      "no chain of hops leads from i9 to i12");
  EXPECT_EQ(pair.judgement("i9-i7"),
            "CC-9: there is nothing to hop over between i9 and i7, and no chain of hops leads from i9 to i7");
  EXPECT_EQ(pair.judgement("i9-k10"),
            "CC-9: i9 and k10 are not in one line, and no chain of hops leads from i9 to k10");
}

TEST(Sternhalma, CC_10_a_chain_may_stop_after_any_hop) {
  const Playground ground(usual, {{1, {"i9"}}, {4, {"i10", "j11", "k10"}}});
  for (const char* stop : {"i11", "k11", "k9"}) EXPECT_TRUE(ground.allows("i9", stop)) << stop;
}

TEST(Sternhalma, CC_11_nothing_is_captured) {
  Playground ground(usual, {{1, {"i9"}}, {4, {"i10"}}});
  ground.play("i9-i11");
  EXPECT_EQ(ground.position().sets[0].count(), 10);
  EXPECT_EQ(ground.position().sets[3].count(), 10);
  EXPECT_TRUE(ground.position().sets[3].contains(Playground::slot(Playground::hole("i10"))));
}

TEST(Sternhalma, CC_12_super_hop_jumps_exactly_one_piece_in_the_exact_middle) {
  const Playground far(with(Hop::super), {{1, {"i9"}}, {4, {"i11"}}});
  EXPECT_TRUE(far.allows("i9", "i13"));
  EXPECT_EQ(
      far.judgement("i9-i12"),
      "CC-12: the piece between i9 and i12 does not stand in the exact middle, and no chain of hops leads from i9 "
      "to i12");
  const Playground two(with(Hop::super), {{1, {"i9"}}, {4, {"i11", "i12"}}});
  EXPECT_FALSE(two.allows("i9", "i13"));
  EXPECT_EQ(two.judgement("i9-i13"),
            "CC-12: two pieces or more stand between i9 and i13; a hop jumps exactly one, and no chain of hops leads "
            "from i9 to i13");
  EXPECT_FALSE(Playground(usual, {{1, {"i9"}}, {4, {"i11"}}}).allows("i9", "i13"));
}

TEST(Sternhalma, CC_13_symmetric_hop_passes_over_what_reads_the_same_from_both_ends) {
  const Playground pair(with(Hop::symmetric), {{1, {"i9"}}, {4, {"i10", "i11"}}});
  EXPECT_TRUE(pair.allows("i9", "i12"));
  EXPECT_FALSE(pair.allows("i9", "i13"));
  EXPECT_EQ(pair.judgement("i9-i13"),
            "CC-13: what stands between i9 and i13 does not read the same from both ends, and no chain of hops leads "
            "from i9 to i13");
  const Playground gap(with(Hop::symmetric), {{1, {"i9"}}, {4, {"i10", "i12"}}});
  EXPECT_TRUE(gap.allows("i9", "i13"));
  const Playground far(with(Hop::symmetric), {{1, {"i9"}}, {4, {"i11"}}});
  EXPECT_TRUE(far.allows("i9", "i13"));
  const Playground nothing(with(Hop::symmetric), {{1, {"i9"}}});
  EXPECT_FALSE(nothing.allows("i9", "i11"));
}

TEST(Sternhalma, CC_13b_catapult_passes_over_an_unbroken_row_that_begins_next_to_the_piece) {
  const Playground row(with(Hop::catapult), {{1, {"i9"}}, {4, {"i10", "i11", "i12", "i8"}}});
  EXPECT_TRUE(row.allows("i9", "i13"));
  EXPECT_TRUE(row.allows("i9", "i7"));
  const Playground gap(with(Hop::catapult), {{1, {"i9"}}, {4, {"i11"}}});
  EXPECT_FALSE(gap.allows("i9", "i13"));
  EXPECT_EQ(gap.judgement("i9-i12"),
            "CC-13b: the row of pieces between i9 and i12 is not unbroken, and no chain of hops leads from i9 to i12");
  const Playground edge(with(Hop::catapult), {{1, {"i11"}}, {4, {"i12", "i13"}}});
  EXPECT_EQ(edge.targets("i11"), (Labels{"i10", "h10", "h11", "j11", "j12"})) << "no hop off the board";
}

TEST(Sternhalma, CC_14_a_chain_may_enter_a_foreign_point_but_not_rest_there) {
  const std::vector<Placed> placed{{1, {"f6", "f5"}}, {4, {"g5"}}};
  const Playground ground(usual, placed);
  EXPECT_TRUE(ground.allows("f6", "h6"));
  EXPECT_EQ(ground.judgement("f6-f4-h6"), "");
  EXPECT_FALSE(ground.allows("f6", "f4"));
  EXPECT_EQ(ground.judgement("f6-f4"),
            "CC-14: a piece of set 1 may not rest in f4 of point 2; only in the hexagon and the points 1 and 4");
  EXPECT_FALSE(ground.allows("f5", "f4")) << "nor by a step";
  const Playground free({.pieces = 10, .rest = Rest::anywhere}, placed);
  EXPECT_TRUE(free.allows("f6", "f4"));
  EXPECT_TRUE(free.allows("f5", "f4"));
}

TEST(Sternhalma, CC_18_a_piece_may_leave_an_open_goal_but_not_a_closed_one) {
  const std::vector<Placed> placed{{1, {"n10", "m10", "m11"}},
                                   {4, {"e5", "e6", "e7", "e8", "e9", "f5", "f6", "f7", "f8", "f9"}}};
  const Playground open(usual, placed);
  EXPECT_TRUE(open.allows("n10", "m9"));
  EXPECT_TRUE(open.allows("n10", "l10"));
  const Playground closed({.pieces = 10, .goal = Goal::closed}, placed);
  EXPECT_FALSE(closed.allows("n10", "m9"));
  EXPECT_FALSE(closed.allows("n10", "l10"));
  EXPECT_EQ(closed.judgement("n10-m9"), "CC-18: the piece in n10 is in its goal and may not leave it for m9");
  EXPECT_TRUE(closed.allows("n10", "n12")) << "out and in again in one chain";
  EXPECT_TRUE(closed.allows("n10", "n11")) << "inside it";
}

TEST(Sternhalma, CC_21_the_hole_that_the_piece_left_is_empty_and_is_no_target) {
  const Playground ground(with(Hop::super), {{1, {"i9"}}, {4, {"j9", "j8", "i10"}}});
  EXPECT_TRUE(ground.allows("i9", "i13"));
  EXPECT_EQ(ground.judgement("i9-k9-i7-i13"), "") << "the last hop passes over the start";
  EXPECT_FALSE(ground.allows("i9", "i9"));
  EXPECT_EQ(ground.judgement("i9-k9-i9"), "CC-21: the move ends in i9, where it began; that is no move");
}

// Any arrangement at all, sparse or crowded: what the generator finds is what looking at every hop finds.
template <int Side>
void expect_plain_targets(Hop hop, unsigned seed) {
  std::mt19937 random(seed);
  const Star& star = board::star<Side>;
  for (int round = 0; round < 30; ++round) {
    Holes occupied{};
    const auto density = 5 + random() % 80;
    for (int hole = 0; hole < star.holes(); ++hole) {
      if (random() % 100 < density) occupied.insert(hole);
    }
    const auto slots = lattice<Side>.slots_of(occupied);
    with_hop(hop, [&]<Hop constant>() {
      HopFinder<constant, Side> finder(slots);
      int seen = 0;
      finder.find_all(slots, [&](int slot, const auto& reached) {
        ++seen;
        const int from = lattice<Side>.hole_of_slot[slot];
        HopGround ground{star, hop, occupied};
        ground.occupied.erase(from);
        const ChainTree chains(ground, from);
        Holes plain{};
        for (int hole = 0; hole < star.holes(); ++hole) {
          if (chains.reaches(hole)) plain.insert(hole);
        }
        auto fast = lattice<Side>.holes_of(reached);
        fast.erase(from);
        EXPECT_EQ(fast, plain) << hole_label(star, from);
      });
      EXPECT_EQ(seen, occupied.count());
    });
  }
}

TEST(Sternhalma, every_hop_rule_finds_what_the_judge_allows_on_random_boards) {
  for (const Hop hop : {Hop::standard, Hop::super, Hop::symmetric, Hop::catapult}) {
    expect_plain_targets<4>(hop, 4);
    expect_plain_targets<5>(hop, 5);
    expect_plain_targets<6>(hop, 6);
  }
}

// The same moves from a board that is turned: of two players the second is the first, seen from the other side.
TEST(Sternhalma, the_moves_turn_with_the_board) {
  std::mt19937 random(9);
  const Star& star = board::star<4>;
  for (const Hop hop : {Hop::standard, Hop::super, Hop::symmetric, Hop::catapult}) {
    const Course<4> course(*check({.players = 6, .hop = hop}));
    Position<4> position = Race<4>(course.rules).position();
    for (int ply = 0; ply < 60 && !position.is_over(); ++ply) {
      Position<4> turned;
      turned.playing = position.playing;
      turned.seat = static_cast<std::uint8_t>((position.seat + 1) % 6);
      for (int set = 0; set < most_sets; ++set) {
        lattice<4>.holes_of(position.sets[set]).for_each([&](int hole) {
          turned.put((set + 1) % most_sets, lattice<4>.slot_of_hole[star.turned(hole)]);
        });
      }
      LegalMoves<4> moves;
      LegalMoves<4> turned_moves;
      find_moves(course, position, moves);
      find_moves(course, turned, turned_moves);
      EXPECT_EQ(moves.count(), turned_moves.count());
      for (const auto& piece : moves) {
        const auto image = [&](int slot) {
          return lattice<4>.slot_of_hole[star.turned(lattice<4>.hole_of_slot[slot])];
        };
        piece.targets.for_each([&](int to) { EXPECT_TRUE(turned_moves.contains({image(piece.from), image(to)})); });
      }
      const auto& piece = moves.items[static_cast<int>(random() % static_cast<unsigned>(moves.pieces))];
      const Move move{piece.from, static_cast<std::uint16_t>(piece.targets.first())};
      position = successor(course, position, piece.set, move);
    }
  }
}

}  // namespace
}  // namespace crownstar::sternhalma
