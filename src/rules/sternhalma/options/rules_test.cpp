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

TEST(Sternhalma, CC_4_two_three_four_or_six_players) {
  for (const char* players : {"2", "3", "4", "6"}) EXPECT_TRUE(read(std::string("players=") + players));
  EXPECT_EQ(canonical("players=5"), "CC-4: players='5'; expected one of 2, 3, 4, 6");
  EXPECT_EQ(to_text(check({.players = 1}).error()), "CC-4: 1 players; expected 2, 3, 4 or 6");
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
                      "places=all,rounds=300,evacuate=0"),
            "");
  EXPECT_EQ(canonical("board=181,pieces=15"), "board=181");
  EXPECT_EQ(canonical("pieces=10"), "pieces=10");
  EXPECT_EQ(canonical("evacuate=20,rounds=0,places=first,win=own,goal=closed,rest=anywhere,hop=super,teams=opposite,"
                      "board=253,players=6"),
            "players=6,board=253,teams=opposite,hop=super,rest=anywhere,goal=closed,win=own,places=first,rounds=0,"
            "evacuate=20");
}

TEST(Sternhalma, an_option_that_is_none_is_refused_with_what_was_expected) {
  EXPECT_EQ(canonical("colour=red"),
            "unknown option 'colour'; expected one of players, sets, board, pieces, teams, hop, rest, goal, win, "
            "places, rounds, evacuate");
  EXPECT_EQ(canonical("hop=long"),
            "CC-9, CC-12, CC-13, CC-13b: hop='long'; expected one of standard, super, symmetric, catapult");
  for (const char* bad : {"-1", "x", "", "1x", "99999999999999999999", "1000000001"}) {
    EXPECT_EQ(canonical(std::string("rounds=") + bad),
              std::string("CC-19: rounds='") + bad + "'; expected a number from 0 to 1000000000");
  }
}

}  // namespace
}  // namespace crownstar::sternhalma
