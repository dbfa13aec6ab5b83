#include "engines/search/star/playout_tree.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/search/net/random_network_test.hpp"
#include "engines/search/star/play_game_test.hpp"
#include "engines/search/star/root_search.hpp"
#include "engines/search/whole_series_test.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/sternhalma/notation.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::search::star {
namespace {

using sternhalma::Hop;
using sternhalma::Race;
using Playouts = PlayoutTree<4>;

sternhalma::Rules rules_of(int players, Hop hop) {
  sternhalma::Rules rules;
  rules.players = players;
  rules.hop = hop;
  rules.places = sternhalma::Places::first;
  return *sternhalma::check(rules);
}

std::vector<RootMove> root_moves_of(const sternhalma::Course<4>& course, const sternhalma::Position<4>& position) {
  sternhalma::LegalMoves<4> moves;
  sternhalma::find_moves(course, position, moves);
  std::vector<RootMove> root_moves;
  for (const auto& piece : moves) {
    piece.targets.for_each(
        [&](int to) { root_moves.push_back({{piece.from, static_cast<std::uint16_t>(to)}, piece.set, 0}); });
  }
  return root_moves;
}

struct Grown {
  std::vector<Playouts::VisitStats> visits;
  std::vector<sternhalma::Move> line;  // after the first move that was tried most
  std::uint64_t nodes = 0;

  std::size_t most() const {
    return static_cast<std::size_t>(std::ranges::max_element(visits, {}, &Playouts::VisitStats::visits) -
                                    visits.begin());
  }
};

Grown grown(const Race<4>& race, const std::vector<RootMove>& root_moves, std::uint64_t lines, int seed,
            const net::Network* network = nullptr) {
  const Evaluation<4> evaluation(race.course(), {});
  const SeveralSeatsNet<4> net(race.course(), network);
  Playouts tree(race.course(), evaluation, net, {}, std::size_t{1} << 24U, seed);
  const StopSignal stop;
  Budget budget({}, 0, stop);
  tree.set_root(evaluation.node(race.position()), root_moves);
  tree.run(lines, budget);
  Grown grown{std::vector<Playouts::VisitStats>(root_moves.size()), {}, budget.nodes()};
  tree.add_to(grown.visits);
  grown.line = tree.line_after(grown.most(), 12);
  return grown;
}

TEST(Playouts, EveryLineCountsForOneFirstMoveAndTheSameSeedGivesTheSameTree) {
  const Race<4> race(rules_of(4, Hop::standard));
  const auto root_moves = root_moves_of(race.course(), race.position());
  const Grown one = grown(race, root_moves, 2000, 1);
  const Grown again = grown(race, root_moves, 2000, 1);
  const Grown other = grown(race, root_moves, 2000, 2);
  double visits = 0;
  bool differs = false;
  for (std::size_t nth = 0; nth < root_moves.size(); ++nth) {
    visits += one.visits[nth].visits;
    EXPECT_GE(one.visits[nth].sum, 0);
    EXPECT_LE(one.visits[nth].sum, one.visits[nth].visits);
    EXPECT_EQ(one.visits[nth].sum, again.visits[nth].sum);
    differs = differs || one.visits[nth].sum != other.visits[nth].sum;
  }
  const double trust = PlayoutOptions().prior_visits / 100.0;
  EXPECT_NEAR(visits, 2000 + trust * static_cast<double>(root_moves.size()), 1e-6);
  EXPECT_EQ(one.nodes, again.nodes);
  EXPECT_TRUE(differs);
}

TEST(Playouts, AskTheNetworkOfSeveralSeats) {
  const Race<4> race(rules_of(3, Hop::standard));
  const auto root_moves = root_moves_of(race.course(), race.position());
  const auto network = net::random_network(SeveralSeatsNet<4>::squares);
  const Grown with = grown(race, root_moves, 500, 1, network.get());
  const Grown without = grown(race, root_moves, 500, 1);
  const bool is_all_the_same =
      std::ranges::equal(with.visits, without.visits, {}, &Playouts::VisitStats::visits, &Playouts::VisitStats::visits);
  EXPECT_FALSE(is_all_the_same);
}

TEST(Playouts, WhatIsExpectedToFollowAreMovesOfTheSeatsInTurn) {
  Race<4> race(rules_of(6, Hop::symmetric));
  const Grown tree = grown(race, root_moves_of(race.course(), race.position()), 4000, 1);
  ASSERT_GT(tree.line.size(), 2U);
  for (const sternhalma::Move move : tree.line) {
    sternhalma::LegalMoves<4> moves;
    sternhalma::find_moves(race.course(), race.position(), moves);
    const auto* piece = std::ranges::find(moves, move.from, &sternhalma::PieceMoves<4>::from);
    ASSERT_NE(piece, moves.end());
    ASSERT_TRUE(piece->targets.contains(move.to));
    race.play(piece->set, move);
  }
}

TEST(Playouts, AMoveThatCostsMuchIsNotCameBackTo) {
  const Race<4> race(rules_of(4, Hop::standard));
  auto root_moves = root_moves_of(race.course(), race.position());
  const std::size_t best = grown(race, root_moves, 2000, 1).most();
  root_moves[best].penalty = 450;
  const Grown without = grown(race, root_moves, 2000, 1);
  EXPECT_NE(without.most(), best);
  EXPECT_LT(without.visits[best].visits, 100);
}

// A set all at home but for one piece, a step away from the open hole: from there, to here.
sternhalma::Move one_step_from_home(const sternhalma::Course<4>& course, int set, sternhalma::Position<4>& position) {
  const auto goal = course.goal[set];
  sternhalma::Move last{};
  goal.for_each([&](int hole) {
    sternhalma::lattice<4>.neighbours[hole].for_each([&](int slot) {
      if (last.from != last.to || goal.contains(slot)) return;
      last = {static_cast<std::uint16_t>(slot), static_cast<std::uint16_t>(hole)};
    });
  });
  position.sets[set] = goal;
  position.sets[set].erase(last.to);
  position.sets[set].insert(last.from);
  return last;
}

// Everybody is one move from home: who does not make it now will not be first.
TEST(Playouts, ComesHomeBeforeTheOthers) {
  const Race<4> start(rules_of(4, Hop::standard));
  const sternhalma::Course<4>& course = start.course();
  sternhalma::Position<4> position = start.position();
  sternhalma::Move last{};
  for (int seat = 3; seat >= 0; --seat) last = one_step_from_home(course, course.seating.sets[seat][0], position);
  position.placement = position.placement_afresh();
  ASSERT_EQ(position.seat, 0);
  const Evaluation<4> evaluation(course, {});
  const SeveralSeatsNet<4> no_net(course, nullptr);
  std::vector<RootMove> root_moves;
  sternhalma::LegalMoves<4> moves;
  sternhalma::find_moves(course, position, moves);
  std::size_t home = 0;
  for (const auto& piece : moves) {
    piece.targets.for_each([&](int to) {
      if (piece.from == last.from && to == last.to) home = root_moves.size();
      root_moves.push_back({{piece.from, static_cast<std::uint16_t>(to)}, piece.set, 0});
    });
  }
  Playouts tree(course, evaluation, no_net, {}, std::size_t{1} << 24U, 1);
  const StopSignal stop;
  Budget budget({}, 0, stop);
  tree.set_root(evaluation.node(position), root_moves);
  tree.run(500, budget);
  std::vector<Playouts::VisitStats> visits(root_moves.size());
  tree.add_to(visits);
  for (std::size_t nth = 0; nth < root_moves.size(); ++nth) {
    if (nth != home) {
      EXPECT_LT(visits[nth].visits, visits[home].visits);
    }
  }
  EXPECT_GT(visits[home].sum / visits[home].visits, 0.9);
}

TEST(Playouts, EverySeatComesHomeUnderEveryHop) {
  for (const Hop hop : {Hop::standard, Hop::super, Hop::symmetric, Hop::catapult}) {
    for (const int players : {4, 6}) {
      sternhalma::Rules rules = rules_of(players, hop);
      rules.places = sternhalma::Places::all;
      SearchOptions options;
      options.opponent_model = OpponentModel::best_reply;
      options.uses_playouts = true;
      const GameEnd ended = play_game(rules, is_series_whole ? 1500 : 200, options, options);
      int sum = 0;
      for (int seat = 0; seat < players; ++seat) sum += ended.places[static_cast<std::size_t>(seat)];
      EXPECT_EQ(ended.ending, sternhalma::Ending::home) << players << " seats, hop " << static_cast<int>(hop);
      EXPECT_EQ(sum, players * (players + 1) / 2) << "places are shared";
    }
  }
}

// Rivals fill the start that one piece is still in. Two who shut each other in wait until the last round.
TEST(Playouts, APieceThatIsShutInIsExpectedToCostAPlace) {
  sternhalma::Rules rules = rules_of(4, Hop::super);
  rules.places = sternhalma::Places::all;
  const sternhalma::Course<4> course(rules);
  const Evaluation<4> evaluation(course, {});
  const SeveralSeatsNet<4> no_net(course, nullptr);
  const auto place_expected = [&](const char* text, int shut_in) {
    const auto position = sternhalma::checked_position(course, *sternhalma::read_setup(board::star<4>, text));
    const auto root_moves = root_moves_of(course, *position);
    PlayoutOptions weights;
    weights.shut_in = shut_in;
    Playouts tree(course, evaluation, no_net, weights, std::size_t{1} << 24U, 1);
    const StopSignal stop;
    Budget budget({}, 0, stop);
    tree.set_root(evaluation.node(*position), root_moves);
    tree.run(500, budget);
    Grown found{std::vector<Playouts::VisitStats>(root_moves.size()), {}, 0};
    tree.add_to(found.visits);
    return tree.place_of(found.visits[found.most()].value());
  };
  constexpr int usual = PlayoutOptions().shut_in;
  constexpr const char* shut_in =
      "2:1=l10,l11,m11,n11,n13,o11,o12,o13,p12,q13:2=e1,j11,j13,j14,k15,l14,l15,m14,m16,m17"
      ":4=a5,c5,c6,d7,d8,f6,f7,f9,g9,j8:5=e2,e3,e4,f2,g3,g4,g5,h6,i5,l16";
  EXPECT_GT(place_expected(shut_in, usual), place_expected(shut_in, 0) + 0.2);
  // The same with that piece on its way, behind its others.
  constexpr const char* on_its_way =
      "2:1=l10,l11,m11,n11,n13,o11,o12,o13,p12,q13:2=h7,j11,j13,j14,k15,l14,l15,m14,m16,m17"
      ":4=a5,c5,c6,d7,d8,f6,f7,f9,g9,j8:5=e2,e3,e4,f2,g3,g4,g5,h6,i5,l16";
  EXPECT_EQ(place_expected(on_its_way, usual), place_expected(on_its_way, 0));
}

// A request of four seats after a round in which nobody moved as could have been foreseen.
SearchRequest request_of(const std::string& token, std::uint64_t nodes) {
  SearchRequest request;
  request.token = token;
  request.limits.nodes = nodes;
  const auto game = *game::start(token);
  for (int turn = 0; turn < 8; ++turn) {
    const auto moves = *game->legal_moves();
    // What moves a piece of the foremost row to the side of another gains little.
    const game::MoveView least = *std::ranges::min_element(
        moves, {}, [](const game::MoveView& move) { return std::pair(move.text.size(), move.text); });
    request.turns.push_back(Turn::played(least.text));
    EXPECT_TRUE(game->play(least));
  }
  return request;
}

// One is home, this seat could be by a hop: however far the others are, to be nearly home is not worth more.
TEST(Playouts, TheSecondPlaceIsWorthComingHomeFor) {
  sternhalma::Rules rules = rules_of(4, Hop::standard);
  rules.places = sternhalma::Places::all;
  const sternhalma::Course<4> course(*sternhalma::check(rules));
  const auto setup =
      sternhalma::read_setup(board::star<4>,
                             "2:1=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13:2=i13,j14,k14,l14,l15,l16,m14,m15,m16,m17"
                             ":4=k8,k13,l9,l10,l11,l12,l13,m11,m12,m13:5=h9,i10,i12,j9,j10,j11,j12,j13,k10,k12");
  ASSERT_TRUE(setup) << to_text(setup.error());
  auto position = sternhalma::checked_position(course, *setup);
  ASSERT_TRUE(position) << to_text(position.error());
  sternhalma::give_place(*position, 1, 1);
  const Evaluation<4> evaluation(course, {});
  const SeveralSeatsNet<4> no_net(course, nullptr);
  const auto root_moves = root_moves_of(course, *position);
  Playouts tree(course, evaluation, no_net, {}, std::size_t{1} << 24U, 1);
  const StopSignal stop;
  Budget budget({}, 0, stop);
  tree.set_root(evaluation.node(*position), root_moves);
  tree.run(2000, budget);
  Grown found{std::vector<Playouts::VisitStats>(root_moves.size()), {}, 0};
  tree.add_to(found.visits);
  double home = 0;
  for (std::size_t nth = 0; nth < root_moves.size(); ++nth) {
    auto after = *position;
    after.move(root_moves[nth].set, root_moves[nth].move);
    if (sternhalma::is_unit_home(course, after, course.seating.unit_of_seat[1])) home = found.visits[nth].value();
  }
  EXPECT_NEAR(home, 2.0 / 3, 0.01) << "of the places from the second on it is the best";
  EXPECT_LE(found.visits[found.most()].value(), home + 0.01) << "nothing is worth more than being home";
  EXPECT_NEAR(tree.place_of(found.visits[found.most()].value()), 2, 0.1);
}

// A seat left the race, and the first place is open: it is searched as deeply as before.
TEST(Playouts, GoesOnWhereASeatHasLeft) {
  SearchRequest request = request_of("sternhalma:players=4,places=first", 30'000);
  request.turns.push_back(Turn::withdrawn(1));
  const auto result = make_searcher()->search(request, StopSignal{}, {});
  ASSERT_TRUE(result) << to_text(result.error());
  EXPECT_GT(result->reached.depth, 2);
}

TEST(Playouts, TheStrongestTellsOfAllSeatsTurnsAndSeveralMoves) {
  SearchRequest request = request_of("sternhalma:players=4", 30'000);
  request.lines = 2;
  int told = 0;
  const auto tell = [&](const SearchProgress&) { ++told; };
  const auto result = make_searcher()->search(request, StopSignal{}, tell);
  ASSERT_TRUE(result) << to_text(result.error());
  ASSERT_EQ(result->reached.lines.size(), 2U);
  EXPECT_GT(result->reached.lines[0].moves.size(), 1U);
  EXPECT_GE(result->reached.lines[0].score.hundredths, result->reached.lines[1].score.hundredths);
  EXPECT_GT(told, 3);
  EXPECT_LE(result->reached.nodes, 30'001U);
  const auto again = make_searcher()->search(request, StopSignal{}, {});
  EXPECT_EQ(again->reached.nodes, result->reached.nodes);
  EXPECT_EQ(again->move, result->move);
}

TEST(Playouts, ThreadsGrowTreesOfTheirOwn) {
  SearcherSettings settings;
  settings.threads = 2;
  const auto result = make_searcher(settings)->search(request_of("sternhalma:players=6", 60'000), StopSignal{}, {});
  ASSERT_TRUE(result) << to_text(result.error());
  EXPECT_GT(result->reached.nodes, 60'100U) << "the other thread did nothing";
  EXPECT_EQ(result->move, result->reached.lines.front().moves.front());
}

}  // namespace
}  // namespace crownstar::search::star
