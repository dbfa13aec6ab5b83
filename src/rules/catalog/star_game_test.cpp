#include "rules/catalog/star_game.hpp"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace crownstar::game {
namespace {

std::unique_ptr<Game> started(std::string_view token) {
  auto game = start_star(*read_token(token));
  EXPECT_TRUE(game) << token;
  return std::move(*game);
}

constexpr std::string_view start_of_ten = "1:1=a5,b5,b6,c5,c6,c7,d5,d6,d7,d8:4=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13";
// Set 1 comes home with m10-n10.
constexpr std::string_view nearly_home = "1:1=m10,n11,n12,n13,o11,o12,o13,p12,p13,q13:4=h5,h6,h7,h8,i6,i7,i8,j7,j8,k8";

void play(Game& game, std::string_view text) {
  const auto move = game.parse(text);
  ASSERT_TRUE(move) << to_text(move.error());
  ASSERT_TRUE(game.play(*move));
}

std::string refusal_of(const Game& game, std::string_view text) {
  const auto move = game.parse(text);
  return move ? "" : to_text(move.error());
}

TEST(StarGame, starts_at_the_start_with_the_canonical_token) {
  const auto game = started("sternhalma:hop=standard,pieces=10");
  EXPECT_EQ(game->token(), "sternhalma:pieces=10");
  EXPECT_EQ(game->seats(), 2);
  EXPECT_EQ(game->seat_name(1), "Seat 2");
  EXPECT_EQ(game->position(), start_of_ten);
  EXPECT_EQ(game->seat_to_move(), 0);
  EXPECT_EQ(game->pieces().size(), 20U);
  EXPECT_EQ(game->pieces().back(), (PieceView{120, 1, 4, false}));
  EXPECT_EQ(game->legal_moves()->size(), 14U);
  EXPECT_FALSE(game->outcome().is_over);
  EXPECT_EQ(started("sternhalma")->pieces().size(), 30U);
}

TEST(StarGame, a_combination_that_cannot_be_played_is_refused_with_the_rule) {
  const auto game = start_star(*read_token("sternhalma:players=6,sets=2"));
  ASSERT_FALSE(game);
  EXPECT_EQ(to_text(game.error()), "CC-5: 2 sets a player with 6 players; expected 1");
}

TEST(StarGame, the_layout_has_every_hole_with_its_neighbours_starts_and_goals) {
  const auto game = started("sternhalma:players=3,sets=2");
  const Layout& layout = game->layout();
  EXPECT_EQ(layout.shape, BoardShape::star);
  EXPECT_EQ(layout.turn_steps, 6);
  ASSERT_EQ(layout.points.size(), 121U);
  EXPECT_EQ(layout.points[0].label, "a5");
  EXPECT_EQ(layout.points[0].start_of, 1);
  EXPECT_EQ(layout.points[0].goal_of, 4);
  EXPECT_EQ(layout.points[60].start_of, 0);
  for (const auto& [one, other] : layout.lines) {
    const LayoutPoint& from = layout.points[static_cast<std::size_t>(one)];
    const LayoutPoint& to = layout.points[static_cast<std::size_t>(other)];
    EXPECT_NEAR((from.x - to.x) * (from.x - to.x) + (from.y - to.y) * (from.y - to.y), 1.0, 1e-9);
  }
  EXPECT_EQ(layout.lines.size(), 312U);
  EXPECT_EQ(started("sternhalma:players=3")->layout().points[0].goal_of, 0);
}

TEST(StarGame, short_and_full_texts_are_read_and_a_wrong_one_is_explained) {
  const auto game = started("sternhalma:pieces=10");
  EXPECT_EQ(game->parse("c5-e7")->text, "c5-e7");
  EXPECT_EQ(game->parse(" d5-e6\n")->text, "d5-e6");
  EXPECT_EQ(refusal_of(*game, "n10-m10"), "CC-7: the piece in n10 is of set 4; the player to move has set 1");
  EXPECT_EQ(refusal_of(*game, "a5-b5"), "CC-8: b5 is occupied; a move ends in an empty hole");
  EXPECT_EQ(refusal_of(*game, "z5-b5"), "no hole 'z5'; expected a row from a to q and a column, as in i9");
  EXPECT_EQ(refusal_of(*game, "d5-e4"),
            "CC-9: d5 and e4 are not in one line, and no chain of hops leads from d5 to e4");
}

TEST(StarGame, a_move_is_shown_with_its_shortest_way_and_every_way_on_request) {
  const auto game = started("sternhalma:pieces=10");
  ASSERT_TRUE(game->set_position("1:1=i9,a5,b5,b6,c5,c6,c7,d6,d7,d8:4=i10,j11,k10,j9,o11,o12,o13,p12,p13,q13"));
  const auto move = game->parse("i9-i11-k11-k9");
  ASSERT_TRUE(move);
  EXPECT_EQ(move->text, "i9-k9") << "one move, whichever way it was typed";
  EXPECT_EQ(game->paths(*move)->size(), 2U);
  std::set<std::string> texts;
  const auto moves = *game->legal_moves();
  for (const MoveView& each : moves) texts.insert(each.text);
  EXPECT_EQ(texts.size(), moves.size());
  EXPECT_TRUE(texts.contains("i9-i11-k11"));
}

TEST(StarGame, CC_17_the_winner_has_the_first_place_and_the_end_its_reason) {
  const auto game = started("sternhalma:pieces=10");
  ASSERT_TRUE(game->set_position(nearly_home));
  play(*game, "m10-n10");
  const Outcome& outcome = game->outcome();
  EXPECT_TRUE(outcome.is_over);
  EXPECT_FALSE(outcome.is_draw);
  EXPECT_EQ(outcome.rule, "CC-17");
  EXPECT_EQ(outcome.reason, "Seat 1 came home first");
  EXPECT_EQ(outcome.standings[0].place, 1);
  EXPECT_EQ(outcome.standings[0].rule, "CC-17");
  EXPECT_EQ(outcome.standings[1].place, 2);
  EXPECT_TRUE(game->legal_moves()->empty());
  EXPECT_TRUE(refusal_of(*game, "h5-g5").starts_with("CC-17: the game is over: "));
  EXPECT_FALSE(game->withdraw(0, "resigned"));
}

TEST(StarGame, CC_15_where_others_play_on_the_end_comes_with_the_last_place) {
  const auto game = started("sternhalma:players=3");
  std::string position = game->position();  // 1:1=...:...
  const std::size_t list = position.find('=') + 1;
  position.replace(list, position.find(':', list) - list, "m10,n11,n12,n13,o11,o12,o13,p12,p13,q13");
  ASSERT_TRUE(game->set_position(position)) << position;
  play(*game, "m10-n10");
  EXPECT_FALSE(game->outcome().is_over);
  EXPECT_EQ(game->outcome().standings[0].rule, "CC-17");
  ASSERT_TRUE(game->withdraw(2, "left"));
  EXPECT_TRUE(game->outcome().is_over);
  EXPECT_EQ(game->outcome().rule, "CC-15");
  EXPECT_EQ(game->outcome().standings[1].place, 2);
}

TEST(StarGame, CC_19_a_third_occurrence_is_a_draw) {
  const auto game = started("sternhalma:pieces=10");
  for (int round = 0; round < 2; ++round) {
    for (const char* move : {"d5-e5", "n13-m13", "e5-d5", "m13-n13"}) play(*game, move);
  }
  EXPECT_TRUE(game->outcome().is_draw);
  EXPECT_EQ(game->outcome().rule, "CC-19");
  EXPECT_EQ(game->outcome().standings[1].place, 1);
}

TEST(StarGame, CC_16_passes_are_played_by_the_rules_themselves) {
  const auto game = started("sternhalma:pieces=10,goal=closed,win=own");
  ASSERT_TRUE(game->set_position("1:1=a5,n10,n11,n12,o11,o12,o13,p12,p13,q13:4=b5,b6,c5,c6,c7,n13,i6,i7,i8,i9"));
  EXPECT_EQ(game->seat_to_move(), 1);
  EXPECT_FALSE(game->legal_moves()->empty());
}

TEST(StarGame, a_seat_that_withdraws_has_the_last_place_and_the_reason_given) {
  const auto game = started("sternhalma:players=3");
  ASSERT_TRUE(game->withdraw(1, "resigned"));
  EXPECT_EQ(game->outcome().standings[1], (Standing{3, "", "resigned"}));
  EXPECT_FALSE(game->outcome().is_over);
  ASSERT_TRUE(game->withdraw(0, "left"));
  EXPECT_TRUE(game->outcome().is_over);
  EXPECT_EQ(game->outcome().standings[2].place, 1);
}

TEST(StarGame, CC_22_the_pieces_of_who_leaves_are_taken_off_and_a_position_says_so) {
  const auto game = started("sternhalma:players=3");
  ASSERT_TRUE(game->withdraw(1, "resigned"));
  EXPECT_EQ(game->pieces().size(), 20U);
  EXPECT_TRUE(game->position().ends_with(":left=3")) << game->position();
  const auto again = started("sternhalma:players=3");
  ASSERT_TRUE(again->set_position(game->position()));
  EXPECT_EQ(again->position(), game->position());
  EXPECT_EQ(again->key(), game->key());
  EXPECT_EQ(again->outcome().standings[1], (Standing{3, "", "had left before"}));

  const auto staying = started("sternhalma:players=3,leave=stay");
  ASSERT_TRUE(staying->withdraw(1, "resigned"));
  EXPECT_EQ(staying->pieces().size(), 30U);
  EXPECT_NE(staying->key(), game->key());
}

TEST(StarGame, CC_24_two_who_come_home_in_one_round_share_the_place) {
  const auto game = started("sternhalma:pieces=10,last-round=yes");
  ASSERT_TRUE(game->set_position("1:1=m10,n11,n12,n13,o11,o12,o13,p12,p13,q13:4=a5,b5,b6,c5,c6,c7,d6,d7,d8,e5"));
  play(*game, "m10-n10");
  EXPECT_FALSE(game->outcome().is_over);
  EXPECT_TRUE(game->position().ends_with(":last=1")) << game->position();
  play(*game, "e5-d5");
  const Outcome& outcome = game->outcome();
  EXPECT_TRUE(outcome.is_draw);
  EXPECT_EQ(outcome.rule, "CC-24");
  EXPECT_EQ(outcome.reason, "Seat 1 and Seat 2 came home first, in the same round");
  EXPECT_EQ(outcome.standings[1], (Standing{1, "CC-24", "has come home in the same round"}));
}

TEST(StarGame, CC_25_a_handicap_takes_pieces_from_the_start) {
  const auto game = started("sternhalma:handicap=4-3+1-2");
  EXPECT_EQ(game->token(), "sternhalma:handicap=1-2+4-3");
  EXPECT_EQ(game->pieces().size(), 25U);
}

TEST(StarGame, a_refused_position_or_move_changes_nothing) {
  const auto game = started("sternhalma:pieces=10");
  play(*game, "d5-e5");
  const std::string position = game->position();
  const auto key = game->key();
  EXPECT_FALSE(game->set_position("1:1=a5"));
  MoveView bad;
  EXPECT_FALSE(game->play(bad));
  bad.path = {0, 500};
  EXPECT_FALSE(game->play(bad));
  bad.path = {0, 60};
  EXPECT_FALSE(game->play(bad));
  EXPECT_FALSE(game->paths(bad));
  EXPECT_EQ(game->position(), position);
  EXPECT_EQ(game->key(), key);
}

TEST(StarGame, perft_counts_moves_by_their_ends_and_its_branches_add_up) {
  const auto game = started("sternhalma:pieces=10,rest=anywhere");
  const auto node = game->perft();
  EXPECT_EQ(*node->count(3, Counting::moves), 4760U);
  const auto branches = *node->branches(Counting::moves);
  EXPECT_EQ(branches.size(), 14U);
  std::uint64_t total = 0;
  for (const auto& branch : branches) total += *branch.node->count(2, Counting::paths);
  EXPECT_EQ(total, 4760U);
}

TEST(StarGame, what_is_written_reads_back_and_a_copy_goes_its_own_way) {
  std::mt19937 random(5);
  for (const char* token : {"sternhalma", "sternhalma:players=3,sets=2,hop=symmetric", "sternhalma:players=6,board=253",
                            "sternhalma:players=5,handicap=2-4,last-round=yes"}) {
    const auto game = started(token);
    for (int ply = 0; ply < 40; ++ply) {
      const auto moves = *game->legal_moves();
      ASSERT_FALSE(moves.empty());
      const MoveView& move = moves[random() % moves.size()];
      EXPECT_EQ(game->parse(move.text)->handle, move.handle);
      const auto copy = game->clone();
      ASSERT_TRUE(copy->play(move));
      EXPECT_NE(copy->position(), game->position());
      const auto again = started(token);
      ASSERT_TRUE(again->set_position(game->position()));
      EXPECT_EQ(again->position(), game->position());
      EXPECT_EQ(again->key(), game->key());
      ASSERT_TRUE(game->play(move));
    }
  }
}

TEST(StarGame, the_catalogue_entry_lists_every_option_with_its_rule) {
  const CatalogEntry entry = star_catalog_entry();
  EXPECT_EQ(entry.id, "sternhalma");
  ASSERT_EQ(entry.options.size(), 15U);
  for (const GameOption& option : entry.options) {
    EXPECT_TRUE(option.rule.starts_with("CC-")) << option.key;
    for (const std::string& value : option.values) {
      const auto game = start_star({"sternhalma", {{option.key, value}}});
      if (game) continue;
      EXPECT_TRUE(game.error().rule.starts_with("CC-")) << option.key << "=" << value;
    }
  }
}

}  // namespace
}  // namespace crownstar::game
