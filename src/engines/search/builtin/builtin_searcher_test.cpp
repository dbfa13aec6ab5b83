#include "engines/search/builtin/builtin_searcher.hpp"

#include <algorithm>
#include <latch>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "engines/search/levels.hpp"
#include "engines/search/whole_series_test.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::search {
namespace {

SearchResult searched(const SearchRequest& request) {
  const auto result = make_searcher()->search(request, StopSignal{}, {});
  EXPECT_TRUE(result) << to_text(result.error());
  return result.value_or(SearchResult{});
}

SearchRequest request_of(const std::string& token, const std::string& position = {}, const std::string& level = {}) {
  SearchRequest request;
  request.token = token;
  request.position = position;
  request.level = level;
  return request;
}

// Plays to the end, a level for each seat in turn; the outcome, open if it did not end in so many turns.
game::Outcome play(const std::string& token, const std::vector<std::string>& levels, std::size_t most_turns,
                   std::uint64_t seed = 1) {
  SearchRequest request = request_of(token);
  const auto game = *game_of(request);
  const auto searcher = make_searcher();
  while (!game->outcome().is_over && request.turns.size() < most_turns) {
    request.level = levels[static_cast<std::size_t>(game->seat_to_move()) % levels.size()];
    request.seed = seed + request.turns.size();
    const auto result = searcher->search(request, StopSignal{}, {});
    EXPECT_TRUE(result) << to_text(result.error());
    if (!result) break;
    const auto move = game->parse(result->move);
    EXPECT_TRUE(move && move->text == result->move) << token << ": " << result->move;
    if (!move || !game->play(*move)) break;
    request.turns.push_back(Turn::played(result->move));
  }
  return game->outcome();
}

TEST(BuiltinSearcher, PlaysEveryGameOfTheCatalogueToItsEnd) {
  for (const game::CatalogEntry& entry : game::catalog()) {
    EXPECT_TRUE(play(entry.id, {"steady", "casual"}, 1500).is_over) << entry.id;
  }
}

TEST(BuiltinSearcher, LevelsAreKnownByTheirIdsWeakestFirst) {
  EXPECT_GE(levels().size(), 3U);
  EXPECT_EQ(find_level(""), &levels().back());
  EXPECT_EQ(find_level(levels().front().id), &levels().front());
  EXPECT_EQ(find_level("grandmaster"), nullptr);
}

// How many half points of 4 * `pairs` the first level takes from the second.
int half_points_of(const std::string& token, const std::string& better, const std::string& worse, int pairs) {
  constexpr std::size_t most_turns = is_series_whole ? 300 : 60;
  int half_points = 0;
  const auto points_of = [](const game::Outcome& outcome, std::size_t seat) {
    if (!outcome.is_over || outcome.is_draw) return 1;
    return outcome.standings[seat].place == 1 ? 2 : 0;
  };
  for (int pair = 1; pair <= pairs; ++pair) {
    // No turn of one game draws what a turn of another drew.
    const std::uint64_t seed = static_cast<std::uint64_t>(pair) * 1'000;
    half_points += points_of(play(token, {better, worse}, most_turns, seed), 0);
    half_points += points_of(play(token, {worse, better}, most_turns, seed), 1);
  }
  return half_points;
}

// By how much, and the levels above, is measured outside the tests (bench/ENGINES.md): that takes many games.
TEST(BuiltinSearcher, EachLevelIsBetterThanThoseBelowInDraughts) {
  constexpr std::size_t quick_levels = 8;
  constexpr int pairs = is_series_whole ? 8 : 1;
  const auto points = [](std::size_t better, std::size_t worse) {
    return half_points_of("american", std::string(levels()[better].id), std::string(levels()[worse].id), pairs);
  };
  for (std::size_t number = 1; number < quick_levels; ++number) {
    const std::string_view id = levels()[number].id;
    const int against_next = points(number, number - 1);
    if (!is_series_whole) continue;
    EXPECT_GT(against_next, 2 * pairs) << id;
    if (number > 1) EXPECT_GE(points(number, number - 2), 5 * pairs / 2) << id;
  }
}

TEST(BuiltinSearcher, LevelsFarApartAreFarApartOnTheStar) {
  constexpr int pairs = is_series_whole ? 3 : 1;
  for (const auto& [better, worse] :
       {std::pair("casual", "first-steps"), std::pair("steady", "beginner"), std::pair("keen", "casual")}) {
    const int half_points = half_points_of("sternhalma:pieces=10", better, worse, pairs);
    if (is_series_whole) EXPECT_GE(half_points, 3 * pairs) << better << " against " << worse;
  }
}

// Of a short series one game comes to its end, and of the others the first moves are played.
void expect_win(const std::string& token, const std::string& level) {
  const bool is_whole = is_series_whole || token == "sternhalma:pieces=10";
  const game::Outcome outcome = play(token, {level}, is_whole ? 2000 : 60);
  if (is_whole) EXPECT_TRUE(outcome.is_over && !outcome.is_draw) << token << ": " << outcome.reason;
}

TEST(BuiltinSearcher, StarsEndByAWinForEveryNumberOfSeatsAndEveryHop) {
  for (const std::string token :
       {"sternhalma", "sternhalma:pieces=10", "sternhalma:players=3", "sternhalma:players=4", "sternhalma:players=6",
        "sternhalma:players=4,teams=opposite", "sternhalma:players=3,sets=2", "sternhalma:hop=super",
        "sternhalma:hop=symmetric", "sternhalma:hop=catapult", "sternhalma:win=own,goal=closed"}) {
    expect_win(token, "steady");
  }
}

// With a network a level searches fewer nodes; with long hops none of them has enough for it to gain.
TEST(BuiltinSearcher, LevelsUseANetworkWhereItGains) {
  const auto nodes = [](const std::string& token, const std::string& level) {
    return searched(request_of(token, {}, level)).reached.nodes;
  };
  EXPECT_LE(nodes("sternhalma:pieces=10", "master"), 1'950U);
  EXPECT_LE(nodes("sternhalma:pieces=10,hop=catapult", "master"), 1'950U);
  EXPECT_GT(nodes("sternhalma:pieces=10,hop=super", "master"), 1'950U);
}

// Where two turns of looking ahead stand still for ever.
TEST(BuiltinSearcher, TeamsAndSeveralSetsEndByAWinAtALevelThatLooksAhead) {
  for (const std::string token : {"sternhalma:players=4,teams=opposite", "sternhalma:players=3,sets=2"}) {
    expect_win(token, "keen");
  }
}

// The side that is ahead looks farther than its level, the side behind does not: eight men against five, where a level
// of one ply stays as it is, and in an ending three against one.
TEST(BuiltinSearcher, OnlyALevelThatIsAheadLooksFarther) {
  const auto depth = [](const std::string& level, const std::string& position) {
    return searched(request_of("american", position, level)).reached.depth;
  };
  const std::string middle = ":W21,22,23,24,29,30,31,32:B1,2,3,4,5";
  EXPECT_GT(depth("practised", "W" + middle), 5);
  EXPECT_EQ(depth("practised", "B" + middle), 5);
  EXPECT_EQ(depth("first-steps", "W" + middle), 1);
  const std::string ending = ":W29,30,31:B1";
  EXPECT_EQ(depth("first-steps", "W" + ending), 9);
  EXPECT_EQ(depth("first-steps", "B" + ending), 1);
}

// Where many pieces are a burden, twice the rival's few are no won ending: each move is looked at and no capture behind
// it.
TEST(BuiltinSearcher, ALevelThatIsBehindInAntidraughtsDoesNotWakeUp) {
  const std::string position = "W:W28,36,37,38,46,47:B2,19";
  const auto look = [&](const std::string& token) {
    return searched(request_of(token, position, "first-steps")).reached;
  };
  const auto game = *game::start("antidraughts");
  ASSERT_TRUE(game->set_position(position));
  EXPECT_EQ(look("antidraughts").nodes, game->legal_moves()->size());
  EXPECT_EQ(look("antidraughts").depth, 1);
  EXPECT_GT(look("international").depth, 1);
}

TEST(BuiltinSearcher, GivesNothingAwayThatCanBeTakenAtOnce) {
  // After 14-18 White takes 23x14.
  for (const std::string level : {"practised", "keen", "strong"}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SearchRequest request = request_of("american", "B:W23,32:B14,6", level);
      request.seed = seed;
      EXPECT_NE(searched(request).move, "14-18") << level;
    }
  }
}

TEST(BuiltinSearcher, WhoLapsesNowAndThenGivesSomethingAwayAsOftenAtMost) {
  for (const auto& [level, most] : {std::pair("casual", 12), std::pair("attentive", 12), std::pair("steady", 4)}) {
    int given = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SearchRequest request = request_of("american", "B:W23,32:B14,6", level);
      request.seed = seed;
      given += searched(request).move == "14-18" ? 1 : 0;
    }
    EXPECT_LE(given, most) << level;
  }
}

// At once or a move later: nothing can stop it meanwhile.
TEST(BuiltinSearcher, MakesAKingWhereItCan) {
  SearchRequest request = request_of("american", "W:W6,32:B9,21", "keen");
  bool is_crowned = false;
  for (int ply = 0; ply < 3; ++ply) {
    const std::string move = searched(request).move;
    is_crowned |= move == "6-1" || move == "6-2";
    request.turns.push_back(Turn::played(move));
  }
  EXPECT_TRUE(is_crowned);
}

TEST(BuiltinSearcher, SeesAWinAndSaysInHowManyPlies) {
  // White's last man is taken.
  const SearchResult result = searched(request_of("american", "B:W18:B15"));
  EXPECT_EQ(result.move, "15x22");
  ASSERT_FALSE(result.reached.lines.empty());
  EXPECT_EQ(result.reached.lines.front().score.plies_to_end, 1);
}

TEST(BuiltinSearcher, LosesItsPiecesOnPurposeWhereThatWins) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    EXPECT_EQ(play("antidraughts", {"keen", "casual"}, 400, seed).standings[0].place, 1);
    EXPECT_EQ(play("antidraughts", {"casual", "keen"}, 400, seed).standings[1].place, 1);
  }
}

TEST(BuiltinSearcher, TheSameRequestIsAnsweredTheSameTwice) {
  for (const std::string token : {"american", "flying-king", "sternhalma:players=3"}) {
    SearchRequest request = request_of(token, {}, "casual");
    request.seed = 42;
    const SearchResult first = searched(request);
    const SearchResult second = searched(request);
    EXPECT_EQ(first.move, second.move);
    EXPECT_EQ(first.reached.nodes, second.reached.nodes);
    request.level = "keen";
    EXPECT_EQ(searched(request).reached.nodes, searched(request).reached.nodes);
  }
}

TEST(BuiltinSearcher, VariesWithTheSeed) {
  std::vector<std::string> moves;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SearchRequest request = request_of("american", {}, "casual");
    request.seed = seed;
    moves.push_back(searched(request).move);
  }
  std::ranges::sort(moves);
  EXPECT_GT(std::ranges::unique(moves).begin() - moves.begin(), 2);
}

TEST(BuiltinSearcher, TellsOfSeveralMovesBestFirst) {
  SearchRequest request = request_of("international");
  request.lines = 4;
  request.limits.depth = 4;
  const SearchResult result = searched(request);
  ASSERT_EQ(result.reached.lines.size(), 4U);
  EXPECT_EQ(result.reached.lines.front().moves.front(), result.move);
  EXPECT_FALSE(result.expected_reply().empty());
  EXPECT_TRUE(std::ranges::is_sorted(result.reached.lines, std::greater{},
                                     [](const SearchLine& line) { return line.score.hundredths; }));
}

TEST(BuiltinSearcher, LimitsHold) {
  SearchRequest request = request_of("american");
  request.limits.nodes = 1000;
  EXPECT_LE(searched(request).reached.nodes, 1001U);
  request.limits = {};
  request.limits.depth = 2;
  EXPECT_LE(searched(request).reached.depth, 2);
  for (const Milliseconds time : {Milliseconds{0}, Milliseconds{-5}, Milliseconds{1}}) {
    request.limits = {};
    request.limits.time = time;
    EXPECT_FALSE(searched(request).move.empty());
  }
  request = request_of("sternhalma:players=6,hop=symmetric");
  request.limits.time = Milliseconds{0};
  EXPECT_FALSE(searched(request).move.empty());
}

// 14-18 gives a man away for nothing; a king in the middle is worth more at first sight.
TEST(BuiltinSearcher, WithoutTimeItStillLooksAtWhatCanBeTaken) {
  SearchRequest request = request_of("american", "B:W23,32:B14,6");
  for (const Milliseconds time : {Milliseconds{0}, Milliseconds{-5}}) {
    request.limits.time = time;
    const SearchResult result = searched(request);
    EXPECT_NE(result.move, "14-18");
    EXPECT_GE(result.reached.depth, 1);
  }
}

TEST(BuiltinSearcher, StoppedBeforeItBeganItStillMoves) {
  const StopSignal stop;
  stop.stop();
  for (const std::string token : {"american", "sternhalma"}) {
    const auto result = make_searcher()->search(request_of(token), stop, {});
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->was_stopped);
    EXPECT_TRUE((*game::start(token))->parse(result->move));
  }
}

TEST(BuiltinSearcher, StoppedFromAnotherThreadItEnds) {
  const StopSignal stop;
  SearchRequest request = request_of("international");
  request.limits.depth = 40;  // would take for ever
  std::latch has_begun(1);
  std::jthread stopper([&] {
    has_begun.wait();
    stop.stop();
  });
  const auto result = make_searcher()->search(request, stop, [&](const SearchProgress& reached) {
    if (reached.depth >= 1 && !has_begun.try_wait()) has_begun.count_down();
  });
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->was_stopped);
  EXPECT_GE(result->reached.depth, 1);
}

TEST(BuiltinSearcher, WhilePonderingItsLimitsWaitUntilTheyAreToldToBegin) {
  const StopSignal stop;
  SearchRequest request = request_of("american");
  request.is_pondering = true;
  request.limits.nodes = 1000;
  std::latch is_beyond(1);
  std::jthread other([&] {
    is_beyond.wait();
    stop.begin_limits();
  });
  const auto result = make_searcher()->search(request, stop, [&](const SearchProgress& reached) {
    if (reached.nodes > 1001 && !is_beyond.try_wait()) is_beyond.count_down();
  });
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->was_stopped);
  EXPECT_GT(result->reached.nodes, 1001U);
}

TEST(BuiltinSearcher, SeveralThreadsSearchTogether) {
  SearchRequest request = request_of("american", "B:W18:B15,6");
  request.limits.depth = 9;
  const auto searcher = make_searcher({.memory_bytes = std::size_t{1} << 20U, .threads = 3});
  const auto won = searcher->search(request, StopSignal{}, {});
  ASSERT_TRUE(won);
  EXPECT_EQ(won->move, "15x22");
  request.position.clear();
  const auto first = searcher->search(request, StopSignal{}, {});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->reached.depth, 9);
}

TEST(BuiltinSearcher, ADrawByRepetitionIsNoWin) {
  // Two kings up, but moving back once more heads for the third time: that is worth nothing, and another move is found.
  SearchRequest request = request_of("american", "W:WK14,K18,K27:BK1");
  for (const char* move : {"27-23", "1-5", "23-27", "5-1", "27-23", "1-5"}) {
    request.turns.push_back(Turn::played(move));
  }
  request.limits.depth = 7;
  EXPECT_NE(searched(request).move, "23-27");
  EXPECT_GT(searched(request).reached.lines.front().score.hundredths, 100);
}

TEST(BuiltinSearcher, RefusesWhatItCannotAnswer) {
  const auto refused = [](const SearchRequest& request) {
    return !make_searcher()->search(request, StopSignal{}, {}).has_value();
  };
  EXPECT_TRUE(refused(request_of("chess")));
  EXPECT_TRUE(refused(request_of("american", "nonsense")));
  EXPECT_TRUE(refused(request_of("american", {}, "grandmaster")));
  EXPECT_TRUE(refused(request_of("american", "B:W18:B")));  // over
  SearchRequest request = request_of("american");
  request.turns = {Turn::played("11-18")};
  EXPECT_TRUE(refused(request));
  request.turns.assign(20'000, Turn::played("11-15"));
  EXPECT_TRUE(refused(request));
}

TEST(BuiltinSearcher, KnowsSeatsThatWithdrew) {
  SearchRequest request = request_of("sternhalma:players=3");
  request.turns = {Turn::withdrawn(1)};
  const auto game = *game_of(request);
  EXPECT_NE(game->outcome().standings[1].place, 0);
  EXPECT_FALSE(searched(request).move.empty());
}

TEST(BuiltinSearcher, CC_22_PlaysOnWhereSeatsHaveLeft) {
  for (const std::string token : {"sternhalma:players=3", "sternhalma:players=5,leave=stay",
                                  "sternhalma:players=6,teams=opposite", "sternhalma:players=3,sets=2,win=own"}) {
    for (const char* level : {"first-steps", "steady", "full"}) {
      SearchRequest request = request_of(token, {}, level);
      request.turns = {Turn::withdrawn(1)};
      if (std::string_view(level) == "full") request.limits.nodes = 3'000;
      EXPECT_FALSE(searched(request).move.empty()) << token << " " << level;
    }
  }
}

// The rival is home, and one turn of the round is left: it brings the other home too.
TEST(BuiltinSearcher, CC_24_ComesHomeInTheLastRound) {
  const std::string two = "4:1=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13:4=a5,b5,b6,c5,c6,c7,d6,d7,d8,e5:last=1";
  for (const char* level : {"steady", "full"}) {
    SearchRequest request = request_of("sternhalma:pieces=10,last-round=yes", two, level);
    if (std::string_view(level) == "full") request.limits.nodes = 3'000;
    EXPECT_EQ(searched(request).move, "e5-d5") << level;
  }
  SearchRequest request =
      request_of("sternhalma:players=3,last-round=yes",
                 "5:1=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13:3=e10,e11,e12,e13,f11,f12,f13,g12,g13,h13:"
                 "5=e1,e2,e3,e4,f2,f3,f4,g3,g4,h5:last=1,3");
  request.limits.nodes = 5'000;
  EXPECT_EQ(searched(request).move, "h5-h4");
}

}  // namespace
}  // namespace crownstar::search
