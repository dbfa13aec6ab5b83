// Moves against the rules: the reason names the rule that is broken, and where a capture is owed it names the captures.
// A text that may mean two moves is refused with both; a full path is understood, a wrong one is not.

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "support/rules_board.hpp"

namespace crownstar::support {
namespace {

std::string why_not(std::string_view id, std::string_view fen, std::string_view text) {
  return Board{id, fen}.refusal(text);
}

// Where the reason begins with the rule and holds all the words.
testing::AssertionResult names(const std::string& reason, std::string_view rule,
                               std::initializer_list<std::string_view> words = {}) {
  if (!reason.starts_with(std::string(rule) + ": ")) return testing::AssertionFailure() << reason;
  for (const std::string_view word : words) {
    if (reason.find(word) == std::string::npos) return testing::AssertionFailure() << reason << " without " << word;
  }
  return testing::AssertionSuccess();
}

TEST(RefusedMoves, squares_that_do_not_exist_are_answered_with_those_that_do) {
  struct Case {
    const char* id;
    const char* text;
    const char* first;
    const char* last;
  };
  for (const auto& [id, text, first, last] :
       {Case{"american", "33-29", "1", "32"}, Case{"international", "51-46", "1", "50"},
        Case{"canadian", "73-67", "1", "72"}, Case{"russian", "i1-h2", "a1", "h8"},
        Case{"spantsiretti", "k1-j2", "a1", "j8"}, Case{"turkish", "a9-a8", "a1", "h8"}}) {
    const std::string reason = Board{id}.refusal(text);
    EXPECT_NE(reason.find(first), std::string::npos) << reason;
    EXPECT_NE(reason.find(last), std::string::npos) << reason;
    EXPECT_NE(reason.find("expected"), std::string::npos) << reason;
  }
  EXPECT_NE(Board{"russian"}.refusal("a2-b3"), "") << "a light square";
}

TEST(RefusedMoves, name_the_rule_of_the_turn) {
  const Board board{"american"};
  EXPECT_TRUE(names(board.refusal("15-19"), "AM-3", {"15"})) << "an empty square";
  EXPECT_TRUE(names(board.refusal("22-18"), "AM-3", {"22", "White"})) << "the opponent's piece";
}

TEST(RefusedMoves, name_the_rule_of_moving) {
  const Board board{"american"};
  EXPECT_TRUE(names(board.refusal("1-5"), "AM-4", {"5"})) << "occupied";
  EXPECT_TRUE(names(board.refusal("11-18"), "AM-4")) << "too far";
  EXPECT_TRUE(names(why_not("american", "W:W18:B1", "18-22"), "AM-4")) << "a man does not go back";
  EXPECT_TRUE(names(why_not("american", "W:WK18:B1", "18-11"), "AM-4")) << "a king goes one square";
  EXPECT_TRUE(names(why_not("flying-king", "W:WK18:B1", "18-19"), "FK-6"));
  EXPECT_TRUE(names(why_not("flying-king", "W:W18:B1", "18-11"), "FK-4"));
  EXPECT_TRUE(names(why_not("international", "W:WK28:B1", "28-29"), "IN-5"));
  EXPECT_TRUE(names(why_not("turkish", "W:We4:Bh8", "e4-d5"), "TU-4"));
}

TEST(RefusedMoves, name_the_rule_of_capturing_where_nothing_can_be_captured) {
  EXPECT_TRUE(names(why_not("american", "W:W18:B1,23", "18x27"), "AM-5"));
  EXPECT_TRUE(names(why_not("flying-king", "W:WK18:B1,8", "18x4"), "FK-9"));
  EXPECT_TRUE(names(why_not("flying-king", "W:W18:B1,23", "18x27"), "FK-8"));
  EXPECT_TRUE(names(why_not("italian", "W:W22:B1,K18", "22x13"), "IT-6"));
}

// With whatever sign it is written: who sends a piece over an enemy, or onto it, means to capture.
TEST(RefusedMoves, name_the_rule_of_capturing_to_whoever_goes_over_an_enemy) {
  EXPECT_TRUE(names(why_not("flying-king", "W:WK32:B1,23", "32-18"), "FK-9")) << "from afar";
  EXPECT_TRUE(names(why_not("flying-king", "W:WK32:B1,27,23", "32-18"), "FK-9")) << "over two";
  EXPECT_TRUE(names(why_not("flying-king", "W:W32:B1,23", "32-18"), "FK-8")) << "a man from afar";
  EXPECT_TRUE(names(why_not("flying-king", "W:W14:B1,18", "14-23"), "FK-8")) << "a man back";
  EXPECT_TRUE(names(why_not("american", "W:W18:B1,23", "18-27"), "AM-5"));
  EXPECT_TRUE(names(why_not("american", "W:W27:B1,23,18", "27-23"), "AM-5")) << "onto it";
  EXPECT_TRUE(names(why_not("thai", "W:W9:B14,18,32", "9-23"), "TH-6", {"nothing can be captured"}));
  EXPECT_TRUE(names(why_not("turkish", "W:We4:Be5,e6,h8", "e4-e7"), "TU-6"));
  EXPECT_TRUE(names(why_not("turkish", "W:We4:Be3,h8", "e4-e2"), "TU-6")) << "a man straight back";
  EXPECT_TRUE(names(why_not("flying-king", "W:WK32,18:B1", "32-14"), "FK-6")) << "over one's own";
  EXPECT_TRUE(names(why_not("flying-king", "W:WK32:B1,24", "32-19"), "FK-6")) << "in no line";
}

TEST(RefusedMoves, name_the_rule_of_capturing_also_while_another_capture_is_owed) {
  EXPECT_TRUE(names(why_not("flying-king", "W:WK32,22:B1,23,17", "32-18"), "FK-9", {"22x13"})) << "from afar";
  EXPECT_TRUE(names(why_not("flying-king", "W:WK32:B1,27", "32-18"), "FK-9", {"32x23"})) << "not right behind it";
  EXPECT_TRUE(names(why_not("american", "W:W14,22:B1,18,17", "14x23"), "AM-5", {"22x13"})) << "a man back";
  EXPECT_TRUE(names(why_not("american", "W:W22:B1,17", "22-17"), "AM-5", {"22x13"})) << "onto it";
  EXPECT_TRUE(names(why_not("international", "W:W28,34:B22,40", "34-28"), "IN-8")) << "onto one's own";
  EXPECT_TRUE(names(why_not("flying-king", "W:WK32,22:B1,17", "32-18"), "FK-7", {"22x13"})) << "over nothing";
}

TEST(RefusedMoves, say_that_crowning_ends_a_capture) {
  EXPECT_TRUE(names(why_not("american", "B:W25,26,12:B21", "21x30x23"), "AM-9", {"21x30", "ends there"}));
  EXPECT_TRUE(names(why_not("american", "B:W25,26,12:B21", "21x23"), "AM-9", {"21x30"})) << "by its ends";
  EXPECT_TRUE(names(why_not("american", "B:W25,12:B21", "21x30x26"), "AM-9", {"21x30"})) << "over nothing";
  EXPECT_TRUE(names(why_not("flying-king", "W:W11:B7,6,20", "11x2x9"), "FK-5", {"11x2"}));
  EXPECT_TRUE(names(why_not("international", "W:W13:B8,11,45", "13x2x16"), "IN-11", {"13x2", "stays a man"}));
  EXPECT_TRUE(names(why_not("international", "W:W13:B8,11,21,22,45", "13-18"), "IN-8")) << "a step is no capture";
  EXPECT_EQ(Board("russian", "W:Wf6:Bb6,e7,h2").refusal("f6:d8:a5"), "") << "here it goes on as a king";
}

TEST(RefusedMoves, say_where_a_capture_ends) {
  EXPECT_TRUE(names(why_not("american", "W:W31:B26,1", "31x22x15"), "AM-5", {"ends on 22", "31x22"}));
  EXPECT_TRUE(names(why_not("flying-king", "W:WK31:B26,1", "31x22x15"), "FK-9", {"ends on 22", "31x22"}));
}

TEST(RefusedMoves, say_how_a_capture_goes_on_that_is_left_on_the_way) {
  EXPECT_TRUE(names(why_not("american", "W:W30:B1,18,26", "30x23x19"), "AM-7", {"completed", "30x23x14"}));
  EXPECT_TRUE(names(why_not("flying-king", "W:WK18:B1,8,15", "18x11x7"), "FK-10", {"completed", "18x11x4"}));
}

TEST(RefusedMoves, say_that_a_capture_is_owed_and_which) {
  EXPECT_EQ(why_not("american", "B:W15:B1,11", "1-5"), "AM-7: you must capture; 11x18");
  EXPECT_EQ(why_not("flying-king", "W:W18,K32:B1,15", "32-28"), "FK-7: you must capture; 18x11");
  EXPECT_EQ(why_not("russian", "W:Wd4,h2:Bc3,h8", "h2-g3"), "RU-8: you must capture; d4:b2");
  EXPECT_EQ(why_not("thai", "B:BK29,32:W1,18", "32-27"), "TH-8: you must capture; 29-15");
  EXPECT_TRUE(names(why_not("american", "B:W15:B1,10,11", "1-5"), "AM-7", {"10x19", "11x18", " or "}));
}

TEST(RefusedMoves, say_how_a_capture_begun_must_go_on) {
  EXPECT_TRUE(names(why_not("american", "W:W30:B1,18,26", "30x23"), "AM-7", {"30x23x14"}));
  EXPECT_TRUE(names(why_not("flying-king", "W:WK18:B1,8,15", "18x11"), "FK-10", {"18x11x4"}));
  EXPECT_TRUE(names(why_not("international", "W:W28:B11,22", "28x17"), "IN-8", {"28x17x6"}));
}

TEST(RefusedMoves, say_which_capture_goes_first) {
  EXPECT_TRUE(names(why_not("international", "W:W28,34:B11,22,30", "34x25"), "IN-9", {"28x6"}));
  EXPECT_TRUE(names(why_not("frisian", "W:W28:B22,K23", "28x17"), "FR-9", {"28x19"}));
  EXPECT_TRUE(names(why_not("czech", "W:Wa3,e5,Kh2:Bb4,b6,g3", "a3xa7"), "CZ-9", {"h2xf4"}));
}

TEST(RefusedMoves, say_where_a_king_must_land) {
  EXPECT_TRUE(names(why_not("russian", "W:WKa1:Bc3,g3", "a1:d4"), "RU-7", {"a1:h2"}));
  EXPECT_TRUE(names(why_not("pool", "W:WK29:B22,24", "29x18"), "PO-7", {"29x28"}));
  EXPECT_TRUE(names(why_not("czech", "W:WKa1:Bc3,g3", "a1xd4"), "CZ-7", {"a1xh2"}));
  EXPECT_TRUE(names(why_not("killer", "W:WK46:B1,K28", "46x19"), "KI-17", {"46x23"}));
  EXPECT_TRUE(names(why_not("killer", "W:WK46:B37,K18", "46x7"), "KI-17", {"46x12"}));
}

// Two ways from 31 to 15, over different pieces.
constexpr const char* two_ways = "W:W31:B1,18,19,26,27";

TEST(AmbiguousMoves, are_refused_with_all_their_meanings) {
  const Board board{"american", two_ways};
  EXPECT_EQ(board.legal(), (Texts{"31x22x15", "31x24x15"}));
  const std::string reason = board.refusal("31x15");
  EXPECT_NE(reason.find("31x22x15"), std::string::npos) << reason;
  EXPECT_NE(reason.find("31x24x15"), std::string::npos) << reason;
  EXPECT_NE(reason.find("ambiguous"), std::string::npos) << reason;
}

TEST(AmbiguousMoves, are_told_apart_by_the_full_path) {
  Board board{"american", two_ways};
  EXPECT_EQ(board.captured("31x22x15"), (Labels{"26", "18"}));
  EXPECT_EQ(board.captured("31x24x15"), (Labels{"27", "19"}));
  board.play({"31x24x15"});
  EXPECT_EQ(board->position(), "B:W15:B1,18,26");
}

TEST(AmbiguousMoves, a_wrong_path_is_refused_with_the_right_ones) {
  const Board board{"american", two_ways};
  EXPECT_TRUE(names(board.refusal("31x23x15"), "AM-7", {"31x22x15", "31x24x15"}));
  EXPECT_TRUE(names(board.refusal("31x22"), "AM-7", {"31x22x15"}));
  EXPECT_NE(board.refusal("31x22x15x22"), "");
  EXPECT_NE(board.refusal("15x22x31"), "") << "backwards";
}

TEST(FullAndShortForms, the_path_of_a_flying_king_names_the_square_where_it_turns) {
  const Board board{"russian", "W:WKa1:Bc3,g3"};
  EXPECT_EQ(board.move("a1:e5:h2").text, "a1:h2");
  EXPECT_NE(board.refusal("a1:d4:h2"), "") << "g3 cannot be taken from d4";
}

TEST(FullAndShortForms, mean_the_same_move) {
  const Board board{"international", "W:W28,34:B11,22,30"};
  EXPECT_EQ(board.move("28x6").handle, board.move("28x17x6").handle);
  EXPECT_EQ(board.move("28x6").text, "28x6");
}

// Every legal move of a random play is understood in its own text and in its full path.
TEST(FullAndShortForms, every_legal_move_is_understood) {
  for (const auto& entry : game::catalog()) {
    if (entry.family != game::Family::draughts) continue;
    Board board{entry.id};
    for (std::size_t ply = 0; ply < 60 && !board->outcome().is_over; ++ply) {
      const auto moves = board.moves();
      for (const MoveView& move : moves) {
        std::string full;
        for (const Point point : move.path) {
          full += (full.empty() ? "" : (move.captured.empty() || entry.id == "thai" ? "-" : "x")) + board.label(point);
        }
        for (const std::string& text : {move.text, full}) {
          const MoveView understood = board.move(text);
          EXPECT_EQ(understood.text, move.text) << entry.id << " " << board->position();
          EXPECT_EQ(understood.captured.size(), move.captured.size()) << entry.id << " " << board->position();
        }
      }
      ASSERT_TRUE(board->play(moves.at(ply * 7 % moves.size())));
    }
  }
}

}  // namespace
}  // namespace crownstar::support
