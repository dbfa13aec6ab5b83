#include "rules/sternhalma/race.hpp"

#include <random>

#include <gtest/gtest.h>

#include "rules/sternhalma/playground_test.hpp"

namespace crownstar::sternhalma {
namespace {

const std::vector<std::string> top{"n10", "n11", "n12", "n13", "o11", "o12", "o13", "p12", "p13", "q13"};
const std::vector<std::string> middle{"h5", "h6", "h7", "h8", "i6", "i7", "i8", "j7", "j8", "k8"};

// `holes` without one of them and with another instead.
std::vector<std::string> with_other(std::vector<std::string> holes, const std::string& one, const std::string& other) {
  std::ranges::replace(holes, one, other);
  return holes;
}

Race<4> race_at(const Rules& rules, const std::string& text) {
  Race<4> race(*check(rules));
  const auto begun = race.begin(*read_setup(board::star<4>, text));
  EXPECT_TRUE(begun) << to_text(begun.error());
  return race;
}

TEST(Sternhalma, CC_2_the_first_with_all_pieces_in_the_opposite_point_wins) {
  Playground ground({.pieces = 10}, {{1, with_other(top, "n10", "m10")}, {4, middle}});
  ground.play("m10-n10");
  EXPECT_TRUE(ground.position().is_over());
  EXPECT_EQ(ground.place(0), 1);
  EXPECT_EQ(ground.place(1), 2);
  EXPECT_EQ(ground.race().ledger().ending(), Ending::home);
}

TEST(Sternhalma, CC_5_two_sets_must_both_be_home) {
  // The twins 1 and 4 race into each other's starts; set 1 is home, of set 4 one piece is still on its way.
  Rules rules{.players = 2, .sets = 2, .pieces = 10};
  const std::vector<std::string> bottom{"a5", "b5", "b6", "c5", "c6", "c7", "d5", "d6", "d7", "d8"};
  Playground ground(rules, {{1, top}, {4, with_other(bottom, "d5", "e5")}});
  EXPECT_TRUE(is_home(ground.race().course(), ground.position(), 0));
  ground.play("n10-m10");
  EXPECT_FALSE(ground.position().is_over());
  Playground both(rules, {{1, top}, {4, with_other(bottom, "d5", "e5")}});
  both.play("e5-d5");
  EXPECT_TRUE(both.position().is_over());
  EXPECT_EQ(both.place(0), 1);
}

TEST(Sternhalma, CC_6_a_team_wins_when_both_sets_are_home_and_mates_move_their_own) {
  const std::vector<std::string> bottom{"a5", "b5", "b6", "c5", "c6", "c7", "d5", "d6", "d7", "d8"};
  Playground ground({.players = 4, .teams = Teams::opposite}, {{1, with_other(top, "n10", "m10")}, {4, bottom}});
  EXPECT_EQ(ground.judgement("d5-e5"),
            "CC-6: the piece in d5 is of set 4, a team mate's; the player to move has set 1");
  ground.play("m10-n10");
  EXPECT_TRUE(ground.position().is_over());
  EXPECT_EQ(ground.place(0), 1);
  EXPECT_EQ(ground.place(2), 1) << "the mate has the same place";
  EXPECT_EQ(ground.place(1), 2);
  EXPECT_EQ(ground.place(3), 2);
}

TEST(Sternhalma, CC_7_turns_go_clockwise) {
  Playground ground({.players = 6});
  std::vector<int> order;
  std::mt19937 random(3);
  for (int ply = 0; ply < 7; ++ply) {
    order.push_back(ground.seat());
    LegalMoves<4> moves;
    find_moves(ground.race().course(), ground.position(), moves);
    const auto& piece = moves.items[0];
    ground.play(Playground::label(piece.from) + "-" + Playground::label(piece.targets.first()));
  }
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 0}));
  EXPECT_EQ(ground.judgement("a5-b5"), "CC-7: the piece in a5 is of set 1; the player to move has set 2");
}

Checked<Rules> read_rules_with_handicap(int set, int fewer) {
  Rules rules{.players = 3};
  rules.handicap[static_cast<std::size_t>(set)] = static_cast<std::uint8_t>(fewer);
  return check(rules);
}

// Three players; the first is about to come home, the others are far away.
Playground three_players(Places places) {
  return Playground({.players = 3, .places = places}, {{1, with_other(top, "n10", "m10")}});
}

TEST(Sternhalma, CC_15_the_others_play_on_for_the_places_unless_only_the_first_counts) {
  Playground on = three_players(Places::all);
  on.play("m10-n10");
  EXPECT_FALSE(on.position().is_over());
  EXPECT_EQ(on.place(0), 1);
  EXPECT_EQ(on.seat(), 1);
  on.withdraw(2);
  EXPECT_TRUE(on.position().is_over());
  EXPECT_EQ(on.place(1), 2);
  EXPECT_EQ(on.place(2), 3);

  Playground first = three_players(Places::first);
  first.play("m10-n10");
  EXPECT_TRUE(first.position().is_over());
  EXPECT_EQ(first.place(1), 2);
  EXPECT_EQ(first.place(2), 2);
}

TEST(Sternhalma, CC_16_a_player_with_no_move_passes) {
  const Rules rules{.pieces = 10, .goal = Goal::closed, .win = Win::own};
  const Race<4> race = race_at(rules, "1:1=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13:4=a5,b5,b6,c5,c6,c7,d5,d6,d7,e5");
  EXPECT_TRUE(race.position().is_over()) << "home at its pass";
  EXPECT_EQ(race.position().places[0], 1);

  // The last piece of set 1 stands hemmed in by set 4 in its own start, and no hop is free.
  const Race<4> passed = race_at(rules, "1:1=a5,n10,n11,n12,o11,o12,o13,p12,p13,q13:4=b5,b6,c5,c6,c7,n13,i6,i7,i8,i9");
  EXPECT_EQ(passed.position().seat, 1);
  EXPECT_FALSE(passed.position().is_over());
}

TEST(Sternhalma, CC_16_a_game_in_which_nobody_can_move_is_over) {
  // Both sets stand in their closed goals, where one hole of each is taken by the other's last piece, which is home too
  // far in to get out.
  const Rules rules{.pieces = 10, .goal = Goal::closed, .win = Win::own};
  const Race<4> race = race_at(rules, "1:1=a5,n10,n11,n12,n13,o11,o12,o13,p12,p13:4=b5,b6,c5,c6,c7,d5,d6,d7,d8,q13");
  EXPECT_TRUE(race.position().is_over());
  EXPECT_EQ(race.ledger().ending(), Ending::stuck);
  EXPECT_EQ(race.position().places[0], 1);
  EXPECT_EQ(race.position().places[1], 1);
}

TEST(Sternhalma, CC_17_a_piece_left_behind_cannot_stop_a_win_unless_all_holes_must_be_ones_own) {
  const std::vector<Placed> placed{{1, {"m10", "m11", "n11", "n12", "n13", "o11", "o12", "o13", "p12", "p13"}},
                                   {4, {"q13", "i5", "i6", "i7", "i8", "i9", "i10", "i11", "i12", "i13"}}};
  Playground filled({.pieces = 10}, placed);
  filled.play("m10-n10");
  EXPECT_TRUE(filled.position().is_over());
  EXPECT_EQ(filled.place(0), 1);
  Playground own({.pieces = 10, .win = Win::own}, placed);
  own.play("m10-n10");
  EXPECT_FALSE(own.position().is_over());
  // With a piece still in its start a set is not home either.
  Playground late({.pieces = 10},
                  {{1, {"m10", "a5", "n11", "n12", "n13", "o11", "o12", "o13", "p12", "p13"}}, {4, placed[1].holes}});
  late.play("m10-n10");
  EXPECT_FALSE(late.position().is_over());
}

TEST(Sternhalma, CC_19_the_third_occurrence_of_a_position_is_a_draw) {
  Playground ground({.pieces = 10});
  for (int round = 0; round < 2; ++round) {
    EXPECT_FALSE(ground.position().is_over());
    for (const char* move : {"d5-e5", "n13-m13", "e5-d5", "m13-n13"}) ground.play(move);
  }
  EXPECT_TRUE(ground.position().is_over());
  EXPECT_EQ(ground.race().ledger().ending(), Ending::repetition);
  EXPECT_EQ(ground.place(0), 1);
  EXPECT_EQ(ground.place(1), 1);
}

TEST(Sternhalma, CC_19_the_round_limit_draws_among_those_still_playing) {
  Playground ground({.pieces = 10, .rounds = 2});
  for (const char* move : {"d5-e5", "n13-m13", "d6-e6"}) ground.play(move);
  EXPECT_FALSE(ground.position().is_over());
  ground.play("n12-m12");
  EXPECT_TRUE(ground.position().is_over());
  EXPECT_EQ(ground.race().ledger().ending(), Ending::rounds);
  EXPECT_EQ(ground.place(0), 1);
  EXPECT_EQ(ground.place(1), 1);
}

TEST(Sternhalma, CC_20_who_has_not_left_the_start_in_time_takes_the_last_open_place) {
  Playground ground({.players = 3, .evacuate = 2});
  for (const char* move : {"d5-e5", "m8-m9", "m14-m13", "e5-f5"}) {
    EXPECT_EQ(ground.place(0), 0);
    ground.play(move);
  }
  EXPECT_EQ(ground.place(0), 3);
  EXPECT_FALSE(ground.position().is_over());
  EXPECT_EQ(ground.seat(), 1);
  ground.play("m9-m10");
  EXPECT_TRUE(ground.position().is_over());
  EXPECT_EQ(ground.place(1), 2);
  EXPECT_EQ(ground.place(2), 1);
  EXPECT_EQ(ground.race().ledger().ending(), Ending::evacuation);
}

TEST(Sternhalma, CC_22_who_leaves_takes_the_last_open_place_and_the_pieces_are_taken_off) {
  Playground ground({.players = 6});
  ground.withdraw(0);
  EXPECT_EQ(ground.place(0), 6);
  EXPECT_EQ(ground.seat(), 1);
  ground.withdraw(3);
  EXPECT_EQ(ground.place(3), 5);
  EXPECT_EQ(ground.seat(), 1);
  EXPECT_EQ(ground.position().sets[0].count(), 0);
  EXPECT_EQ(ground.position().sets[3].count(), 0);
  EXPECT_EQ(ground.position().placement, ground.position().placement_afresh());

  Race<4> race(*check({}));
  EXPECT_EQ(to_text(race.withdraw(2).error()), "no seat 3; expected 1 to 2");
  EXPECT_TRUE(race.withdraw(1));
  EXPECT_TRUE(race.position().is_over());
  EXPECT_EQ(race.position().sets[3].count(), 15) << "of two players the pieces stay";
  EXPECT_EQ(to_text(race.withdraw(1).error()), "CC-15: seat 2 has its place and plays no more");
}

TEST(Sternhalma, CC_22_a_mate_leaves_too) {
  Playground ground({.players = 6, .teams = Teams::opposite});
  ground.withdraw(4);
  EXPECT_EQ(ground.place(1), 3);
  EXPECT_EQ(ground.place(4), 3);
  EXPECT_EQ(ground.position().sets[1].count() + ground.position().sets[4].count(), 0);
  EXPECT_EQ(ground.seat(), 0);
}

TEST(Sternhalma, CC_22_the_pieces_may_stay) {
  Playground ground({.players = 3, .leave = Leave::stay});
  ground.withdraw(0);
  EXPECT_EQ(ground.position().sets[0].count(), 10);
  EXPECT_EQ(ground.position().left, 1);
  EXPECT_EQ(ground.seat(), 1);
}

// Nine pieces of set 1 are on their way, and the tenth comes into its goal, where set 4 still stands.
Playground rival_in_the_goal(Leave leave) {
  return Playground({.players = 4, .leave = leave},
                    {{1, {"m10", "f6", "g6", "g7", "h6", "h7", "h8", "i7", "i8", "i9"}},
                     {4, {"n11", "n12", "n13", "o11", "o12", "o13", "p12", "p13", "q13", "k9"}}});
}

TEST(Sternhalma, CC_22_idle_pieces_fill_nobodys_goal) {
  Playground playing = rival_in_the_goal(Leave::stay);
  playing.play("m10-n10");
  EXPECT_EQ(playing.place(0), 1) << "with the rival's pieces, who still plays (CC-17)";
  for (const Leave leave : {Leave::stay, Leave::removed}) {
    Playground idle = rival_in_the_goal(leave);
    idle.withdraw(2);
    idle.play("m10-n10");
    EXPECT_EQ(idle.place(0), 0);
    EXPECT_EQ(open_goal_holes(idle.race().course(), idle.position(), 0), 9);
  }
}

TEST(Sternhalma, CC_16_who_has_no_move_when_pieces_are_taken_off_passes) {
  // The last piece of set 1 stands in point 2, where no move may end, and its only way out is over pieces of 3 and 5.
  Playground ground({.players = 3, .goal = Goal::closed, .win = Win::own},
                    {{1, with_other(top, "n13", "e1")}, {3, {"e2"}}, {5, {"e4", "n13"}}});
  ASSERT_EQ(ground.seat(), 0);
  EXPECT_EQ(ground.targets("e1"), Labels{"e5"});
  ground.withdraw(1);
  EXPECT_EQ(ground.seat(), 2);
  EXPECT_FALSE(ground.position().is_over());
}

TEST(Sternhalma, CC_23_who_starts_opposite_the_empty_point_races_into_it) {
  const std::vector<std::string> right{"e10", "e11", "e12", "e13", "f11", "f12", "f13", "g12", "g13", "h13"};
  Playground ground({.players = 5}, {{3, with_other(right, "h13", "h12")}}, 3);
  ASSERT_EQ(ground.seat(), 2);
  EXPECT_EQ(ground.position().sets[5].count(), 0);
  ground.play("h12-h13");
  EXPECT_EQ(ground.place(2), 1);
  EXPECT_EQ(ground.seat(), 3);
}

// Set 1 comes home with m10-n10; of set 4 all pieces but one are home, and d5 is open.
const std::vector<std::string> bottom_but_one{"a5", "b5", "b6", "c5", "c6", "c7", "d6", "d7", "d8", "e5"};

TEST(Sternhalma, CC_24_the_round_is_played_out_and_who_comes_home_in_it_shares_the_place) {
  const std::vector<Placed> placed{{1, with_other(top, "n10", "m10")}, {4, bottom_but_one}};
  Playground shared({.pieces = 10, .last_round = LastRound::yes}, placed);
  shared.play("m10-n10");
  EXPECT_FALSE(shared.position().is_over());
  EXPECT_EQ(shared.place(0), 1);
  EXPECT_EQ(shared.seat(), 1);
  EXPECT_EQ(shared.position().shared_place, 1);
  shared.play("e5-d5");
  EXPECT_TRUE(shared.position().is_over());
  EXPECT_EQ(shared.race().ledger().ending(), Ending::home);
  EXPECT_EQ(shared.place(1), 1);

  Playground late({.pieces = 10, .last_round = LastRound::yes}, placed);
  late.play("m10-n10");
  late.play("d6-e6");
  EXPECT_TRUE(late.position().is_over());
  EXPECT_EQ(late.place(1), 2);

  Playground second({.pieces = 10, .last_round = LastRound::yes}, placed, 4);
  second.play("e5-d5");
  EXPECT_TRUE(second.position().is_over()) << "the last of the round has no other behind it";
  EXPECT_EQ(second.place(0), 2);
}

TEST(Sternhalma, CC_24_places_behind_a_shared_one_are_not_given) {
  const std::vector<std::string> right{"e10", "e11", "e12", "e13", "f11", "f12", "f13", "g12", "g13", "h13"};
  for (const Places places : {Places::all, Places::first}) {
    Playground ground({.players = 3, .places = places, .last_round = LastRound::yes},
                      {{1, with_other(top, "n10", "m10")}, {3, with_other(right, "h13", "h12")}});
    ground.play("m10-n10");
    ground.play("h12-h13");
    EXPECT_FALSE(ground.position().is_over());
    EXPECT_EQ(ground.seat(), 2);
    ground.play("m14-m13");
    EXPECT_TRUE(ground.position().is_over());
    EXPECT_EQ(ground.place(0), 1);
    EXPECT_EQ(ground.place(1), 1);
    EXPECT_EQ(ground.place(2), 3);
  }
}

TEST(Sternhalma, CC_24_who_leaves_in_the_last_round_does_not_end_it) {
  const std::vector<Placed> placed{{1, with_other(top, "n10", "m10")}};
  const Rules rules{.players = 3, .last_round = LastRound::yes};
  Playground one(rules, placed);
  one.play("m10-n10");
  one.withdraw(1);
  EXPECT_FALSE(one.position().is_over());
  EXPECT_EQ(one.seat(), 2);
  EXPECT_EQ(one.place(1), 3);
  one.withdraw(2);
  EXPECT_TRUE(one.position().is_over());
  EXPECT_EQ(one.place(2), 2);
  Playground other(rules, placed);
  other.play("m10-n10");
  other.withdraw(2);
  EXPECT_FALSE(other.position().is_over());
  EXPECT_EQ(other.seat(), 1);
}

TEST(Sternhalma, CC_25_a_set_with_fewer_pieces_is_home_in_the_far_holes) {
  const Rules rules = *read_rules_with_handicap(0, 2);
  const std::vector<std::string> six{"o11", "o12", "o13", "p12", "p13", "q13"};
  const auto placed = [&](std::vector<std::string> others) {
    others.insert(others.end(), six.begin(), six.end());
    return std::vector<Placed>{{1, others}};
  };
  Playground ground(rules, placed({"n12", "m10"}));
  EXPECT_EQ(ground.position().sets[0].count(), 8);
  EXPECT_EQ(open_goal_holes(ground.race().course(), ground.position(), 0), 1);
  ground.play("m10-n10");
  EXPECT_EQ(ground.place(0), 1) << "in the last row any two holes will do";
  Playground near(rules, {{1, {"n10", "n11", "n12", "n13", "o11", "o12", "p12", "m12"}}});
  near.play("m12-m11");
  EXPECT_EQ(near.place(0), 0);
  EXPECT_EQ(open_goal_holes(near.race().course(), near.position(), 0), 3) << "the far ones first";
}

TEST(Sternhalma, perft_equals_what_four_independent_programs_counted) {
  const Course<4> course(*check({.pieces = 10, .rest = Rest::anywhere}));
  const Position<4> start = Race<4>(course.rules).position();
  const std::vector<std::uint64_t> counts{1, 14, 196, 4760, 115600, 3188520};
  for (int depth = 0; depth < 6; ++depth) {
    EXPECT_EQ(perft(course, start, depth), counts[static_cast<std::size_t>(depth)]);
  }
}

TEST(Sternhalma, the_key_kept_step_by_step_is_the_key_made_afresh) {
  std::mt19937 random(11);
  for (const Rules& each :
       {Rules{}, Rules{.players = 6, .teams = Teams::opposite}, Rules{.sets = 3, .hop = Hop::super}}) {
    const Course<4> course(*check(each));
    Position<4> position = Race<4>(course.rules).position();
    for (int ply = 0; ply < 300 && !position.is_over(); ++ply) {
      EXPECT_EQ(position.placement, position.placement_afresh());
      LegalMoves<4> moves;
      find_moves(course, position, moves);
      const auto& piece = moves.items[static_cast<int>(random() % static_cast<unsigned>(moves.pieces))];
      const Move move{piece.from, static_cast<std::uint16_t>(piece.targets.first())};
      position = successor(course, position, piece.set, move);
    }
  }
}

}  // namespace
}  // namespace crownstar::sternhalma
