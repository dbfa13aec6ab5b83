// Holds the plain rules of Chinese checkers to what can be counted or worked out by hand.
#include "star_oracle.hpp"

#include <array>
#include <initializer_list>
#include <tuple>

#include <gtest/gtest.h>

namespace crownstar::oracle::star {
namespace {

using Names = std::set<std::string>;

Options options_of(std::string_view token) {
  const auto options = read_token(token);
  EXPECT_TRUE(options) << token << ": " << (options ? "" : options.error());
  return options.value_or(Options{});
}

Game game_of(std::string_view token, std::string_view position) {
  const Options options = options_of(token);
  auto game = Game::read(options, position);
  EXPECT_TRUE(game) << (game ? "" : game.error());
  return game ? *game : Game::start(options);
}

void play(Game& game, std::initializer_list<MoveNames> moves) {
  for (const MoveNames& move : moves) {
    const auto played = game.play(move);
    ASSERT_TRUE(played) << played.error();
  }
}

Names targets_from(const Game& game, const std::string& from) {
  Names names;
  for (const auto& [start, end] : game.legal_moves()) {
    if (start == from) names.insert(end);
  }
  return names;
}

// Six pieces of set 1 at rest in its goal, and all of set 4 in its own.
constexpr std::string_view rest_of_one = ",o11,o12,o13,p12,p13,q13";
constexpr std::string_view all_of_four = ":4=a5,b5,b6,c5,c6,c7,d5,d6,d7,d8";

Game game_with_four(const std::string& options, const std::string& four_holes) {
  return game_of("sternhalma:pieces=10" + options,
                 "1:1=" + four_holes + std::string(rest_of_one) + std::string(all_of_four));
}

TEST(StarOracleBoard, Cc1HasPublishedNumberOfHolesOnEachBoard) {
  for (const auto& [name, holes, holes_in_point] :
       {std::tuple{"sternhalma", 121, 10}, {"sternhalma:board=181", 181, 15}, {"sternhalma:board=253", 253, 21}}) {
    const Board board(options_of(name));
    std::array<int, 7> in_point{};
    for (const Hole hole : board.holes()) ++in_point[static_cast<std::size_t>(board.point_of(hole))];
    EXPECT_EQ(board.holes().size(), static_cast<std::size_t>(holes));
    for (std::size_t point = 1; point <= 6; ++point) EXPECT_EQ(in_point[point], holes_in_point) << name;
  }
}

TEST(StarOracleBoard, RowsAreThoseOfTheContract) {
  std::string rows;
  const Board board(Options{});
  for (const Hole hole : board.holes()) {
    if (!board.has({hole.row, hole.column - 1})) rows += write_hole(hole);
    if (!board.has({hole.row, hole.column + 1})) rows += "-" + write_hole(hole) + " ";
  }
  EXPECT_EQ(rows,
            "a5-a5 b5-b6 c5-c7 d5-d8 e1-e13 f2-f13 g3-g13 h4-h13 i5-i13 j5-j14 k5-k15 l5-l16 m5-m17 n10-n13 o11-o13 "
            "p12-p13 q13-q13 ");
}

TEST(StarOracleBoard, Cc3StartsWithTenOrWithTheRowInFront) {
  EXPECT_EQ(Game::start(options_of("sternhalma:pieces=10")).write(),
            "1:1=a5,b5,b6,c5,c6,c7,d5,d6,d7,d8:4=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13");
  EXPECT_EQ(Game::start(Options{}).write(),
            "1:1=a5,b5,b6,c5,c6,c7,d5,d6,d7,d8,e5,e6,e7,e8,e9:"
            "4=m9,m10,m11,m12,m13,n10,n11,n12,n13,o11,o12,o13,p12,p13,q13");
}

TEST(StarOracleToken, IsWrittenWithoutDefaults) {
  EXPECT_EQ(write_token(options_of("sternhalma:rounds=300,hop=super,players=6,teams=opposite,pieces=10")),
            "sternhalma:players=6,teams=opposite,hop=super");
  EXPECT_EQ(write_token(options_of("sternhalma:pieces=15")), "sternhalma");
  EXPECT_EQ(write_token(options_of("sternhalma:board=181,pieces=15")), "sternhalma:board=181");
}

TEST(StarOracleToken, RefusesWhatCannotBePlayed) {
  for (const std::string_view token :
       {"sternhalma:", "sternhalma:players=7", "sternhalma:players=4,sets=2", "sternhalma:players=3,sets=3",
        "sternhalma:board=122", "sternhalma:players=3,pieces=15", "sternhalma:board=253,pieces=15",
        "sternhalma:players=3,teams=opposite", "sternhalma:players=5,teams=opposite", "sternhalma:leave=yes",
        "sternhalma:last-round=1", "sternhalma:handicap=1", "sternhalma:handicap=2-1", "sternhalma:handicap=1-15",
        "sternhalma:handicap=1-1+1-2", "sternhalma:hop=super,hop=super", "sternhalma:hop", "halma"}) {
    EXPECT_FALSE(read_token(token)) << token;
  }
}

TEST(StarOraclePosition, RefusesWhatIsNoPosition) {
  const std::string one = "1=a5,b5,b6,c5,c6,c7,d5,d6,d7,d8";
  const std::string four = "4=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13";
  const Options options = options_of("sternhalma:pieces=10");
  EXPECT_TRUE(Game::read(options, "4:" + four + ":" + one));
  for (const std::string& text :
       {std::string(), "1:" + one, "2:" + one + ":" + four, "1:" + one + ":" + one, "1:" + one + ":" + four + ",e5",
        "1:" + one + ":4=n10,n11,n12,n13,o11,o12,o13,p12,p13,a5", "1:" + one + ":3=n10", "1:1=a6:" + four,
        "1:" + one + ":4=", std::string("1::")}) {
    EXPECT_FALSE(Game::read(options, text)) << text;
  }
}

TEST(StarOraclePerft, FourProgramsAgreeOnTenPiecesEach) {
  const Game game = Game::start(options_of("sternhalma:pieces=10,rest=anywhere"));
  EXPECT_EQ(game.perft(1), 14U);
  EXPECT_EQ(game.perft(2), 196U);
  EXPECT_EQ(game.perft(3), 4760U);
}

TEST(StarOracleMoves, Cc9StandardHopsOverOneNeighbour) {
  const Game game = game_with_four("", "i9,i10,k9,k10");
  EXPECT_EQ(targets_from(game, "i9"), (Names{"i11", "i8", "j9", "j10", "h8", "h9"}));
}

TEST(StarOracleMoves, Cc12SuperLandsAsFarBeyond) {
  const Game game = game_with_four(",hop=super", "i9,k9,i12,h9");
  // k9 stands two above i9: m9 lies two beyond it; i12 stands three to the right, and i15 is off the board.
  EXPECT_TRUE(targets_from(game, "i9").contains("m9"));
  EXPECT_FALSE(targets_from(game, "i9").contains("l9"));
  EXPECT_FALSE(targets_from(game, "i9").contains("i13"));
}

TEST(StarOracleMoves, Cc13SymmetricHopsOverPairsAndGaps) {
  const std::string holes = "i6,i7,i8,i10";
  EXPECT_TRUE(targets_from(game_with_four(",hop=symmetric", holes), "i6").contains("i9"));
  EXPECT_FALSE(targets_from(game_with_four(",hop=super", holes), "i6").contains("i9"));
  EXPECT_TRUE(targets_from(game_with_four(",hop=symmetric", "i6,i7,i9,k9"), "i6").contains("i10"));
  // A pair, a gap and one piece read differently from the other end: i11 takes two hops.
  const auto paths = game_with_four(",hop=symmetric", holes).paths({"i6", "i11"});
  ASSERT_TRUE(paths);
  EXPECT_TRUE(paths->contains({"i6", "i9", "i11"}));
  EXPECT_FALSE(paths->contains({"i6", "i11"}));
}

TEST(StarOracleMoves, Cc13bCatapultClearsAnUnbrokenRow) {
  EXPECT_TRUE(targets_from(game_with_four(",hop=catapult", "i6,i7,i8,i9"), "i6").contains("i10"));
  EXPECT_FALSE(targets_from(game_with_four(",hop=catapult", "i6,i8,i9,k9"), "i6").contains("i10"));
}

TEST(StarOracleMoves, Cc14MoveEndsInNoForeignPointUnlessRestIsAnywhere) {
  EXPECT_FALSE(targets_from(game_with_four("", "g5,g8,i9,k9"), "g5").contains("g4"));
  EXPECT_TRUE(targets_from(game_with_four(",rest=anywhere", "g5,g8,i9,k9"), "g5").contains("g4"));
  // A chain may pass through g4 of the lower left point, and may not stop there.
  const Game chain = game_with_four("", "g6,g5,h5,k9");
  EXPECT_FALSE(targets_from(chain, "g6").contains("g4"));
  const auto paths = chain.paths({"g6", "i6"});
  ASSERT_TRUE(paths);
  EXPECT_EQ(*paths, (std::set<PathNames>{{"g6", "g4", "i6"}}));
}

TEST(StarOracleMoves, Cc18ClosedGoalHoldsItsPieces) {
  EXPECT_TRUE(targets_from(game_with_four("", "n10,i9,i10,k9"), "n10").contains("m10"));
  const Names closed = targets_from(game_with_four(",goal=closed", "n10,i9,i10,k9"), "n10");
  EXPECT_EQ(closed, (Names{"n11"}));
}

TEST(StarOracleMoves, Cc21StartingHoleIsEmptyDuringTheChain) {
  const Game game = game_with_four(",hop=super", "i9,i10,j11,h8");
  // From k11 the long hop to e5 passes over j10, the hole i9 that the piece has left, and h8 in the middle.
  EXPECT_TRUE(game.legal_moves().contains({"i9", "e5"}));
  const auto paths = game.paths({"i9", "e5"});
  ASSERT_TRUE(paths);
  EXPECT_TRUE(paths->contains({"i9", "i11", "k11", "e5"}));
}

TEST(StarOracleMoves, Cc21MoveThatEndsWhereItBeganIsNone) {
  const Game game = game_with_four(",hop=catapult", "i9,i10,j11,j10");
  ASSERT_TRUE(game.legal_moves().contains({"i9", "k11"}));
  for (const auto& [from, to] : game.legal_moves()) EXPECT_NE(from, to);
}

TEST(StarOracleMoves, EveryPathIsFound) {
  const Game game = game_with_four("", "e5,f5,f6,g6");
  const auto paths = game.paths({"e5", "g7"});
  ASSERT_TRUE(paths);
  EXPECT_EQ(*paths, (std::set<PathNames>{{"e5", "g7"}, {"e5", "g5", "g7"}}));
  EXPECT_FALSE(game.paths({"e5", "g7"}, 1));
}

TEST(StarOracleEnd, Cc17AStrangerInTheGoalDoesNotStopAFilledWin) {
  const std::string position = "1:1=i9,m9,n11,n12,n13,o11,o12,o13,p12,p13:4=a5,b5,b6,c5,c6,c7,d5,d6,f9,q13";
  Game filled = game_of("sternhalma:pieces=10", position);
  play(filled, {{"m9", "n10"}});
  EXPECT_EQ(filled.outcome(), (Outcome{true, {1, 2}, Reason::home}));
  Game own = game_of("sternhalma:pieces=10,win=own", position);
  play(own, {{"m9", "n10"}});
  EXPECT_EQ(own.outcome(), (Outcome{false, {0, 0}, Reason::none}));
}

TEST(StarOracleEnd, Cc17APieceLeftInTheStartStopsAFilledWin) {
  Game game =
      game_of("sternhalma:pieces=10", "1:1=a5,m9,n11,n12,n13,o11,o12,o13,p12,p13:4=b5,b6,c5,c6,c7,d5,d6,d7,f9,q13");
  play(game, {{"m9", "n10"}});
  EXPECT_FALSE(game.outcome().is_over);
}

constexpr std::string_view three_near_the_end =
    "1:1=m9,n11,n12,n13,o11,o12,o13,p12,p13,q13:3=e10,e11,e12,e13,f11,f12,f13,g12,h12,h13:"
    "5=e1,e2,e3,e4,f2,f3,f4,g3,g4,h5";

TEST(StarOracleEnd, Cc15OthersPlayOnForTheNextPlaces) {
  Game game = game_of("sternhalma:players=3", three_near_the_end);
  play(game, {{"m9", "n10"}});
  EXPECT_EQ(game.outcome(), (Outcome{false, {1, 0, 0}, Reason::none}));
  play(game, {{"h12", "i12"}, {"h5", "h4"}});
  EXPECT_EQ(game.outcome(), (Outcome{true, {1, 3, 2}, Reason::home}));
}

TEST(StarOracleEnd, Cc15PlacesFirstStopsAtTheWinner) {
  Game game = game_of("sternhalma:players=3,places=first", three_near_the_end);
  play(game, {{"m9", "n10"}});
  EXPECT_EQ(game.outcome(), (Outcome{true, {1, 2, 2}, Reason::home}));
  EXPECT_TRUE(game.legal_moves().empty());
  EXPECT_FALSE(game.play({"h12", "g12"}));
}

constexpr std::string_view team_near_the_end =
    "1=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13:2=e1,e2,e3,e4,f2,f3,f4,g3,g4,i9:"
    "4=a5,b5,b6,c5,c6,c7,d5,d6,d7,e8:5=j14,k14,k15,l14,l15,l16,m14,m15,m16,m17";

TEST(StarOracleEnd, Cc6ATeamNeedsBothSetsHome) {
  Game game = game_of("sternhalma:players=4,teams=opposite", "2:" + std::string(team_near_the_end));
  EXPECT_FALSE(game.outcome().is_over);
  play(game, {{"i9", "i10"}, {"e8", "d8"}});
  EXPECT_EQ(game.outcome(), (Outcome{true, {1, 2, 1, 2}, Reason::home}));
}

TEST(StarOracleEnd, Cc16APlayerWhoCannotMovePasses) {
  const Game game =
      game_of("sternhalma:players=4,teams=opposite,goal=closed,rounds=0", "1:" + std::string(team_near_the_end));
  EXPECT_EQ(game.write(), "2:" + std::string(team_near_the_end));
}

TEST(StarOracleEnd, Cc16AGameInWhichNobodyCanMoveIsOver) {
  const Game game = game_of("sternhalma:pieces=10,goal=closed",
                            "1:1=a5,n10,n11,n12,n13,o11,o12,o13,p12,p13:4=b5,b6,c5,c6,c7,d5,d6,d7,d8,q13");
  EXPECT_EQ(game.outcome(), (Outcome{true, {1, 1}, Reason::stuck}));
}

TEST(StarOracleEnd, Cc19ThirdOccurrenceIsDrawn) {
  Game game = Game::start(options_of("sternhalma:pieces=10"));
  play(game, {{"d5", "e5"}, {"n10", "m9"}, {"e5", "d5"}, {"m9", "n10"}, {"d5", "e5"}, {"n10", "m9"}, {"e5", "d5"}});
  EXPECT_FALSE(game.outcome().is_over);
  play(game, {{"m9", "n10"}});
  EXPECT_EQ(game.outcome(), (Outcome{true, {1, 1}, Reason::repetition}));
}

TEST(StarOracleEnd, Cc19LastRoundIsDrawn) {
  Game game = Game::start(options_of("sternhalma:pieces=10,rounds=1"));
  play(game, {{"d5", "e5"}});
  EXPECT_FALSE(game.outcome().is_over);
  play(game, {{"n10", "m9"}});
  EXPECT_EQ(game.outcome(), (Outcome{true, {1, 1}, Reason::rounds}));
}

TEST(StarOracleEnd, Cc20WhoHasNotLeftTheStartTakesTheLastOpenPlace) {
  Game game = Game::start(options_of("sternhalma:players=3,evacuate=1"));
  play(game, {{"d5", "e5"}});
  EXPECT_EQ(game.outcome(), (Outcome{false, {3, 0, 0}, Reason::none}));
  play(game, {{"m8", "m9"}});
  EXPECT_EQ(game.outcome(), (Outcome{true, {3, 2, 1}, Reason::evacuation}));
}

TEST(StarOracleEnd, Cc22WhoLeavesIsTakenOffTheBoard) {
  Game game = Game::start(options_of("sternhalma:players=3"));
  ASSERT_TRUE(game.leave(1));
  EXPECT_EQ(game.outcome(), (Outcome{false, {0, 3, 0}, Reason::none}));
  EXPECT_EQ(game.pieces().size(), 20U);
  EXPECT_TRUE(game.write().ends_with(":left=3")) << game.write();
  const auto again = Game::read(game.options(), game.write());
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again->outcome(), game.outcome());
  ASSERT_TRUE(game.leave(0));
  EXPECT_EQ(game.outcome(), (Outcome{true, {2, 3, 1}, Reason::leaving}));
}

TEST(StarOracleEnd, Cc22PiecesThatStayFillNobodysGoal) {
  const std::string position =
      "1:1=i5,i6,i7,i8,i9,i10,i11,m10,n12,n13:2=e1,e2,e3,e4,f2,f3,f4,g3,g4,h4:4=a5,n10,n11,o11,o12,o13,p12,p13,q13,k9:"
      "5=j14,k14,k15,l14,l15,l16,m14,m15,m16,m17";
  for (const std::string_view token : {"sternhalma:players=4,leave=stay", "sternhalma:players=4"}) {
    Game playing = game_of(token, position);
    play(playing, {{"i5", "h5"}, {"h4", "i5"}});
    EXPECT_EQ(playing.outcome().places[0], 1) << "CC-17";
    Game game = game_of(token, position);
    ASSERT_TRUE(game.leave(2));
    play(game, {{"i5", "h5"}});
    EXPECT_EQ(game.outcome().places, (std::vector<int>{0, 0, 4, 0})) << token;
  }
}

TEST(StarOracleBoard, Cc23FiveLeaveTheSixthPointEmpty) {
  EXPECT_EQ(seats_of(options_of("sternhalma:players=5")), (std::vector<std::vector<int>>{{1}, {2}, {3}, {4}, {5}}));
}

TEST(StarOracleEnd, Cc24TheRoundIsPlayedOut) {
  Game game = game_of("sternhalma:players=3,last-round=yes", three_near_the_end);
  play(game, {{"m9", "n10"}});
  EXPECT_EQ(game.outcome(), (Outcome{false, {1, 0, 0}, Reason::none}));
  EXPECT_TRUE(game.write().ends_with(":last=1")) << game.write();
  play(game, {{"h12", "i12"}, {"h5", "h4"}});
  EXPECT_EQ(game.outcome(), (Outcome{true, {1, 3, 1}, Reason::home})) << "the second place is gone";
}

TEST(StarOracleEnd, Cc25AHandicapIsTakenFromTheBackAndFillsTheFarHoles) {
  EXPECT_EQ(Game::start(options_of("sternhalma:pieces=10,handicap=1-2+4-3")).write(),
            "1:1=b6,c5,c6,c7,d5,d6,d7,d8:4=n10,n11,n12,n13,o11,o12,o13");
  Game game = game_of("sternhalma:players=3,handicap=1-2",
                      "1:1=m9,n12,o11,o12,o13,p12,p13,q13:3=e10,e11,e12,e13,f11,f12,f13,g12,h12,h13:"
                      "5=e1,e2,e3,e4,f2,f3,f4,g3,g4,h5");
  play(game, {{"m9", "n10"}});
  EXPECT_EQ(game.outcome().places[0], 1);
}

}  // namespace
}  // namespace crownstar::oracle::star
