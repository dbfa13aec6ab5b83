// The rows of the games on 8×8 squares. It does not know how they are played.
// Sources are named where they decide a field; the rules pages in docs/rules/ list them in full.
#pragma once

#include "rules/draughts/variants/endings.hpp"
#include "rules/draughts/variants/rules.hpp"

namespace crownstar::draughts {

struct American {
  static constexpr std::string_view id = "american";
  static constexpr std::string_view name = "American checkers";
  static constexpr std::string_view summary = "short kings, men jump forward only, any jump may be chosen";
  static constexpr std::array<std::string_view, 2> sides{"White", "Red"};  // AM-2
  static constexpr Rules rules{
      .playing = Playing::with_corner,                      // AM-1: a dark square at each player's far left
      .men_rows = 3,                                        // AM-2
      .begins = Side::black,                                // AM-3; Red is PDN's black
      .man_moves = Lines::forward_diagonals,                // AM-4
      .man_captures = Lines::forward_diagonals,             // AM-5
      .man_may_take_king = true,                            // AM-5
      .king_move = KingMove::one_step,                      // AM-4
      .king_capture = KingCapture::adjacent,                // AM-5
      .crowning = Crowning::ends_the_move,                  // AM-9
      .removal = Removal::after_the_move,                   // AM-6; with short kings the moment cannot matter
      .precedence = {},                                     // AM-8
      .ending = Ending::no_move_loses,                      // AM-10
      .draws = {.occurrences = 3, .quiet_half_moves = 80},  // AM-15
      .numbered_from = NumberedFrom::top_left,              // Red starts on 1-12, White on 21-32
      .game_type = "21,B,8,8,N1,0",
      .ids = {.prefix = "AM",
              .man_move = 4,
              .king_move = 4,
              .man_capture = 5,
              .king_capture = 5,
              .must_capture = 7,
              .whole_capture = 7,
              .precedence = 8,
              .removal = 6,
              .crowning = 9,
              .no_move = 10,
              .repetition = 15,
              .quiet = 15,
              .material = 15,
              .special = 15},
  };
};

struct FlyingKing {
  static constexpr std::string_view id = "flying-king";
  static constexpr std::string_view name = "Checkers with flying kings";
  static constexpr std::string_view summary =
      "kings move any distance but capture only a piece next to them; men jump forward only";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};  // FK-1
  static constexpr Rules rules{
      .playing = Playing::with_corner,           // FK-1, FK-2
      .men_rows = 3,                             // FK-1
      .begins = Side::white,                     // FK-3
      .man_moves = Lines::forward_diagonals,     // FK-4
      .man_captures = Lines::forward_diagonals,  // FK-8
      .man_may_take_king = true,                 // FK-8: a piece
      .king_move = KingMove::any_distance,       // FK-6
      .king_capture = KingCapture::adjacent,     // FK-9
      .crowning = Crowning::ends_the_move,       // FK-5
      .removal = Removal::after_the_move,        // FK-10; captured and landing squares never meet
      .precedence = {},                          // FK-7
      .ending = Ending::no_move_loses,           // FK-12
      .draws = {.occurrences = 3,                // FK-14
                .quiet_half_moves = 40,          // FK-13
                .material = {three_kings_against_one(CountedMoves::of_the_stronger, 20)}},  // FK-15
      .numbered_from = NumberedFrom::top_left,
      .game_type = "95,W,8,8,N2,0",  // no official code: ours, see docs/formats.md
      .ids = {.prefix = "FK",
              .board = 1,
              .pieces = 1,
              .turns = 3,
              .man_move = 4,
              .king_move = 6,
              .man_capture = 8,
              .king_capture = 9,
              .must_capture = 7,
              .whole_capture = 10,
              .precedence = 7,
              .removal = 10,
              .crowning = 5,
              .no_move = 12,
              .repetition = 14,
              .quiet = 13,
              .material = 15,
              .special = 10},
  };
};

// The pool family: men take backward, kings fly, a choice of captures is free.
struct Russian {
  static constexpr std::string_view id = "russian";
  static constexpr std::string_view name = "Russian draughts";
  static constexpr std::string_view summary = "flying kings; a man crowned during a capture continues as a king";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules{
      .man_captures = Lines::diagonals,                       // FMJD-64 1.5.3
      .king_move = KingMove::any_distance,                    // FMJD-64 1.4.5
      .king_capture = KingCapture::distant_landing_anywhere,  // FMJD-64 1.5.5
      .crowning = Crowning::at_once_and_goes_on_as_king,      // FMJD-64 1.5.15
      .removal = Removal::after_the_move,                     // FMJD-64 1.5.8
      .draws = {.occurrences = 3,                             // FMJD-64 7.2.4
                .quiet_half_moves = 30,                       // FMJD-64 7.2.5
                .material = {three_kings_or_more_against_one(15), kings_on_both_sides(4, 5, 60),
                             kings_on_both_sides(6, 7, 120), three_pieces_against_a_king_on_the_road(5),
                             two_pieces_against_a_king(10)}},  // FMJD-64 7.2.3, 7.2.6-7.2.8
      .notation = Notation::letters,
      .numbered_from = NumberedFrom::bottom_left,
      .capture_sign = ':',
      .game_type = "25,W,8,8,A0,0",
      .ids = {.prefix = "RU"},
  };
};

struct Brazilian {
  static constexpr std::string_view id = "brazilian";
  static constexpr std::string_view name = "Brazilian draughts";
  static constexpr std::string_view summary = "the international rules on 8x8";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules{
      .man_captures = Lines::diagonals,
      .king_move = KingMove::any_distance,
      .king_capture = KingCapture::distant_landing_anywhere,
      .crowning = Crowning::only_where_the_move_ends,  // FMJD-64: as the international game
      .removal = Removal::after_the_move,
      .precedence = {Criterion::most_pieces},  // FMJD-64: as the international game
      .draws = Russian::rules.draws,           // FMJD-64 7.2 serves both games
      .notation = Notation::letters,
      .numbered_from = NumberedFrom::bottom_left,
      .game_type = "26,W,8,8,A0,0",
      .ids = {.prefix = "BR"},
  };
};

struct Pool {
  static constexpr std::string_view id = "pool";
  static constexpr std::string_view name = "Pool checkers";
  static constexpr std::string_view summary = "flying kings, men jump backward too, any jump may be chosen";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules{
      .begins = Side::black,                                  // APCA rule 5
      .man_captures = Lines::diagonals,                       // APCA rule 14
      .king_move = KingMove::any_distance,                    // APCA rule 15
      .king_capture = KingCapture::distant_landing_anywhere,  // APCA rule 19
      .crowning = Crowning::only_where_the_move_ends,         // APCA rules 16, 22, 23
      .removal = Removal::after_the_move,
      .draws = {.occurrences = 3,
                .quiet_half_moves = 30,
                .material = {three_kings_against_one(CountedMoves::of_the_weaker, 13)}},  // APCA rule 26
      .game_type = "23,B,8,8,N1,0",
      .ids = {.prefix = "PO"},
  };
};

struct Czech {
  static constexpr std::string_view id = "czech";
  static constexpr std::string_view name = "Czech draughts";
  static constexpr std::string_view summary = "flying kings; if a king can capture, a king must";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules{
      .man_captures = Lines::forward_diagonals,               // Czech federation 4.1
      .king_move = KingMove::any_distance,                    // Czech federation 3.9
      .king_capture = KingCapture::distant_landing_anywhere,  // Czech federation 4.2
      .crowning = Crowning::ends_the_move,
      .removal = Removal::after_the_move,
      .king_takes_before_man = true,                        // Czech federation 4.14
      .draws = {.occurrences = 3, .quiet_half_moves = 30},  // Czech federation's brief rules
      .notation = Notation::letters,
      .numbered_from = NumberedFrom::bottom_left,
      .game_type = "29,W,8,8,A0,0",
      .ids = {.prefix = "CZ"},
  };
};

struct Italian {
  static constexpr std::string_view id = "italian";
  static constexpr std::string_view name = "Italian draughts";
  static constexpr std::string_view summary =
      "short kings that men cannot capture; largest capture, then the one with most kings";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules{
      .playing = Playing::without_corner,        // FID 2.3
      .man_captures = Lines::forward_diagonals,  // FID 6
      .man_may_take_king = false,                // FID 5.3
      .king_move = KingMove::one_step,           // FID 5.5
      .king_capture = KingCapture::adjacent,
      .crowning = Crowning::ends_the_move,
      .removal = Removal::after_the_move,
      .precedence = {Criterion::most_pieces, Criterion::with_a_king, Criterion::most_kings_taken,
                     Criterion::king_taken_earliest},       // FID 6.6-6.9
      .draws = {.occurrences = 4, .quiet_half_moves = 80},  // FID 9.3(b1), 10.4
      .numbered_from = NumberedFrom::top_left,              // FID 2.4
      .game_type = "22,W,8,8,N2,1",
      .ids = {.prefix = "IT"},
  };
};

struct Spanish {
  static constexpr std::string_view id = "spanish";
  static constexpr std::string_view name = "Spanish draughts";
  static constexpr std::string_view summary = "flying kings, men jump forward only; most pieces, then most kings";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules{
      .playing = Playing::without_corner,
      .man_captures = Lines::forward_diagonals,
      .king_move = KingMove::any_distance,
      .king_capture = KingCapture::distant_landing_anywhere,
      .crowning = Crowning::ends_the_move,
      .removal = Removal::after_the_move,
      .precedence = {Criterion::most_pieces, Criterion::most_kings_taken},  // the laws of quantity and of quality
      .draws = {.occurrences = 3, .quiet_half_moves = 40, .material = {three_kings_on_the_river(12)}},
      .numbered_from = NumberedFrom::bottom_right,
      .game_type = "24,W,8,8,N1,1",
      .ids = {.prefix = "SP"},
  };
};

struct Portuguese {
  static constexpr std::string_view id = "portuguese";
  static constexpr std::string_view name = "Portuguese draughts";
  static constexpr std::string_view summary =
      "moves as in Spanish draughts; draws as the Portuguese federation has them";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules{
      .playing = Playing::without_corner,
      .man_captures = Lines::forward_diagonals,
      .king_move = KingMove::any_distance,
      .king_capture = KingCapture::distant_landing_anywhere,
      .crowning = Crowning::ends_the_move,
      .removal = Removal::after_the_move,
      .precedence = {Criterion::most_pieces, Criterion::most_kings_taken},  // FPD, leis da quantidade e da qualidade
      .draws = {.occurrences = 3,
                .material = {three_kings_on_the_river(12), few_pieces_with_kings(40)}},  // FPD 3.8.a, 3.8.b, 5.3
      .numbered_from = NumberedFrom::bottom_right,
      .game_type = "28,W,8,8,N1,1",
      .ids = {.prefix = "PT"},
  };
};

struct Thai {
  static constexpr std::string_view id = "thai";
  static constexpr std::string_view name = "Thai draughts";
  static constexpr std::string_view summary = "makhos: eight men a side; a king lands right behind what it captures";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules{
      .men_rows = 2,          // makhos as it is played; tables of counts in print use three rows
      .begins = Side::black,  // PDN 3.0, GameType 31
      .man_captures = Lines::forward_diagonals,
      .king_move = KingMove::any_distance,
      .king_capture = KingCapture::distant_landing_behind,
      .crowning = Crowning::ends_the_move,
      .removal = Removal::at_once,
      .may_turn_back = true,
      .draws = {.occurrences = 3, .quiet_half_moves = 50},  // decided: the sources are silent
      .numbered_from = NumberedFrom::bottom_right,          // PDN 3.0: top left as Black sees it
      .capture_sign = '-',
      .game_type = "31,B,8,8,N2,0",
      .ids = {.prefix = "TH"},
  };
};

struct Turkish {
  static constexpr std::string_view id = "turkish";
  static constexpr std::string_view name = "Turkish draughts";
  static constexpr std::string_view summary = "all 64 squares, moves along rows and columns, the largest capture";
  static constexpr std::array<std::string_view, 2> sides{"White", "Black"};
  static constexpr Rules rules{
      .playing = Playing::all,
      .first_men_row = 1,
      .men_rows = 2,
      .man_moves = Lines::forward_and_sideways,
      .man_captures = Lines::forward_and_sideways,
      .king_lines = Lines::rows_and_columns,
      .king_captures = Lines::rows_and_columns,
      .king_move = KingMove::any_distance,
      .king_capture = KingCapture::distant_landing_anywhere,
      .crowning = Crowning::at_once_and_goes_on_as_king,  // decided: the sources differ, see the rules page
      .removal = Removal::at_once,
      .may_turn_back = false,
      .precedence = {Criterion::most_pieces},
      .draws = {.occurrences = 3,
                .quiet_half_moves = 50,
                .sideways_man_is_quiet = true,
                .material = {one_piece_each(4)}},
      .notation = Notation::letters,
      .numbered_from = NumberedFrom::bottom_left,
      .game_type = "30,W,8,8,A0,0",
      .ids = {.prefix = "TU"},
  };
};

}  // namespace crownstar::draughts
