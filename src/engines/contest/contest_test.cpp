#include <map>
#include <mutex>
#include <set>

#include <gtest/gtest.h>

#include "engines/contest/contest_of_two_test.hpp"
#include "engines/contest/puzzles/puzzle.hpp"
#include "engines/contest/self_play/samples.hpp"
#include "engines/contest/self_play/self_play.hpp"
#include "engines/contest/three_move_deck.hpp"
#include "engines/tablebase/probe.hpp"
#include "rules/board/checkered.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::contest {
namespace {

ContestTerms quick_terms(const std::string& token, int games) {
  ContestTerms terms;
  terms.a = *read_engine_spec("nodes=60");
  terms.b = *read_engine_spec("nodes=20");
  terms.game.token = token;
  terms.game.most_moves = 12;
  terms.starts = "random";
  terms.games = games;
  terms.seed = 5;
  return terms;
}

TEST(Starts, AreTheSameForTheSameSeed) {
  const auto texts = [](std::uint64_t seed, const std::string& kind) {
    std::vector<std::string> all;
    for (const Start& start : *make_starts({"american", kind, 0, 12, seed})) {
      std::string text = start.position;
      for (const search::Turn& turn : start.turns) text += " " + turn.move;
      all.push_back(text);
    }
    return all;
  };
  for (const char* kind : {"three-move", "eleven-man", "random"}) {
    const auto all = texts(1, kind);
    EXPECT_EQ(all, texts(1, kind));
    EXPECT_NE(all, texts(2, kind));
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 12U);
  }
}

TEST(Starts, ElevenManBallotsLackAManEach) {
  for (const Start& start : *make_starts({"american", "eleven-man", 0, 10, 3})) {
    const auto game = *game::start("american");
    ASSERT_TRUE(game->set_position(start.position));
    EXPECT_EQ(game->pieces().size(), 22U);
    EXPECT_EQ(start.turns.size(), 2U);
  }
}

std::set<std::string> positions_of(const std::vector<Start>& starts) {
  std::set<std::string> all;
  for (const Start& start : starts) {
    const auto game = *game::start("american");
    for (const search::Turn& turn : start.turns) EXPECT_TRUE(play_text(*game, turn.move)) << turn.move;
    all.insert(game->position());
  }
  return all;
}

TEST(Starts, ThreeMoveBallotsOfAmericanAreThoseOfTheDeckThatArePlayed) {
  const auto all = make_starts({"american", "three-move", 0, 156, 1});
  ASSERT_TRUE(all);
  EXPECT_EQ(positions_of(*all).size(), 156U);
  EXPECT_EQ(make_starts({"american", "three-move", 0, 157, 1})->size(), 157U) << "from the first on again";
}

TEST(Starts, TheDeckHasEachPositionOnce) {
  std::map<BallotUse, int> uses;
  std::vector<Start> starts;
  for (const Ballot& ballot : three_move_deck()) {
    ++uses[ballot.use];
    Start& start = starts.emplace_back();
    for (const std::string_view move : ballot.moves) start.turns.push_back(search::Turn::played(std::string(move)));
  }
  EXPECT_EQ(positions_of(starts).size(), 174U);
  EXPECT_EQ(uses[BallotUse::everywhere], 144);
  EXPECT_EQ(uses[BallotUse::by_mail], 12);
  EXPECT_EQ(uses[BallotUse::barred], 18);
}

TEST(Starts, ThreeMoveBallotsElsewhereLeaveOutThoseThatLoseAMan) {
  const auto all = make_starts({"flying-king", "three-move", 0, 1000, 1});
  ASSERT_TRUE(all);
  std::set<std::string> distinct;
  for (const Start& start : *all) {
    ASSERT_EQ(start.turns.size(), 3U);
    distinct.insert(start.turns[0].move + start.turns[1].move + start.turns[2].move);
  }
  EXPECT_GT(distinct.size(), 100U);
  EXPECT_LT(distinct.size(), 216U);
}

TEST(Starts, EachPositionIsJudgedOnceAndTheSearchCanBeStopped) {
  std::size_t looks = 0;
  const auto all = make_starts({"american", "eleven-man", 0, 400, 1}, [&](std::size_t found) {
    EXPECT_LE(found, ++looks);
    return looks < 50;
  });
  ASSERT_TRUE(all);
  EXPECT_EQ(looks, 50U);
  EXPECT_EQ(all->size(), 400U) << "from the first on again";
  looks = 0;
  ASSERT_TRUE(make_starts({"thai", "random", 1, 200, 1}, [&](std::size_t) { return ++looks < 1000; }));
  EXPECT_LE(looks, 64U) << "eight men a side with at most eight moves each";
}

TEST(Starts, AreRefusedByName) {
  EXPECT_FALSE(make_starts({"american", "backwards", 0, 1, 1}));
  EXPECT_FALSE(make_starts({"sternhalma", "eleven-man", 0, 1, 1}));
  EXPECT_FALSE(make_starts({"no-game", "", 0, 1, 1}));
  EXPECT_FALSE(check_starts("american", "", 2)) << "its usual starts are ballots";
  EXPECT_TRUE(check_starts("american", "random", 2));
  EXPECT_TRUE(check_starts("sternhalma", "", 2));
}

TEST(Contest, PlaysEveryStartFromBothSides) {
  std::vector<std::string> firsts;
  std::vector<int> seats;
  ContestListeners listeners;
  listeners.on_game = [&](const PlayedGame& played, int round, int seat_of_a) {
    firsts.push_back(std::to_string(round) + played.record.nodes[1].move + played.record.nodes[2].move);
    seats.push_back(seat_of_a);
  };
  const auto end = run_contest(quick_terms("american", 5), listeners);
  ASSERT_TRUE(end) << end.error().reason;
  EXPECT_EQ(end->games, 6);
  EXPECT_EQ(end->tally.games(), 6);
  EXPECT_EQ(seats, (std::vector<int>{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(firsts[0], firsts[1]);
  EXPECT_NE(firsts[0], firsts[2]);
  EXPECT_GT(end->search_totals_a.nodes, end->search_totals_b.nodes);
}

TEST(Contest, IsTheSameWithAnyNumberOfThreads) {
  const auto games_of = [](int threads) {
    std::set<std::string> games;
    ContestListeners listeners;
    listeners.on_game = [&](const PlayedGame& played, int round, int seat_of_a) {
      std::string text = std::to_string(round) + "/" + std::to_string(seat_of_a);
      for (const game::RecordNode& node : played.record.nodes) text += " " + node.move;
      games.insert(text);
    };
    ContestTerms terms = quick_terms("american", 6);
    terms.threads = threads;
    EXPECT_TRUE(run_contest(terms, listeners));
    return games;
  };
  EXPECT_EQ(games_of(1), games_of(3));
}

TEST(Contest, CountsPlacesWhereMoreThanTwoSit) {
  ContestTerms terms = quick_terms("sternhalma:players=3", 3);
  terms.game.most_moves = 4;
  const auto end = run_contest(terms, {});
  ASSERT_TRUE(end) << end.error().reason;
  EXPECT_EQ(end->seats, 3);
  EXPECT_EQ(end->games, 3);
  EXPECT_EQ(end->too_long, 3);
  EXPECT_EQ(end->places.games(), 3);
}

TEST(Contest, AGameThatNobodyWinsIsNobodysFirstPlace) {
  ContestTerms terms = quick_terms("sternhalma:players=3,rounds=3", 3);
  const auto end = run_contest(terms, {});
  ASSERT_TRUE(end) << end.error().reason;
  EXPECT_EQ(end->places.undecided(), 3);
  EXPECT_EQ(end->places.first().value, 0);
  EXPECT_EQ(end->undecided_by, (std::map<std::string, int>{{"round 3 is over", 3}}));
  terms = quick_terms("american", 2);
  const auto drawn = run_contest(terms, {});
  ASSERT_TRUE(drawn);
  EXPECT_EQ(drawn->undecided_by, (std::map<std::string, int>{{"the game is too long", drawn->tally.draws()}}));
}

TEST(Contest, EnginesThatAreAlikePlayOneGameAStart) {
  ContestTerms terms = quick_terms("sternhalma:players=3,places=first", 3);
  terms.a = terms.b = *read_engine_spec("nodes=30");
  terms.game.most_moves = 300;
  const auto end = run_contest(terms, {});
  ASSERT_TRUE(end) << end.error().reason;
  EXPECT_EQ(end->places.places(), (std::vector<int>{1, 0, 0}));
  EXPECT_EQ(end->places.shared(), 2) << "who did not come home first shares what is left";
  EXPECT_EQ(end->places.first().error, 1) << "one start says nothing of the spread";
}

TEST(Contest, SaysWhichGamesAreRepeated) {
  ContestTerms terms = quick_terms("american", 6);
  EXPECT_EQ(run_contest(terms, {})->repeated, 0);
  terms.starts = "first";
  EXPECT_EQ(run_contest(terms, {})->repeated, 4);
}

// Fails where it is asked.
class FailingSearcher final : public search::Searcher {
 public:
  Checked<search::SearchResult> search(const search::SearchRequest&, const search::StopSignal&,
                                       const search::OnProgress&) override {
    return base::refuse("it failed");
  }
};

// One game of which a seat fails, at its first move.
PlayedGame bout_with_failing_seat(const std::string& token, std::size_t failing) {
  const EngineSpec ours = *read_engine_spec("nodes=20");
  const auto seats = static_cast<std::size_t>((*game::start(token))->seats());
  FailingSearcher fails;
  std::vector<std::unique_ptr<search::Searcher>> others;
  std::vector<EngineSeat> seated;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    others.push_back(make_searcher(ours));
    seated.push_back({seat == failing ? &fails : others.back().get(), &ours, ours.limits});
  }
  GameTerms terms;
  terms.token = token;
  return *run_game(terms, {}, seated, 1);
}

TEST(GameRunner, WhoFailsAmongManyIsLast) {
  const PlayedGame played = bout_with_failing_seat("sternhalma:players=3", 1);
  EXPECT_EQ(played.failed_seat, 1);
  EXPECT_EQ(played.places, (std::vector<int>{1, 3, 1}));
  EXPECT_TRUE(played.is_undecided) << "the others never finished";
}

TEST(GameRunner, AnEngineThatFailsLosesWithItsTeam) {
  EXPECT_EQ(bout_with_failing_seat("sternhalma:players=4,teams=opposite", 1).places, (std::vector<int>{1, 2, 1, 2}));
  EXPECT_EQ(bout_with_failing_seat("sternhalma:players=4,teams=opposite", 2).places, (std::vector<int>{2, 1, 2, 1}));
}

// CC-6: A has both seats of a team, and the teams change sides.
TEST(Contest, InTeamsAHasAllSeatsOfOne) {
  ContestTerms terms = quick_terms("sternhalma:players=4,teams=opposite", 2);
  terms.a = *read_engine_spec("nodes=200");
  terms.game.most_moves = 3;
  std::vector<std::vector<int>> seats_of_a;
  const auto note = [&](const PlayedGame& played, int, int) {
    std::vector<int> seats;
    for (int seat = 0; seat < 4; ++seat) {
      const SearchTotals& totals = played.search_totals[static_cast<std::size_t>(seat)];
      if (totals.nodes > 100 * totals.moves) seats.push_back(seat);
    }
    seats_of_a.push_back(seats);
  };
  const auto end = run_contest(terms, {.on_round = {}, .on_game = note});
  ASSERT_TRUE(end) << end.error().reason;
  EXPECT_EQ(seats_of_a, (std::vector<std::vector<int>>{{0, 2}, {1, 3}}));
  EXPECT_EQ(end->seats, 4);
  EXPECT_EQ(end->sides, 2);
  EXPECT_EQ(end->tally.games(), 2) << "two teams are two sides";
  EXPECT_EQ(end->search_totals_a.moves, end->search_totals_b.moves);
}

TEST(Contest, OfThreeTeamsEachIsAOnce) {
  ContestTerms terms = quick_terms("sternhalma:players=6,teams=opposite", 3);
  terms.game.most_moves = 2;
  std::vector<int> sides;
  const auto note = [&](const PlayedGame&, int, int side_of_a) { sides.push_back(side_of_a); };
  const auto end = run_contest(terms, {.on_round = {}, .on_game = note});
  ASSERT_TRUE(end) << end.error().reason;
  EXPECT_EQ(sides, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(end->sides, 3);
  EXPECT_EQ(end->places.places().size(), 3U);
  EXPECT_EQ(2 * end->search_totals_a.moves, end->search_totals_b.moves);
}

TEST(Contest, TheTestEndsItForGood) {
  ContestTerms terms = quick_terms("american", 200);
  terms.a = *read_engine_spec("nodes=300");
  terms.b = *read_engine_spec("depth=1,level=first-steps");
  terms.game.most_moves = 60;
  terms.threads = 4;
  terms.test = SequentialTest{0, 200};
  const auto end = run_contest(terms, {});
  ASSERT_TRUE(end) << end.error().reason;
  EXPECT_EQ(end->verdict, Verdict::elo1);
  EXPECT_EQ(end->verdict, verdict_of(end->tally, *terms.test));
  EXPECT_LT(end->games, 200);
}

TEST(Contest, ASignalEndsItAfterWholeRounds) {
  ContestTerms terms = quick_terms("american", 200);
  int games = 0;
  const auto note = [&](const PlayedGame&, int, int) {
    if (++games == 4) terms.game.stop.stop();
  };
  const auto end = run_contest(terms, {.on_round = {}, .on_game = note});
  ASSERT_TRUE(end) << end.error().reason;
  EXPECT_TRUE(end->was_stopped);
  EXPECT_EQ(end->games, 4);
  EXPECT_EQ(end->failures_a + end->failures_b, 0);
}

TEST(Contest, AProgramThatIsNoneEndsIt) {
  ContestTerms terms = quick_terms("american", 20);
  terms.b = *read_engine_spec("hub:/no/such/program");
  const auto end = run_contest(terms, {});
  ASSERT_FALSE(end);
  EXPECT_TRUE(end.error().reason.contains("failed too often")) << end.error().reason;
}

// However few games there are: who never starts has not been beaten, and nobody's strength is known by it.
TEST(Contest, AnEngineThatNeverAnswersIsNotBeaten) {
  for (const std::string token : {"american", "sternhalma:players=3", "sternhalma:players=4,teams=opposite"}) {
    for (const bool is_a : {true, false}) {
      ContestTerms terms = quick_terms(token, 2);
      (is_a ? terms.a : terms.b) = *read_engine_spec("hub:/no/such/program");
      const auto end = run_contest(terms, {});
      ASSERT_FALSE(end) << token;
      EXPECT_TRUE(end.error().reason.starts_with("an engine gave no move in any game: hub:/no/such/program: "))
          << end.error().reason;
    }
  }
}

// Say the same of every position.
class OneAnswer : public tablebase::Tables {
 public:
  explicit OneAnswer(tablebase::Value value) : value_(value) {}
  std::string_view game() const override { return "american"; }
  int most_pieces() const override { return 24; }
  int most_pieces_with_distance() const override { return 0; }
  base::Checked<tablebase::Answer> ask(std::string_view) const override {
    return tablebase::Answer{.pieces = 24, .value = value_, .distance = {}};
  }

 private:
  tablebase::Value value_;
};

TEST(Contest, ARefereesTablesEndAGame) {
  for (const auto value : {tablebase::Value::win, tablebase::Value::draw, tablebase::Value::loss}) {
    const OneAnswer tables(value);
    ContestTerms terms = quick_terms("american", 2);
    terms.game.adjudication_tables = [&](std::string_view) { return &tables; };
    std::vector<std::pair<int, std::string>> ends;
    const auto note = [&](const PlayedGame& played, int, int) {
      EXPECT_EQ(played.plies, 0);
      ends.emplace_back(played.places[0] - played.places[1], played.reason);
    };
    const auto end = run_contest(terms, {.on_round = {}, .on_game = note});
    ASSERT_TRUE(end);
    EXPECT_EQ(end->known, 2);
    // The same start twice, with the same seat to move: it is Red's turn after a whole number of moves each.
    const int ahead = value == tablebase::Value::win ? -1 : value == tablebase::Value::loss ? 1 : 0;
    const std::string reason = ahead == 0 ? "tables know that it is a draw" : "tables know who wins";
    EXPECT_EQ(ends, (std::vector<std::pair<int, std::string>>{{ahead, reason}, {ahead, reason}}));
  }
}

TEST(Contest, AgreementEndsAGame) {
  ContestTerms terms = quick_terms("american", 2);
  terms.game.most_moves = 40;
  terms.game.agreement.win = 1;
  const auto end = run_contest(terms, {});
  ASSERT_TRUE(end);
  EXPECT_GT(end->agreed, 0);
}

TEST(Samples, AreReadAsTheyWereWritten) {
  const Sample sample{1, 2, std::uint64_t{1} << 63U, 8, -321, -1, 77, 123'456};
  const auto written = write_sample(sample);
  EXPECT_EQ(read_sample(std::span(written).first(sample_bytes("american"))), sample);
  const SampleRun run{~std::uint64_t{0}, 7, 123'456, std::uint64_t{1} << 40U};
  const auto head = write_sample_head("american", run);
  EXPECT_EQ(*read_sample_head(head), "american");
  EXPECT_EQ(read_sample_run(head), run);
  auto other = head;
  other[0] = 'x';
  EXPECT_FALSE(read_sample_head(other));
  auto old = head;  // zeros stood where the run stands now
  std::fill(old.begin() + 32, old.end(), static_cast<unsigned char>(0));
  EXPECT_EQ(*read_sample_head(old), "american");
  EXPECT_FALSE(read_sample_run(old));
}

TEST(Samples, OfALargeBoardKeepAllItsSquares) {
  ASSERT_EQ(sample_bytes("canadian"), most_sample_bytes);
  const auto game = *game::start("canadian");
  const auto sample = sample_of(*game);
  ASSERT_TRUE(sample);
  EXPECT_EQ(board::count_bits(sample->own_men), 30);
  EXPECT_EQ(board::count_bits(sample->their_men >> 64U), 8);
  EXPECT_EQ(read_sample(write_sample(*sample)), *sample);
}

TEST(Samples, BothSidesSeeTheirOwnEndAtTheBottom) {
  const auto game = *game::start("american");
  const auto red = sample_of(*game);
  ASSERT_TRUE(game->play(game->legal_moves()->front()));
  const auto white = sample_of(*game);
  EXPECT_EQ(red->own_men, 0xfffU);
  EXPECT_EQ(red->their_men, 0xfff00000U);
  EXPECT_EQ(white->own_men, 0xfffU);
  EXPECT_NE(white->their_men, 0xfff00000U);
}

TEST(SelfPlay, IsTheSameForTheSameSeedAndCanBeGoneOnWith) {
  const auto samples_of = [](std::uint32_t first) {
    std::vector<Sample> all;
    const SelfPlayTerms terms{"american", *read_engine_spec("nodes=40"), 9, first, 3};
    EXPECT_TRUE(play_itself(terms, [&](std::uint32_t, const std::vector<Sample>& found) {
      all.insert(all.end(), found.begin(), found.end());
      return true;
    }));
    return all;
  };
  const auto whole = samples_of(0);
  const auto rest = samples_of(2);
  ASSERT_GT(whole.size(), rest.size());
  EXPECT_EQ(std::vector<Sample>(whole.end() - static_cast<std::ptrdiff_t>(rest.size()), whole.end()), rest);
  EXPECT_FALSE(check_self_play({"sternhalma", {}, 1, 0, 1}));
  EXPECT_TRUE(check_self_play({"american", {}, 1, 0, 1}));
  EXPECT_FALSE(play_itself({"sternhalma", {}, 1, 0, 1}, [](auto, const auto&) { return true; }));
}

// Say nothing for a while, and then that the side to move wins.
class LateAnswer : public OneAnswer {
 public:
  explicit LateAnswer(int after) : OneAnswer(tablebase::Value::win), left_(after) {}
  base::Checked<tablebase::Answer> ask(std::string_view position) const override {
    return left_-- > 0 ? tablebase::Answer{.pieces = 24, .value = {}, .distance = {}} : OneAnswer::ask(position);
  }

 private:
  mutable int left_;
};

TEST(SelfPlay, ARefereesTablesSayTheResult) {
  constexpr int last_ply = 25;
  const LateAnswer tables(last_ply);
  SelfPlayTerms terms{"american", *read_engine_spec("nodes=40"), 9, 0, 1};
  terms.adjudication_tables = [&](std::string_view) { return &tables; };
  std::vector<Sample> all;
  ASSERT_TRUE(play_itself(terms, [&](std::uint32_t, const std::vector<Sample>& found) {
    all = found;
    return true;
  }));
  ASSERT_GT(all.size(), 5U);
  for (const Sample& sample : all) {
    EXPECT_LT(sample.ply, last_ply);
    EXPECT_EQ(sample.result, (last_ply - sample.ply) % 2 == 0 ? 1 : -1) << int{sample.ply};
  }
}

TEST(SelfPlay, BeginsWhereItIsTold) {
  SelfPlayTerms terms{"american", *read_engine_spec("nodes=40"), 9, 0, 3, "eleven-man", true};
  int games = 0;
  ASSERT_TRUE(play_itself(terms, [&](std::uint32_t, const std::vector<Sample>& found) {
    ++games;
    EXPECT_FALSE(found.empty());
    for (const Sample& sample : found) EXPECT_LE(board::count_bits(sample.own_men | sample.their_men), 22);
    return true;
  }));
  EXPECT_EQ(games, 3);
}

}  // namespace
}  // namespace crownstar::contest
