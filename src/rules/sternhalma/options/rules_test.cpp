#include "rules/sternhalma/options/rules.hpp"

#include <gtest/gtest.h>

#include "rules/sternhalma/options/seating.hpp"

namespace crownstar::sternhalma {
namespace {

// Rules of `key=value,key=value`, and back.
Checked<Rules> read(std::string_view text) {
  std::vector<OptionText> options;
  while (!text.empty()) {
    const std::string_view option = text.substr(0, text.find(','));
    const std::size_t sign = option.find('=');
    options.push_back({std::string(option.substr(0, sign)), std::string(option.substr(sign + 1))});
    text.remove_prefix(std::min(option.size() + 1, text.size()));
  }
  return read_options(options);
}

std::string canonical(std::string_view text) {
  const auto rules = read(text);
  if (!rules) return to_text(rules.error());
  std::string result;
  for (const auto& [key, value] : write_options(*rules)) result += (result.empty() ? "" : ",") + key + "=" + value;
  return result;
}

TEST(Sternhalma, CC_3_two_players_of_one_set_use_15_pieces_on_the_usual_board_and_10_are_offered) {
  EXPECT_EQ(read("")->pieces, 15);
  EXPECT_EQ(read("pieces=10")->pieces, 10);
  EXPECT_EQ(read("players=3")->pieces, 10);
  EXPECT_EQ(read("sets=2")->pieces, 10);
  EXPECT_EQ(read("board=181")->pieces, 15);
  EXPECT_EQ(read("board=253")->pieces, 21);
  EXPECT_EQ(canonical("players=3,pieces=15"),
            "CC-3: 15 pieces a set with 3 players of 1 set on 121 holes; expected 10");
  EXPECT_EQ(canonical("sets=2,pieces=15"), "CC-3: 15 pieces a set with 2 players of 2 sets on 121 holes; expected 10");
  EXPECT_EQ(canonical("pieces=21"), "CC-3: 21 pieces a set with 2 players of 1 set on 121 holes; expected 10 or 15");
  EXPECT_EQ(canonical("board=253,pieces=15"),
            "CC-3: 15 pieces a set with 2 players of 1 set on 253 holes; expected 21");
  EXPECT_EQ(start_of(board::star<4>, 0, 15).count(), 15);
  EXPECT_TRUE(start_of(board::star<4>, 0, 15).contains(*read_hole(board::star<4>, "e5")));
  EXPECT_TRUE(start_of(board::star<4>, 3, 15).contains(*read_hole(board::star<4>, "m13")));
}

TEST(Sternhalma, CC_4_two_to_six_players) {
  for (const char* players : {"2", "3", "4", "5", "6"}) EXPECT_TRUE(read(std::string("players=") + players));
  EXPECT_EQ(canonical("players=7"), "CC-4, CC-23: players='7'; expected one of 2, 3, 4, 5, 6");
  EXPECT_EQ(to_text(check({.players = 1}).error()), "CC-4: 1 players; expected 2, 3, 4, 5 or 6");
  const Seating four = seating({.players = 4});
  EXPECT_EQ(four.first_set(0), 0);
  EXPECT_EQ(four.first_set(1), 1);
  EXPECT_EQ(four.first_set(2), 3);
  EXPECT_EQ(four.first_set(3), 4);
  EXPECT_FALSE(four.has_set(2));
  EXPECT_FALSE(four.has_set(5));
  const Seating three = seating({.players = 3});
  EXPECT_EQ(three.first_set(1), 2);
  EXPECT_EQ(three.first_set(2), 4);
}

TEST(Sternhalma, CC_23_five_players_leave_the_sixth_point_unused) {
  const Seating five = seating({.players = 5});
  EXPECT_EQ(five.seats, 5);
  for (int seat = 0; seat < 5; ++seat) EXPECT_EQ(five.first_set(seat), seat);
  EXPECT_FALSE(five.has_set(5));
  EXPECT_EQ(opposite_set(2), 5) << "who starts in point 3 races into the empty one";
  EXPECT_EQ(canonical("players=5,pieces=10"), "players=5");
  EXPECT_EQ(canonical("players=5,sets=2"), "CC-5: 2 sets a player with 5 players; expected 1");
  EXPECT_EQ(canonical("players=5,teams=opposite"), "CC-6: teams with 5 players; teams need four or six");
}

TEST(Sternhalma, CC_22_leave_says_nothing_with_two_players) {
  EXPECT_EQ(read("players=3")->leave, Leave::removed);
  EXPECT_EQ(canonical("players=3,leave=stay"), "players=3,leave=stay");
  EXPECT_EQ(canonical("players=3,leave=removed"), "players=3");
  EXPECT_EQ(canonical("leave=stay"), "");
  EXPECT_EQ(canonical("leave=gone"), "CC-22: leave='gone'; expected one of removed, stay");
}

TEST(Sternhalma, CC_24_a_last_round_is_asked_for) {
  EXPECT_EQ(read("")->last_round, LastRound::no);
  EXPECT_EQ(canonical("last-round=yes"), "last-round=yes");
  EXPECT_EQ(canonical("last-round=1"), "CC-24: last-round='1'; expected one of no, yes");
}

TEST(Sternhalma, CC_25_a_handicap_names_sets_that_play_and_leaves_a_piece) {
  EXPECT_EQ(pieces_of(*read("handicap=1-2+4-3"), 3), 12);
  EXPECT_EQ(canonical("handicap=4-3+1-2"), "handicap=1-2+4-3");
  EXPECT_EQ(canonical("players=3,handicap=5-9"), "players=3,handicap=5-9");
  EXPECT_EQ(canonical("handicap=2-1"), "CC-25: a handicap for set 2, which does not play");
  EXPECT_EQ(canonical("players=3,handicap=1-10"),
            "CC-25: a handicap of 10 for set 1, which has 10 pieces; expected 1 to 9");
  for (const char* bad : {"1", "1-", "1-0", "1-21", "0-1", "7-1", "1-1+1-2", "1-1+", "+1-1", "1-x", "x-1", "1--1"}) {
    EXPECT_EQ(canonical(std::string("handicap=") + bad),
              std::string("CC-25: handicap='") + bad +
                  "'; expected SET-N with a set from 1 to 6 and the pieces that it has fewer, each set once and joined "
                  "by +, as in 1-2+4-3");
  }
}

// The tip first, then the row behind it from the left, as the player of the set sees it.
TEST(Sternhalma, CC_25_the_pieces_are_taken_from_the_back_of_the_start) {
  const Star& star = board::star<4>;
  const auto missing = [&](const Rules& rules, int set) {
    std::string labels;
    const Holes start = start_of(star, set, rules.pieces);
    const Holes first = first_holes(star, rules, set);
    EXPECT_TRUE(first.is_within(start));
    start.without(first).for_each([&](int hole) { labels += (labels.empty() ? "" : ",") + hole_label(star, hole); });
    return labels;
  };
  const Rules rules = *read("players=6,handicap=1-2+2-2+4-5+6-2");
  EXPECT_EQ(missing(rules, 0), "a5,b5");
  EXPECT_EQ(missing(rules, 1), "e1,f2");
  EXPECT_EQ(missing(rules, 3), "o12,o13,p12,p13,q13");
  EXPECT_EQ(missing(rules, 5), "e12,e13");
  EXPECT_EQ(missing(rules, 2), "");
}

TEST(Sternhalma, CC_25_the_far_holes_of_the_goal_are_to_be_filled) {
  const Star& star = board::star<4>;
  const GoalHoles six = goal_to_fill(star, *read("players=3,handicap=1-4"), 0);
  EXPECT_EQ(six.all.count(), 6);
  EXPECT_TRUE(six.all.contains(*read_hole(star, "q13")));
  EXPECT_EQ(six.in_row, 0);
  const GoalHoles eight = goal_to_fill(star, *read("players=3,handicap=1-2"), 0);
  EXPECT_EQ(eight.all, six.all);
  EXPECT_EQ(eight.row.count(), 4);
  EXPECT_TRUE(eight.row.contains(*read_hole(star, "n10")));
  EXPECT_EQ(eight.in_row, 2);
  EXPECT_EQ(goal_to_fill(star, *read("players=3"), 0).all, start_of(star, 3, 10));
}

TEST(Sternhalma, CC_5_two_sets_are_twins_at_opposite_points_and_three_are_at_alternate_points) {
  const Seating twins = seating({.players = 3, .sets = 2});
  for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(opposite_set(twins.sets[seat][0]), twins.sets[seat][1]);
  const Seating triples = seating({.players = 2, .sets = 3});
  EXPECT_EQ(triples.seat_of_set, (Table<std::int8_t, most_sets>{{0, 1, 0, 1, 0, 1}}));
  EXPECT_EQ(canonical("sets=4"), "CC-5: sets='4'; expected one of 1, 2, 3");
  EXPECT_EQ(canonical("players=3,sets=3"), "CC-5: 3 sets a player with 3 players; expected 1 or 2");
  EXPECT_EQ(canonical("players=6,sets=2"), "CC-5: 2 sets a player with 6 players; expected 1");
}

TEST(Sternhalma, CC_6_teams_sit_at_opposite_points_and_need_four_or_six_players) {
  const Seating teams = seating({.players = 6, .teams = Teams::opposite});
  EXPECT_EQ(teams.units, 3);
  for (int seat = 0; seat < 3; ++seat) {
    EXPECT_EQ(teams.unit_of_seat[seat], teams.unit_of_seat[seat + 3]);
    EXPECT_EQ(opposite_set(teams.first_set(seat)), teams.first_set(seat + 3));
  }
  EXPECT_EQ(seating({.players = 4, .teams = Teams::opposite}).units, 2);
  EXPECT_EQ(canonical("teams=opposite"), "CC-6: teams with 2 players; teams need four or six");
  EXPECT_EQ(canonical("players=3,teams=opposite"), "CC-6: teams with 3 players; teams need four or six");
}

TEST(Sternhalma, the_canonical_options_leave_defaults_out_and_keep_the_order_of_the_table) {
  EXPECT_EQ(canonical(""), "");
  EXPECT_EQ(canonical("players=2,sets=1,board=121,pieces=15,teams=none,hop=standard,rest=home,goal=open,win=filled,"
                      "places=all,rounds=300,evacuate=0,leave=removed,last-round=no"),
            "");
  EXPECT_EQ(canonical("board=181,pieces=15"), "board=181");
  EXPECT_EQ(canonical("pieces=10"), "pieces=10");
  EXPECT_EQ(canonical("handicap=2-1,last-round=yes,leave=stay,evacuate=20,rounds=0,places=first,win=own,goal=closed,"
                      "rest=anywhere,hop=super,teams=opposite,board=253,players=6"),
            "players=6,board=253,teams=opposite,hop=super,rest=anywhere,goal=closed,win=own,places=first,rounds=0,"
            "evacuate=20,leave=stay,last-round=yes,handicap=2-1");
}

TEST(Sternhalma, an_option_that_is_none_is_refused_with_what_was_expected) {
  EXPECT_EQ(canonical("colour=red"),
            "unknown option 'colour'; expected one of players, sets, board, pieces, teams, hop, rest, goal, win, "
            "places, rounds, evacuate, leave, last-round, handicap");
  EXPECT_EQ(canonical("hop=long"),
            "CC-9, CC-12, CC-13, CC-13b: hop='long'; expected one of standard, super, symmetric, catapult");
  for (const char* bad : {"-1", "x", "", "1x", "99999999999999999999", "1000000001"}) {
    EXPECT_EQ(canonical(std::string("rounds=") + bad),
              std::string("CC-19: rounds='") + bad + "'; expected a number from 0 to 1000000000");
  }
}

}  // namespace
}  // namespace crownstar::sternhalma
