#include "engines/search/star/star_searcher.hpp"

#include <gtest/gtest.h>

#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/search/net/embedded.hpp"
#include "engines/search/star/play_game_test.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/sternhalma/notation.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::search::star {
namespace {

using sternhalma::Ending;
using sternhalma::Hop;
using sternhalma::Race;
using sternhalma::Rules;

SearchOptions options_with(OpponentModel opponent_model) {
  SearchOptions options;
  options.opponent_model = opponent_model;
  return options;
}

Rules rules_of(int players, int sets, Hop hop) {
  Rules rules;
  rules.players = players;
  rules.sets = sets;
  rules.hop = hop;
  rules.places = sternhalma::Places::first;
  return *sternhalma::check(rules);
}

TEST(StarSearcher, GamesEndByAWinForEveryHopAndNumberOfSeats) {
  const SearchOptions options = options_with(OpponentModel::best_reply);
  for (const Hop hop : {Hop::standard, Hop::super, Hop::symmetric, Hop::catapult}) {
    for (const int players : {2, 3, 4, 5, 6}) {
      const GameEnd ended = play_game(rules_of(players, 1, hop), 40, options, options);
      EXPECT_EQ(ended.ending, Ending::home) << players << " seats, hop " << static_cast<int>(hop);
    }
  }
}

TEST(StarSearcher, GamesEndByAWinInTeamsWithSeveralSetsAndWhereAllHolesMustBeOnesOwn) {
  const SearchOptions options = options_with(OpponentModel::paranoid);
  Rules teams = rules_of(4, 1, Hop::standard);
  teams.teams = sternhalma::Teams::opposite;
  Rules own = rules_of(2, 1, Hop::super);
  own.win = sternhalma::Win::own;
  own.goal = sternhalma::Goal::closed;
  Rules three_teams = rules_of(6, 1, Hop::standard);
  three_teams.teams = sternhalma::Teams::opposite;
  for (const Rules& rules : {teams, three_teams, own, rules_of(2, 2, Hop::super), rules_of(3, 2, Hop::catapult)}) {
    EXPECT_EQ(play_game(rules, 40, options, options).ending, Ending::home);
  }
}

TEST(StarSearcher, CC_24_CC_25_GamesEndWithAHandicapAndWithALastRound) {
  const SearchOptions options = options_with(OpponentModel::paranoid);
  Rules handicap = rules_of(2, 1, Hop::standard);
  handicap.handicap = {3, 0, 0, 8, 0, 0};
  Rules one_piece = rules_of(3, 1, Hop::super);
  one_piece.handicap = {9, 0, 0, 0, 2, 0};
  Rules own = handicap;
  own.win = sternhalma::Win::own;
  Rules last_round = rules_of(5, 1, Hop::standard);
  last_round.last_round = sternhalma::LastRound::yes;
  last_round.places = sternhalma::Places::all;
  for (const Rules& rules : {handicap, one_piece, own, last_round}) {
    EXPECT_EQ(play_game(*sternhalma::check(rules), 40, options, options).ending, Ending::home);
  }
}

// What is left of a set at home is nothing, also where it has fewer pieces.
TEST(StarSearcher, CC_25_ASetAtHomeHasNothingLeftToGo) {
  Rules rules = rules_of(3, 1, Hop::standard);
  rules.handicap = {2, 0, 0, 0, 0, 0};
  const sternhalma::Course<4> course(rules);
  auto position = Race<4>(rules).position();
  position.sets[0] = course.to_fill[0];
  int missing = course.in_row[0];
  course.row_to_fill[0].for_each([&](int slot) {
    if (missing-- > 0) position.sets[0].insert(slot);
  });
  ASSERT_TRUE(sternhalma::is_home(course, position, 0));
  EXPECT_EQ(Evaluation<4>(course, {}).node(position).left[0], 0);
}

// Six sets fill the middle of the largest board but for one hole: they would stand there until the last round.
TEST(StarSearcher, SixSetsDoNotCrowdTheMiddleOfALargeBoard) {
  Rules rules = rules_of(6, 1, Hop::standard);
  rules.board = 253;
  rules.pieces = 21;
  rules.teams = sternhalma::Teams::opposite;
  SearchOptions options = options_with(OpponentModel::paranoid);
  EXPECT_EQ(play_game<6>(rules, 400, options, options).ending, Ending::home);
  options.evaluation.crowded_percent = 100;
  EXPECT_EQ(play_game<6>(rules, 400, options, options).ending, Ending::rounds) << "the test tells nothing";
}

// Its pieces go into the start that its others leave: they would wait for each other as rivals do.
TEST(StarSearcher, WhoPlaysBothOfTwoOppositeSetsMakesWayForItself) {
  Rules rules = rules_of(3, 2, Hop::standard);
  rules.board = 181;
  rules.pieces = 15;
  SearchOptions options = options_with(OpponentModel::best_reply);
  options.uses_playouts = true;
  EXPECT_EQ(play_game<5>(rules, 600, options, options).ending, Ending::home);
}

// Nine at home, one beside the open hole, and the team mate far away: who shied from standing at home once more would
// never be there together with the mate.
TEST(StarSearcher, WhoWaitsForATeamMateComesHomeAgainAndAgain) {
  Rules rules = rules_of(4, 1, Hop::standard);
  rules.teams = sternhalma::Teams::opposite;
  const sternhalma::Course<4> course(*sternhalma::check(rules));
  const auto setup =
      sternhalma::read_setup(board::star<4>,
                             "1:1=m11,n10,n12,n13,o11,o12,o13,p12,p13,q13:2=e1,e2,e3,e4,f2,f3,f4,g3,g4,h4"
                             ":4=f6,f7,f8,g6,g7,g8,h7,h8,h9,i8:5=j14,k14,k15,l14,l15,l16,m14,m15,m16,m17");
  ASSERT_TRUE(setup) << to_text(setup.error());
  const auto position = sternhalma::checked_position(course, *setup);
  ASSERT_TRUE(position) << to_text(position.error());
  auto home = *position;
  home.sets[0] = course.goal[0];
  ArrangementCounts arrangements;
  arrangements[arrangement_key(course, home, 0)] = 5;
  TranspositionTable table(std::size_t{1} << 18U);
  RootSearch<4> player(course, options_with(OpponentModel::paranoid), table);
  SearchLimits limits;
  limits.nodes = 300;
  const StopSignal stop;
  Budget budget(limits, 0, stop);
  const auto result = player.search(*position, arrangements, budget, {});
  EXPECT_TRUE(course.goal[0].contains(result.moves.front().move.to));
  EXPECT_FALSE(course.goal[0].contains(result.moves.front().move.from));
}

TEST(StarSearcher, BeatsTheBestMoveAtFirstSight) {
  SearchOptions greedy;
  greedy.depth = 1;
  greedy.solo_race_below = 0;
  Rules rules = rules_of(2, 1, Hop::standard);
  rules.pieces = 10;
  EXPECT_EQ(play_game(rules, 500, {}, greedy).first(), 0);
}

TEST(StarSearcher, PlansThatForeseeRivalsBeatThoseWhoMoveAtFirstSight) {
  SearchOptions greedy;
  greedy.depth = 1;
  greedy.solo_race_below = 0;
  for (const int players : {3, 4}) {
    const GameEnd ended =
        play_game(rules_of(players, 1, Hop::standard), 1500, options_with(OpponentModel::predicted), greedy);
    EXPECT_EQ(ended.first(), 0) << players << " seats";
  }
}

// CC-20: fifteen pieces, and seven turns more than pieces.
TEST(StarSearcher, LeavesItsStartInTime) {
  const auto game = *game::start("sternhalma:evacuate=22");
  SearchRequest request;
  request.token = game->token();
  request.limits.nodes = 2000;
  const auto searcher = make_searcher();
  for (int turn = 0; turn < 44; ++turn) {
    const auto result = searcher->search(request, StopSignal{}, {});
    ASSERT_TRUE(result) << to_text(result.error());
    ASSERT_TRUE(game->play(*game->parse(result->move)));
    request.turns.push_back(Turn::played(result->move));
    ASSERT_FALSE(game->outcome().is_over) << game->outcome().reason << " at turn " << turn + 1;
  }
}

// A player that errs as much as in a game of two, where a turn gained counts a third only, never gets home.
TEST(StarSearcher, BeginnersInTeamsComeHome) {
  const auto game = *game::start("sternhalma:players=4,teams=opposite");
  SearchRequest request;
  request.token = game->token();
  request.level = "first-steps";
  request.seed = 6;
  const auto searcher = make_searcher();
  int turns = 0;
  while (!game->outcome().is_over && turns < 1200) {
    const auto result = searcher->search(request, StopSignal{}, {});
    ASSERT_TRUE(result) << to_text(result.error());
    ASSERT_TRUE(game->play(*game->parse(result->move)));
    request.turns.push_back(Turn::played(result->move));
    ++turns;
  }
  EXPECT_LT(turns, 500);
  EXPECT_FALSE(game->outcome().is_draw);
}

// A seat that nobody meets: one step and one hop from home.
TEST(StarSearcher, CountsItsOwnTurnsAndProvesThatTheyAreTheFewest) {
  SearchRequest request;
  request.token = "sternhalma:pieces=10";
  request.position = "1:1=m10,m11,n10,n12,n13,o11,o12,o13,p12,p13:4=c5,c6,c7,d5,d6,d7,d8,e5,e6,e7";
  request.limits.nodes = 2000;
  const auto result = make_searcher()->search(request, StopSignal{}, {});
  ASSERT_TRUE(result) << to_text(result.error());
  EXPECT_FALSE(result->move.empty());
  EXPECT_LT(result->reached.lines.front().score.expected_place.value_or(9), 1.5);

  const sternhalma::Course<4> course(rules_of(2, 1, Hop::standard));
  const Evaluation<4> evaluation(course, {});
  sternhalma::Position<4> position = Race<4>(course.rules).position();
  // At home but for one piece, one step away.
  const auto goal = course.goal[0];
  const auto rivals_goal = course.goal[3];
  const int open = goal.first();
  int near = -1;
  sternhalma::lattice<4>.neighbours[open].for_each([&](int slot) { near = goal.contains(slot) ? near : slot; });
  ASSERT_GE(near, 0);
  position.sets[0] = goal;
  position.sets[0].erase(open);
  position.sets[0].insert(near);
  position.sets[3] = rivals_goal;
  position.placement = position.placement_afresh();
  const StopSignal stop;
  Budget budget({}, 10'000, stop);
  SoloRace<4> race(course, evaluation, budget);
  const auto plan = race.find(evaluation.node(position), 100, 10);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->moves.size(), 1U);
  EXPECT_TRUE(plan->is_shortest);
}

TEST(StarSearcher, WhatTheNetworkSeesIsKeptFromMoveToMove) {
  Rules rules = rules_of(2, 1, Hop::standard);
  rules.pieces = 10;
  const net::Network* network = net::embedded_network(net_name(rules));
  ASSERT_NE(network, nullptr);
  Race<4> race(rules);
  const NetEvaluation<4> seen(race.course(), network);
  ASSERT_TRUE(seen.is_used());
  EXPECT_FALSE(NetEvaluation<4>(sternhalma::Course<4>(rules_of(3, 1, Hop::standard)), network).is_used());
  Accumulators kept;
  seen.reset(kept, race.position());
  for (int ply = 0; ply < 60; ++ply) {
    sternhalma::LegalMoves<4> moves;
    sternhalma::find_moves(race.course(), race.position(), moves);
    const auto& piece = moves.items[ply * 7 % moves.pieces];
    const sternhalma::Move move{piece.from, static_cast<std::uint16_t>(piece.targets.first())};
    seen.change(kept, kept, piece.set, move);
    race.play(piece.set, move);
    if (race.position().is_over()) break;
    Accumulators fresh;
    seen.reset(fresh, race.position());
    for (std::size_t viewer = 0; viewer < 2; ++viewer) {
      ASSERT_EQ(kept.of[viewer].numbers, fresh.of[viewer].numbers) << "after " << ply + 1 << " moves";
    }
  }
  // Both sides stand alike at the start: each sees the same.
  Accumulators start;
  seen.reset(start, Race<4>(rules).position());
  EXPECT_EQ(seen.value(start, 0, 0), seen.value(start, 1, 0));
}

// Only play-outs ask the network of several seats, so a level without them keeps the nodes that it has without one.
TEST(StarSearcher, ALevelWithoutPlayoutsPlaysSeveralSeatsAsWithoutANetwork) {
  SearchRequest request;
  request.token = "sternhalma:players=3";
  request.level = "expert";
  SearcherSettings without;
  without.find_network = [](std::string_view) -> const net::Network* { return nullptr; };
  const auto as_it_plays = make_searcher()->search(request, StopSignal{}, {});
  const auto as_before = make_searcher(without)->search(request, StopSignal{}, {});
  ASSERT_TRUE(as_it_plays && as_before);
  EXPECT_EQ(as_it_plays->reached.nodes, as_before->reached.nodes);
  EXPECT_EQ(as_it_plays->move, as_before->move);
}

TEST(StarSearcher, WhatItRemembersIsOfOneGame) {
  SearchRequest standard;
  standard.token = "sternhalma:pieces=10";
  standard.limits.depth = 6;
  SearchRequest super = standard;
  super.token = "sternhalma:pieces=10,hop=super";
  const auto searcher = make_searcher();
  ASSERT_TRUE(searcher->search(standard, StopSignal{}, {}));
  const auto after = searcher->search(super, StopSignal{}, {});
  const auto afresh = make_searcher()->search(super, StopSignal{}, {});
  ASSERT_TRUE(after && afresh);
  EXPECT_EQ(after->reached.nodes, afresh->reached.nodes);
  EXPECT_LT(searcher->search(super, StopSignal{}, {})->reached.nodes, afresh->reached.nodes)
      << "nothing was remembered";
}

TEST(StarSearcher, StopsWithinItsNodesAndTellsOfSeveralMoves) {
  for (const std::string token : {"sternhalma:board=181", "sternhalma:board=253,players=3", "sternhalma:players=6"}) {
    SearchRequest request;
    request.token = token;
    request.limits.nodes = 500;
    request.lines = 3;
    const auto result = make_searcher()->search(request, StopSignal{}, {});
    ASSERT_TRUE(result) << to_text(result.error());
    EXPECT_LE(result->reached.nodes, 501U);
    ASSERT_EQ(result->reached.lines.size(), 3U);
    EXPECT_GE(result->reached.lines[0].score.hundredths, result->reached.lines[1].score.hundredths);
  }
}

TEST(StarSearcher, TwoThreadsSearchTogether) {
  for (const std::string token : {"sternhalma:pieces=10", "sternhalma:players=4,teams=opposite"}) {
    SearchRequest request;
    request.token = token;
    request.limits.nodes = 60'000;
    SearcherSettings settings;
    settings.threads = 2;
    settings.memory_bytes = std::size_t{1} << 20U;
    const auto result = make_searcher(settings)->search(request, StopSignal{}, {});
    ASSERT_TRUE(result) << to_text(result.error());
    EXPECT_GT(result->reached.nodes, 60'001U) << "the other thread did nothing";
    EXPECT_GE(result->reached.depth, 2);
    EXPECT_EQ(result->move, result->reached.lines.front().moves.front());
    // A level is played by one, so that the same seed gives the same move.
    request.limits = {};
    request.level = "steady";
    const auto level = make_searcher(settings)->search(request, StopSignal{}, {});
    ASSERT_TRUE(level) << to_text(level.error());
    EXPECT_EQ(level->reached.nodes, make_searcher()->search(request, StopSignal{}, {})->reached.nodes);
  }
}

}  // namespace
}  // namespace crownstar::search::star
