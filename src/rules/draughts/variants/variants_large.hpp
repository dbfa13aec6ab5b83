// The rows of the games on more than 8×8 squares. It does not know how they are played.
// Sources are named where they decide a field; the rules pages in docs/rules/ list them in full.
#pragma once

#include "rules/draughts/variants/endings.hpp"
#include "rules/draughts/variants/rules.hpp"
#include "rules/draughts/variants/variants_eight.hpp"

namespace crownstar::draughts {

// What the international game and its descendants share; each row below says where it departs.
inline constexpr Rules international_rules{
    .rows = 10,  // FMJD Annex 1, 2.1
    .columns = 10,
    .men_rows = 4,                                          // 2.6
    .begins = Side::white,                                  // 3.2
    .man_captures = Lines::diagonals,                       // 4.2
    .king_move = KingMove::any_distance,                    // 3.9
    .king_capture = KingCapture::distant_landing_anywhere,  // 4.3
    .crowning = Crowning::only_where_the_move_ends,         // 3.5, 4.15
    .removal = Removal::after_the_move,                     // 4.11
    .precedence = {Criterion::most_pieces},                 // 4.13
    .draws = {.occurrences = 3,
              .quiet_half_moves = 50,                                                         // 6.1, 6.2
              .material = {three_pieces_against_a_king(32), two_pieces_against_a_king(10)}},  // 6.3, 6.4
    .two_points_a_win = true,
};

struct International {
  static constexpr std::string_view id = "international";
  static constexpr std::string_view name = "International draughts";
  static constexpr std::string_view summary = "10x10, flying kings, men jump backward too, the largest capture";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules = [] {
    Rules row = international_rules;
    row.game_type = "20,W,10,10,N2,0";
    row.ids = {.prefix = "IN"};
    return row;
  }();
};

struct Canadian {
  static constexpr std::string_view id = "canadian";
  static constexpr std::string_view name = "Canadian draughts";
  static constexpr std::string_view summary = "the international rules on 12x12";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules = [] {
    Rules row = international_rules;
    row.rows = 12;
    row.columns = 12;
    row.men_rows = 5;
    row.game_type = "27,W,12,12,N2,0";
    row.ids = {.prefix = "CA"};
    return row;
  }();
};

struct Frisian {
  static constexpr std::string_view id = "frisian";
  static constexpr std::string_view name = "Frisian draughts";
  static constexpr std::string_view summary = "10x10, captures along rows and columns too, the most valuable one";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules = [] {
    Rules row = international_rules;
    row.man_captures = Lines::every_direction;                            // Official Rules 2011, articles 7 and 9
    row.king_captures = Lines::every_direction;                           // article 9
    row.king_moves_in_a_row = 3;                                          // article 17
    row.precedence = {Criterion::highest_value, Criterion::with_a_king};  // articles 11 and 12
    row.draws = {.occurrences = 3,                                        // decided: the rules know no repetition
                 .quiet_half_moves = 50,                                  // decided, so that every game ends
                 .material = {two_kings_against_one(14), king_against_king(4)}};  // articles 18 and 21
    row.two_points_a_win = false;                                                 // PDN 3.0, GameType 40
    row.game_type = "40,W,10,10,N2,0";
    row.ids = {.prefix = "FR"};
    return row;
  }();
};

struct Frysk {
  static constexpr std::string_view id = "frysk";
  static constexpr std::string_view name = "Frysk!";
  static constexpr std::string_view summary = "Frisian draughts with five men a side";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules = [] {
    Rules row = Frisian::rules;
    row.men_rows = 1;                   // White 46-50, Black 1-5
    row.game_type = "97,W,10,10,N2,0";  // as lidraughts writes it: no official code
    row.ids = {.prefix = "FY"};
    return row;
  }();
};

struct Spantsiretti {
  static constexpr std::string_view id = "spantsiretti";
  static constexpr std::string_view name = "Spantsiretti";
  static constexpr std::string_view summary = "the Russian rules on ten columns and eight rows";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules = [] {
    Rules row = Russian::rules;
    row.columns = 10;
    // Decided: as the Russian game, without the road that a lone king could hold.
    row.draws.material = {three_kings_or_more_against_one(15), kings_on_both_sides(4, 5, 60),
                          kings_on_both_sides(6, 7, 120), two_pieces_against_a_king(10)};
    row.game_type = "41,W,10,8,A0,0";
    row.ids = {.prefix = "SR"};
    return row;
  }();
};

struct Antidraughts {
  static constexpr std::string_view id = "antidraughts";
  static constexpr std::string_view name = "Antidraughts";
  static constexpr std::string_view summary = "international; you win when you have no move left";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules = [] {
    Rules row = international_rules;
    row.ending = Ending::no_move_wins;  // as lidraughts plays it
    row.draws = {.occurrences = 3};
    row.game_type = "98,W,10,10,N2,0";  // as lidraughts writes it: no official code
    row.ids = {.prefix = "AD"};
    return row;
  }();
};

struct Breakthrough {
  static constexpr std::string_view id = "breakthrough";
  static constexpr std::string_view name = "Breakthrough";
  static constexpr std::string_view summary = "international; the first king wins";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules = [] {
    Rules row = international_rules;
    row.ending = Ending::first_king_wins;  // as lidraughts plays it
    row.draws = {};                        // men only go forward: nothing can recur
    row.game_type = "96,W,10,10,N2,0";     // as lidraughts writes it: no official code
    row.ids = {.prefix = "BT"};
    return row;
  }();
};

struct Killer {
  static constexpr std::string_view id = "killer";
  static constexpr std::string_view name = "Killer draughts";
  static constexpr std::string_view summary =
      "international; a king whose last captured piece is a king stops right behind it";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules = [] {
    Rules row = international_rules;
    row.stops_behind_a_king_taken_last = true;                                                    // MindSports
    row.draws = {.occurrences = 3, .quiet_half_moves = 50, .material = {king_against_king(10)}};  // decided
    row.game_type = "94,W,10,10,N2,0";  // no official code: ours, see docs/formats.md
    row.ids = {.prefix = "KI"};
    return row;
  }();
};

}  // namespace crownstar::draughts
