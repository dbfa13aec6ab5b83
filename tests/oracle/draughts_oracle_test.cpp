// Holds the plain rules of draughts to positions worked out by hand, rule by rule, and to the counts of tests/perft.
#include "oracle/draughts_oracle.hpp"

#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "oracle/draughts_perft_file.hpp"

namespace crownstar::oracle {
namespace {

using Names = std::set<std::string>;

const Rules& rules_of(std::string_view id) {
  const Rules* rules = find_rules(id);
  EXPECT_NE(rules, nullptr) << id;
  return rules == nullptr ? all_rules().front() : *rules;
}

Board board_of(const Rules& rules, std::string_view fen) {
  const auto board = read_fen(rules, fen);
  EXPECT_TRUE(board) << fen;
  return board.value_or(start(rules));
}

// `18-14`, or `18x4:15,8` with the captured pieces from the top row down; a king made is marked `=K`.
std::string name_of(const Rules& rules, const Move& move) {
  std::string name =
      write_square(rules, move.from) + (move.captured.empty() ? "-" : "x") + write_square(rules, move.to);
  for (const Position& captured : move.captured) {
    name += (captured == move.captured.front() ? ":" : ",") + write_square(rules, captured);
  }
  return name + (move.crowns ? "=K" : "");
}

Names moves_of(const Rules& rules, const Board& board) {
  Names names;
  for (const Move& move : legal_moves(rules, board)) {
    names.insert(name_of(rules, move));
  }
  return names;
}

Names moves_of(std::string_view id, std::string_view fen) {
  const Rules& rules = rules_of(id);
  return moves_of(rules, board_of(rules, fen));
}

Board after(const Rules& rules, const Board& board, std::string_view name) {
  for (const Move& move : legal_moves(rules, board)) {
    if (name_of(rules, move) == name) {
      return apply(rules, board, move);
    }
  }
  ADD_FAILURE() << name << " is not a move of " << write_board(board);
  return board;
}

TEST(DraughtsOracle, AmericanMenGoForwardOnlyAndStopWhereTheyAreCrowned) {
  EXPECT_EQ(moves_of("american", "W:W14:B18"), (Names{"14-9", "14-10"}));
  EXPECT_EQ(moves_of("american", "W:W18:BK15"), (Names{"18x11:15"}));
  EXPECT_EQ(moves_of("american", "W:W11:B7,6"), (Names{"11x2:7=K"}));
  EXPECT_EQ(moves_of("american", "W:WK18:B22,15"), (Names{"18x11:15", "18x25:22"}));
}

TEST(DraughtsOracle, FlyingKingsMoveFarAndCaptureNear) {
  EXPECT_EQ(moves_of("flying-king", "W:WK29:B15"), (Names{"29-25", "29-22", "29-18"}));
  EXPECT_EQ(moves_of("flying-king", "W:WK18:B15"), (Names{"18x11:15"}));
}

TEST(DraughtsOracle, InternationalCapturesTheMost) {
  EXPECT_EQ(moves_of("international", "W:W33:B20,28,29"), (Names{"33x15:20,29"}));
}

TEST(DraughtsOracle, InternationalMenPassTheFarRowAsMen) {
  EXPECT_EQ(moves_of("international", "W:W12:B8,9"), (Names{"12x14:8,9"}));
  EXPECT_EQ(moves_of("international", "W:W12:B8"), (Names{"12x3:8=K"}));
}

TEST(DraughtsOracle, CapturedPiecesStayInTheWay) {
  // Were 37 gone before the chain ends, the king could go on from 26 and take 42.
  EXPECT_EQ(moves_of("international", "W:WK46:B21,22,37,42"), (Names{"46x26:21,22,37"}));
}

TEST(DraughtsOracle, KillerKingsHaltBehindALastKing) {
  EXPECT_EQ(moves_of("killer", "W:WK46:BK37"), (Names{"46x32:37"}));
  EXPECT_EQ(moves_of("killer", "W:WK46:B37").size(), 7U);
  EXPECT_EQ(moves_of("international", "W:WK46:BK37").size(), 7U);
}

TEST(DraughtsOracle, ItalianPrecedence) {
  EXPECT_EQ(moves_of("italian", "W:W22:BK18"), (Names{"22-19"}));
  EXPECT_EQ(moves_of("italian", "W:W22,K23:B18,20"), (Names{"23x16:20"}));
  EXPECT_EQ(moves_of("italian", "W:WK22:B18,K19"), (Names{"22x15:19"}));
  EXPECT_EQ(moves_of("italian", "W:WK22:B18,K10,K19,12"), (Names{"22x8:12,19"}));
}

TEST(DraughtsOracle, SpanishAndPortuguesePreferKingsAmongEquals) {
  EXPECT_EQ(moves_of("spanish", "W:W11:B15,K14"), (Names{"11x18:14"}));
  EXPECT_EQ(moves_of("portuguese", "W:W11:B15,K14"), (Names{"11x18:14"}));
}

TEST(DraughtsOracle, RussianMenAreCrownedInPassingAndGoOn) {
  EXPECT_EQ(moves_of("russian", "W:Wb6:Bc7,g5"), (Names{"b6xh4:c7,g5=K"}));
  EXPECT_EQ(moves_of("brazilian", "W:Wb6:Bc7,g5"), (Names{"b6xd8:c7=K"}));
  EXPECT_EQ(moves_of("czech", "W:Wb6:Bc7,g5"), (Names{"b6xd8:c7=K"}));
  EXPECT_EQ(moves_of("spantsiretti", "W:Wb6:Bc7,g5"), (Names{"b6xh4:c7,g5=K", "b6xi3:c7,g5=K", "b6xj2:c7,g5=K"}));
}

TEST(DraughtsOracle, PoolMenPassTheFarRowAsMen) {
  // 9 takes 6, lands on the far row at 2 and takes 7 backwards.
  EXPECT_EQ(moves_of("pool", "W:W9:B6,7"), (Names{"9x11:6,7"}));
}

TEST(DraughtsOracle, AnyCaptureMayBeChosenButMustBeCompleted) {
  EXPECT_EQ(moves_of("russian", "W:Wc3:Bb4,d4,f6"), (Names{"c3xa5:b4", "c3xg7:f6,d4"}));
  EXPECT_EQ(moves_of("brazilian", "W:Wc3:Bb4,d4,f6"), (Names{"c3xg7:f6,d4"}));
  EXPECT_EQ(moves_of("russian", "W:WKa1:Bc3,f4"), (Names{"a1xg3:f4,c3", "a1xh2:f4,c3"}));
}

TEST(DraughtsOracle, CzechKingsCaptureBeforeMen) {
  EXPECT_EQ(moves_of("czech", "W:Wc3,Kh2:Bd4,g3"), (Names{"h2xf4:g3", "h2xe5:g3", "h2xd6:g3", "h2xc7:g3", "h2xb8:g3"}));
}

TEST(DraughtsOracle, ThaiKingsLandBehindEachPieceAndMayTurnBack) {
  EXPECT_EQ(moves_of("thai", "W:WK4:B15"), (Names{"4x18:15"}));
  EXPECT_EQ(moves_of("thai", "W:WK15:B10,19"), (Names{"15x6:19,10", "15x24:19,10"}));
}

TEST(DraughtsOracle, TurkishPiecesGoStraight) {
  EXPECT_EQ(moves_of("turkish", "W:Wd4:Bh8"), (Names{"d4-d5", "d4-c4", "d4-e4"}));
  EXPECT_EQ(moves_of("turkish", "W:WKd4:Bd2,d6"), (Names{"d4xd1:d2", "d4xd7:d6", "d4xd8:d6"}));
}

TEST(DraughtsOracle, TurkishPiecesLeaveAtOnceAndMenAreCrownedAtOnce) {
  EXPECT_EQ(moves_of("turkish", "W:WKc1:Bc2,e4,f3,b2"), (Names{"c1xa2:e4,f3,b2,c2"}));
  EXPECT_EQ(moves_of("turkish", "W:Wd6:Bd7,b8"), (Names{"d6xa8:b8,d7=K"}));
}

TEST(DraughtsOracle, FrisianPiecesCaptureInEightDirections) {
  EXPECT_EQ(moves_of("frisian", "W:W28:B18"), (Names{"28x8:18"}));
  EXPECT_EQ(moves_of("frisian", "W:W28:B29"), (Names{"28x30:29"}));
  EXPECT_EQ(moves_of("frysk", "W:W18:B28"), (Names{"18x38:28"}));
}

TEST(DraughtsOracle, FrisianValues) {
  EXPECT_EQ(moves_of("frisian", "W:W28:B29,K18"), (Names{"28x8:18"}));
  EXPECT_EQ(moves_of("frisian", "W:W28:B29,20,K18"), (Names{"28x10:20,29"}));
  EXPECT_EQ(moves_of("frisian", "W:W28,K46:B29,37"), (Names{"46x32:37"}));
}

TEST(DraughtsOracle, FrisianKingsMoveThreeTimesInARow) {
  const Rules& rules = rules_of("frisian");
  Board board = board_of(rules, "W:WK46,35:B1");
  for (const std::string_view move : {"46-41", "1-7", "41-46", "7-12", "46-41", "12-18"}) {
    board = after(rules, board, move);
  }
  EXPECT_EQ(board.king_runs[0], (KingRun{3, {8, 1}}));
  EXPECT_EQ(read_board(rules, write_board(board)), board);
  EXPECT_EQ(moves_of(rules, board), (Names{"35-30"}));
  const Board released = after(rules, after(rules, board, "35-30"), "18-22");
  EXPECT_EQ(released.king_runs[0], KingRun{});
  EXPECT_TRUE(moves_of(rules, released).contains("41-46"));
  Board kings_only = board;
  kings_only.put({6, 9}, Cell::empty);
  EXPECT_TRUE(moves_of(rules, kings_only).contains("41-46"));
}

TEST(DraughtsOracle, TheFirstKingEndsBreakthrough) {
  const Rules& rules = rules_of("breakthrough");
  EXPECT_TRUE(moves_of(rules, after(rules, board_of(rules, "W:W6:B30"), "6-1=K")).empty());
  const Rules& international = rules_of("international");
  EXPECT_FALSE(moves_of(international, after(international, board_of(international, "W:W6:B30"), "6-1=K")).empty());
}

TEST(DraughtsOracle, PathsAreCountedApartWhereMovesAreOne) {
  // A king takes the same four pieces around a square in either direction and comes back.
  const Rules& rules = rules_of("russian");
  const Board board = board_of(rules, "W:WKe1:Bd2,d4,f2,f4");
  EXPECT_LT(legal_moves(rules, board).size(), legal_paths(rules, board).size());
}

TEST(DraughtsOracle, StartsAndSquares) {
  EXPECT_EQ(all_rules().size(), 19U);
  EXPECT_EQ(find_rules("chess"), nullptr);
  for (const auto& [id, fen] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"american", "B:W21-32:B1-12"},
           {"flying-king", "W:W21-32:B1-12"},
           {"international", "W:W31-50:B1-20"},
           {"italian", "W:W21-32:B1-12"},
           {"spanish", "W:W1-12:B21-32"},
           {"pool", "B:W21-32:B1-12"},
           {"thai", "B:W1-8:B25-32"},
           {"canadian", "W:W43-72:B1-30"},
           {"frysk", "W:W46-50:B1-5"},
           {"russian", "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"}}) {
    EXPECT_EQ(start(rules_of(id)), board_of(rules_of(id), fen)) << id;
  }
  for (const Rules& rules : all_rules()) {
    const Board board = start(rules);
    EXPECT_EQ(read_board(rules, write_board(board)), board) << rules.id;
    EXPECT_EQ(read_fen(rules, write_fen(rules, board)), board) << rules.id;
  }
}

TEST(DraughtsOracle, RefusesTextThatIsNoPosition) {
  const Rules& rules = rules_of("american");
  for (const std::string_view text : {"", "W", "W:W33:B1", "W:W1:B1", "X:W1:B2", "W:W1-:B2", "W:Wa1:B2", "W:W5-3:B2"}) {
    EXPECT_FALSE(read_fen(rules, text)) << text;
  }
  EXPECT_FALSE(read_board(rules, "W ......../........"));
  EXPECT_FALSE(read_board(rules, "W w......./......../......../......../......../......../......../........"));
}

TEST(DraughtsPerftFile, SaysWhichLineIsWrong) {
  EXPECT_EQ(read_perft_file("# x\ngame american\nposition start\ncount moves\n1 7\n2 49 unverified\n")->size(), 1U);
  for (const std::string_view text : {"1 7\n", "game american\n", "game american\nposition start\n1 7\n",
                                      "game american\nposition start\ncount all\n1 7\n",
                                      "game american\nposition start\ncount moves\n1 7 perhaps\n"}) {
    EXPECT_FALSE(read_perft_file(text)) << text;
  }
}

class DraughtsPerft : public testing::TestWithParam<std::string> {};

TEST_P(DraughtsPerft, AgreesWithTheFile) {
  constexpr std::uint64_t most_leaves = 200'000;
  const Rules& rules = rules_of(GetParam());
  std::ifstream file{"tests/perft/" + rules.id + ".perft"};
  ASSERT_TRUE(file);
  const auto blocks = read_perft_file(std::string{std::istreambuf_iterator<char>{file}, {}});
  ASSERT_TRUE(blocks) << blocks.error();
  ASSERT_FALSE(blocks->empty());
  for (const PerftBlock& block : *blocks) {
    EXPECT_EQ(block.game, rules.id);
    const Board board = board_of(rules, block.position);
    const Convention convention = block.convention == "moves" ? Convention::moves : Convention::paths;
    for (const PerftCount& count : block.counts) {
      if (count.leaves <= most_leaves) {
        EXPECT_EQ(perft(rules, board, count.depth, convention), count.leaves) << block.position << ' ' << count.depth;
      }
    }
  }
}

std::vector<std::string> all_ids() {
  std::vector<std::string> ids;
  for (const Rules& rules : all_rules()) {
    ids.push_back(rules.id);
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Variants, DraughtsPerft, testing::ValuesIn(all_ids()),
                         [](const testing::TestParamInfo<std::string>& parameter) {
                           std::string name = parameter.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace crownstar::oracle
