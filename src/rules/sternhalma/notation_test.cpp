#include "rules/sternhalma/notation.hpp"

#include <gtest/gtest.h>

#include "rules/sternhalma/playground_test.hpp"

namespace crownstar::sternhalma {
namespace {

const Star& usual_star = board::star<4>;
constexpr std::string_view start_of_ten = "1:1=a5,b5,b6,c5,c6,c7,d5,d6,d7,d8:4=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13";

std::string replaced(std::string_view what, std::string_view with) {
  std::string text(start_of_ten);
  return text.replace(text.find(what), what.size(), with);
}

std::string refusal_of(const std::string& text) {
  const auto setup = read_setup(usual_star, text);
  if (!setup) return to_text(setup.error());
  const auto checked = check_setup(*check({.pieces = 10}), *setup);
  return checked ? "" : to_text(checked.error());
}

TEST(Sternhalma, the_start_is_written_as_in_the_contract_and_reads_back) {
  const sternhalma::Setup start = starting_setup(*check({.pieces = 10}));
  EXPECT_EQ(write_setup(usual_star, start), start_of_ten);
  EXPECT_EQ(read_setup(usual_star, start_of_ten), start);
}

TEST(Sternhalma, sets_and_holes_are_read_in_any_order) {
  const auto shuffled =
      read_setup(usual_star, "4:4=q13,n10,n11,n12,n13,o11,o12,o13,p12,p13:1=b5,a5,b6,c5,c6,c7,d5,d6,d7,d8");
  ASSERT_TRUE(shuffled);
  const Course<4> course(*check({.pieces = 10}));
  const auto position = checked_position(course, *shuffled);
  ASSERT_TRUE(position);
  EXPECT_EQ(write_setup(usual_star, setup_of(course, *position)), "4" + std::string(start_of_ten.substr(1)));
}

TEST(Sternhalma, a_position_that_cannot_be_is_refused_on_one_line_with_what_was_expected) {
  EXPECT_EQ(refusal_of(replaced("q13", "a5")), "CC-8: two pieces in a5: of set 1 and of set 4; a hole holds one piece");
  EXPECT_EQ(refusal_of(replaced(",q13", "")), "CC-3: set 4 has 9 pieces; expected 10");
  EXPECT_EQ(refusal_of(replaced(",q13", ",q13,i9")), "CC-3: set 4 has 11 pieces; expected 10");
  EXPECT_EQ(refusal_of(replaced("q13", "q12")), "CC-1: no hole 'q12' on the board of 121; row q has only q13");
  EXPECT_EQ(refusal_of(replaced(":4=", ":5=")), "CC-4: set 5 does not play; the sets are 1, 4");
  EXPECT_EQ(refusal_of(replaced(":4=", ":1=")), "set 1 is given twice");
  EXPECT_EQ(refusal_of("1:1=a5,b5,b6,c5,c6,c7,d5,d6,d7,d8"), "CC-4: set 4 is missing; the sets are 1, 4");
  EXPECT_EQ(refusal_of(replaced("1:1", "2:1")), "CC-4: no player has 2 as the first set; the turn is one of 1, 4");
  EXPECT_EQ(refusal_of(replaced("1:1", "7:1")),
            "the turn: no set '7'; a set is named by the point it starts from, 1 to 6");
  EXPECT_EQ(refusal_of(replaced(":4=", ":4")),
            "expected SET=HOLES instead of '4n10,n11,n12,n13,o11,o12,o13,p12,p13,q13', as in 1=a5,b5");
  EXPECT_EQ(refusal_of(replaced("a5,", "a5,,")), "no hole ''; expected a row from a to q and a column, as in i9");
  EXPECT_EQ(refusal_of(std::string(start_of_ten) + ":"), "expected SET=HOLES instead of '', as in 1=a5,b5");
  EXPECT_EQ(refusal_of(""), "no position ''; expected TURN:SET=HOLES:SET=HOLES, as in 1:1=a5,b5:4=q13");
  EXPECT_EQ(refusal_of("1:1=a5:2=a5:3=a5:4=a5:5=a5:6=a5:1=a5"), "more than six sets");
}

// Three sets of ten, and what follows after the sets.
std::string refusal_of_three(const std::string& text, const Rules& rules) {
  const auto setup = read_setup(usual_star, text);
  if (!setup) return to_text(setup.error());
  const auto checked = check_setup(*check(rules), *setup);
  return checked ? "" : to_text(checked.error());
}

TEST(Sternhalma, CC_22_a_position_says_who_has_left) {
  const Rules removed{.players = 3};
  Race<4> race(*check(removed));
  EXPECT_TRUE(race.withdraw(1));
  const std::string text = write_setup(usual_star, setup_of(race.course(), race.position()));
  EXPECT_TRUE(text.ends_with(":left=3")) << text;
  EXPECT_EQ(text.find(":3="), std::string::npos);
  Race<4> again(*check(removed));
  ASSERT_TRUE(again.begin(*read_setup(usual_star, text)));
  EXPECT_EQ(again.position(), race.position());
  EXPECT_EQ(again.ledger().unit_ending(1), Ending::withdrawal);

  const Rules stay{.players = 3, .leave = Leave::stay};
  const std::string all = write_setup(usual_star, starting_setup(*check(stay)));
  EXPECT_EQ(refusal_of_three(all + ":left=3", stay), "");
  EXPECT_EQ(refusal_of_three(all + ":left=3", removed), "CC-22: set 3 has left, and its pieces are off the board");
  EXPECT_EQ(refusal_of_three(text, stay), "CC-4: set 3 is missing; the sets are 1, 3, 5");
  EXPECT_EQ(refusal_of_three(all + ":left=1", stay), "CC-22: set 1 has left, and somebody else is to move");
  EXPECT_EQ(refusal_of_three(all + ":left=2", stay),
            "CC-22: no player has 2 as the first set; the turn is one of 1, 3, 5");
  EXPECT_EQ(refusal_of_three(all + ":left=3,3", stay), "CC-22: set 3 is named twice");
  EXPECT_EQ(refusal_of_three(all + ":left=3:left=5", stay), "left is given twice");
  EXPECT_EQ(refusal_of_three(all + ":left=", stay), "no set ''; a set is named by the point it starts from, 1 to 6");
  EXPECT_EQ(refusal_of(std::string(start_of_ten) + ":left=4"),
            "CC-22: one of two players has left, and the game is over");
}

TEST(Sternhalma, CC_22_the_first_to_leave_has_the_last_place) {
  Race<4> race(*check({.players = 6}));
  for (const int seat : {4, 1, 3}) EXPECT_TRUE(race.withdraw(seat));
  const sternhalma::Setup setup = setup_of(race.course(), race.position());
  EXPECT_EQ(setup.left, (std::vector<int>{4, 1, 3}));
  Race<4> again(*check({.players = 6}));
  ASSERT_TRUE(again.begin(setup));
  EXPECT_EQ(again.position(), race.position());
}

TEST(Sternhalma, CC_22_a_position_in_which_all_but_one_have_left_is_over) {
  Race<4> race(*check({.players = 3, .leave = Leave::stay}));
  sternhalma::Setup setup = starting_setup(race.course().rules);
  setup.left = {2, 4};
  ASSERT_TRUE(race.begin(setup));
  EXPECT_TRUE(race.position().is_over());
  EXPECT_EQ(race.position().places[0], 1);
  EXPECT_EQ(race.position().places[1], 3);
}

TEST(Sternhalma, CC_24_a_position_says_who_came_home_in_the_last_round) {
  const Rules rules{.players = 3, .last_round = LastRound::yes};
  const std::string all = "3" + write_setup(usual_star, starting_setup(*check(rules))).substr(1);
  Race<4> race(*check(rules));
  ASSERT_TRUE(race.begin(*read_setup(usual_star, all + ":last=1")));
  EXPECT_EQ(race.position().places[0], 1);
  EXPECT_EQ(race.position().shared_place, 1);
  EXPECT_EQ(race.position().seat, 1);
  EXPECT_EQ(write_setup(usual_star, setup_of(race.course(), race.position())), all + ":last=1");
  EXPECT_EQ(refusal_of_three(all + ":last=1", {.players = 3}),
            "CC-24: a last round is played out with last-round=yes only");
  EXPECT_EQ(refusal_of_three(all + ":last=3", rules), "CC-24: set 3 has come home, and somebody else is to move");
  EXPECT_EQ(refusal_of_three(all + ":last=5", rules),
            "CC-24: a player who has come home in this round comes before set 3 in it");
}

TEST(Sternhalma, CC_25_a_position_has_the_pieces_that_the_handicap_leaves) {
  Rules rules{.pieces = 10};
  rules.handicap[0] = 2;
  const Rules checked = *check(rules);
  const sternhalma::Setup start = starting_setup(checked);
  EXPECT_EQ(write_setup(usual_star, start), "1:1=b6,c5,c6,c7,d5,d6,d7,d8:4=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13");
  EXPECT_TRUE(check_setup(checked, start));
  EXPECT_EQ(to_text(check_setup(checked, *read_setup(usual_star, start_of_ten)).error()),
            "CC-25: set 1 has 10 pieces; expected 8");
}

TEST(Sternhalma, a_setup_made_by_hand_is_checked_too) {
  const Rules rules = *check({.pieces = 10});
  sternhalma::Setup setup = starting_setup(rules);
  setup.sets[0].holes[0] = 121;
  EXPECT_EQ(to_text(check_setup(rules, setup).error()), "CC-1: no hole with the number 121; expected 0 to 120");
  setup.sets[0].set = 6;
  EXPECT_EQ(to_text(check_setup(rules, setup).error()), "CC-4: set 7 does not play; the sets are 1, 4");
}

TEST(Sternhalma, a_move_is_its_holes_joined) {
  for (const char* text : {"d5-e6", "c5-e7-g7"}) EXPECT_EQ(write_path(usual_star, *read_path(usual_star, text)), text);
  EXPECT_EQ(to_text(read_path(usual_star, "c5").error()),
            "no move 'c5'; expected two holes or more joined by -, as in c5-c6");
  EXPECT_EQ(to_text(read_path(usual_star, "c5-").error()),
            "no hole ''; expected a row from a to q and a column, as in i9");
  std::string endless = "a5";
  for (int hop = 0; hop < 1000; ++hop) endless += "-a5";
  EXPECT_EQ(to_text(read_path(usual_star, endless).error()), "a path of more holes than the board has");
}

}  // namespace
}  // namespace crownstar::sternhalma
