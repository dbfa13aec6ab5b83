#include "oracle/draughts_rules.hpp"

#include <algorithm>

// Every function below states one variant; a variant that differs from another one starts from it and says how. The
// source stands beside each fact that is not common to all draughts.
namespace crownstar::oracle {
namespace {

std::vector<Step> diagonal_forward() { return {{1, -1}, {1, 1}}; }
std::vector<Step> diagonal_all() { return {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}}; }
std::vector<Step> straight_forward_and_aside() { return {{1, 0}, {0, -1}, {0, 1}}; }
std::vector<Step> straight_all() { return {{1, 0}, {-1, 0}, {0, -1}, {0, 1}}; }

// On a board where every other cell is played the next cell of a row or column is two away.
std::vector<Step> frisian_eight() { return {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {2, 0}, {-2, 0}, {0, -2}, {0, 2}}; }

// WCDF rules of draughts 1.1-1.20: board 1.1-1.4, Red (Black) first 1.12, short king 1.17, men jump forward only 1.18,
// a crowning jump ends the move 1.19, any jump may be chosen 1.20. AM-1 to AM-9.
Rules american() {
  Rules rules;
  rules.id = "american";
  rules.first_mover = Side::black;
  rules.man_moves = diagonal_forward();
  rules.man_captures = diagonal_forward();
  rules.king_moves = diagonal_all();
  rules.king_captures = diagonal_all();
  return rules;
}

// FK-1 to FK-10: White first, men as in the English game, a king that moves far and captures near.
Rules flying_king() {
  Rules rules = american();
  rules.id = "flying-king";
  rules.first_mover = Side::white;
  rules.kings_move_far = true;
  return rules;
}

// FMJD Annex 1, official rules of international draughts (2015): board 2.1-2.8, White first 3.3, king 3.9, men capture
// backwards too 4.1, king lands on any free square 4.3 and 4.6, no piece is passed twice 4.8, removal after the chain
// 4.11, most pieces 4.13 whatever they are 4.14, no crowning in passing 3.5 and 4.15.
Rules international() {
  Rules rules;
  rules.id = "international";
  rules.rows = 10;
  rules.columns = 10;
  rules.men_rows = 4;
  rules.man_moves = diagonal_forward();
  rules.man_captures = diagonal_all();
  rules.far_row_in_a_chain = FarRow::passes_as_man;
  rules.king_moves = diagonal_all();
  rules.king_captures = diagonal_all();
  rules.kings_move_far = true;
  rules.kings_capture_far = true;
  rules.kings_land_anywhere = true;
  rules.precedence = {Precedence::most_pieces};
  return rules;
}

// FID, Regolamento tecnico, capo I: corner at the right 2.3, numbers 2.4, White first 3.4, short king 4.7, men capture
// forward 5.3a and never a king 5.3b, then most pieces 6.6, with a king 6.7, most kings 6.8, kings met first 6.9.
Rules italian() {
  Rules rules = american();
  rules.id = "italian";
  rules.first_mover = Side::white;
  rules.bottom_left_is_played = false;
  rules.men_capture_kings = false;
  rules.precedence = {Precedence::most_pieces, Precedence::with_a_king, Precedence::most_kings,
                      Precedence::kings_earliest};
  return rules;
}

// The Iberian game as the Portuguese federation states it (FPD, Regras do jogo de damas classicas, 2013): corner and
// square 1 at the bottom right, White first, men capture forward, long king, law of quantity, then law of quality.
Rules spanish() {
  Rules rules = international();
  rules.id = "spanish";
  rules.rows = 8;
  rules.columns = 8;
  rules.men_rows = 3;
  rules.bottom_left_is_played = false;
  rules.numbering = Numbering::from_bottom_right;
  rules.man_captures = diagonal_forward();
  rules.far_row_in_a_chain = FarRow::ends_the_move;
  rules.precedence = {Precedence::most_pieces, Precedence::most_kings};
  return rules;
}

// The same game under its Portuguese name (PDN 3.0 gives it a type of its own, 28).
Rules portuguese() {
  Rules rules = spanish();
  rules.id = "portuguese";
  return rules;
}

// Russian codex of 2004 (FMJD-64): long king 1.4.5, men capture backwards too 1.5.3, a man that reaches the far row
// in a chain is a king from there on 1.5.15, any capture may be chosen but must be completed.
Rules russian() {
  Rules rules = international();
  rules.id = "russian";
  rules.rows = 8;
  rules.columns = 8;
  rules.men_rows = 3;
  rules.numbering = Numbering::algebraic_from_bottom_left;
  rules.far_row_in_a_chain = FarRow::continues_as_king;
  rules.precedence = {};
  return rules;
}

// The international rules on 8x8, as lidraughts plays them.
Rules brazilian() {
  Rules rules = international();
  rules.id = "brazilian";
  rules.rows = 8;
  rules.columns = 8;
  rules.men_rows = 3;
  rules.numbering = Numbering::algebraic_from_bottom_left;
  return rules;
}

// APCA tournament rules: Black first 7, men capture backwards too 14, long king 15, crowned only where the move ends
// 16, 22 and 23, removal after the chain 17 to 19, any capture may be chosen 20.
Rules pool() {
  Rules rules = brazilian();
  rules.id = "pool";
  rules.first_mover = Side::black;
  rules.numbering = Numbering::from_top_left;
  rules.precedence = {};
  return rules;
}

// Czech federation: long king 3.9, men capture forward only 4.1, a king captures before a man 4.14.
Rules czech() {
  Rules rules = brazilian();
  rules.id = "czech";
  rules.man_captures = diagonal_forward();
  rules.far_row_in_a_chain = FarRow::ends_the_move;
  rules.precedence = {Precedence::with_a_king};
  return rules;
}

// Makhos: eight men a side, men capture forward, a king stops directly behind each piece it captures, pieces leave at
// once, a turn of 180 degrees is allowed, any capture may be chosen (mindsports, "Thai"; checkers wiki, "Mak-hot").
// Customs differ on who starts: Black, as the type 31 of PDN 3.0 has it. Its square 1 is Black's top left.
Rules thai() {
  Rules rules = czech();
  rules.id = "thai";
  rules.first_mover = Side::black;
  rules.men_rows = 2;
  rules.numbering = Numbering::from_bottom_right;
  rules.kings_land_anywhere = false;
  rules.captured_pieces_leave_at_once = true;
  rules.precedence = {};
  return rules;
}

// Dama: all cells, men on the second and third rows, straight lines; most pieces whatever they are, pieces leave at
// once, no turn of 180 degrees in a chain. Sources differ on a man that reaches the far row in a chain; most let it
// go on as a king (draughts.github.io, rule 6), and that is taken here.
Rules turkish() {
  Rules rules = international();
  rules.id = "turkish";
  rules.rows = 8;
  rules.columns = 8;
  rules.every_cell_is_played = true;
  rules.numbering = Numbering::algebraic_from_bottom_left;
  rules.vacant_home_rows = 1;
  rules.men_rows = 2;
  rules.man_moves = straight_forward_and_aside();
  rules.man_captures = straight_forward_and_aside();
  rules.far_row_in_a_chain = FarRow::continues_as_king;
  rules.king_moves = straight_all();
  rules.king_captures = straight_all();
  rules.captured_pieces_leave_at_once = true;
  rules.chain_may_turn_straight_back = false;
  return rules;
}

// The international rules on 12x12 with thirty men a side.
Rules canadian() {
  Rules rules = international();
  rules.id = "canadian";
  rules.rows = 12;
  rules.columns = 12;
  rules.men_rows = 5;
  return rules;
}

// Official Rules for Frisian Draughts (2011): men and kings capture in eight directions 7 and 9, value of a capture 11,
// with a king first 12, removal after the chain 14, three moves in a row with a king 17. White first 6.
Rules frisian() {
  Rules rules = international();
  rules.id = "frisian";
  rules.man_captures = frisian_eight();
  rules.king_captures = frisian_eight();
  rules.precedence = {Precedence::frisian_value, Precedence::with_a_king};
  rules.same_king_moves_in_a_row = 3;
  return rules;
}

// The Frisian rules with five men a side on the back row, as lidraughts plays them.
Rules frysk() {
  Rules rules = frisian();
  rules.id = "frysk";
  rules.men_rows = 1;
  return rules;
}

// The Russian rules on ten columns and eight rows with fifteen men a side (checkers wiki, "80-Kletochnie Shashki").
Rules spantsiretti() {
  Rules rules = russian();
  rules.id = "spantsiretti";
  rules.columns = 10;
  return rules;
}

// lidraughts: the international rules; the side that is left without a move or a piece has won.
Rules antidraughts() {
  Rules rules = international();
  rules.id = "antidraughts";
  rules.having_no_move_wins = true;
  return rules;
}

// lidraughts: the international rules; the first side to have a king has won.
Rules breakthrough() {
  Rules rules = international();
  rules.id = "breakthrough";
  rules.first_king_ends_the_game = true;
  return rules;
}

// mindsports, "Killer draughts": the international rules, but a king stops on the first square behind the last
// captured piece if, and only if, that piece is a king; the capture of a single king included.
Rules killer() {
  Rules rules = international();
  rules.id = "killer";
  rules.kings_halt_behind_last_king = true;
  return rules;
}

}  // namespace

const std::vector<Rules>& all_rules() {
  static const std::vector<Rules> rules{american(),     flying_king(),  international(), italian(), spanish(),
                                        portuguese(),   russian(),      brazilian(),     pool(),    czech(),
                                        thai(),         turkish(),      canadian(),      frisian(), frysk(),
                                        spantsiretti(), antidraughts(), breakthrough(),  killer()};
  return rules;
}

const Rules* find_rules(std::string_view id) {
  const auto& rules = all_rules();
  const auto found = std::ranges::find(rules, id, &Rules::id);
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace crownstar::oracle
