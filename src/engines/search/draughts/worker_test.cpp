#include "engines/search/draughts/worker.hpp"

#include <gtest/gtest.h>

#include "engines/search/draughts/evaluation/handcrafted_evaluation.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::search::draughts {
namespace {

const Margins margins;
const Reductions reductions(margins);

// Alpha-beta's definition and nothing else, with the same rules at the end of a line.
template <class Variant>
class PlainAlphaBeta {
  using Position = draughts::Position<Variant>;

 public:
  int best(const Position& position, int depth, int ply) {
    if (draughts::is_ended_by_a_king(position))
      return position.kings_of(draughts::other(position.turn)) != 0 ? ply - win_score : win_score - ply;
    const auto list = std::make_unique<draughts::MoveList<Variant>>();
    draughts::generate<Variant>(position, *list);
    if (list->is_empty())
      return Variant::rules.ending == draughts::Ending::no_move_wins ? win_score - ply : ply - win_score;
    if (depth <= 0 && (*list)[0].captured == 0) {
      evaluation_.reset(eval_state_, position);
      return evaluation_.value(eval_state_, position);
    }
    int most = -win_score;
    for (const auto& move : *list) {
      most = std::max(most, -best(draughts::after(position, move), depth - 1, ply + 1));
    }
    return most;
  }

 private:
  HandcraftedEvaluation<Variant> evaluation_;
  typename HandcraftedEvaluation<Variant>::State eval_state_;
};

template <class Variant>
int searched(const draughts::Position<Variant>& position, int depth, const SearchOptions& options) {
  TranspositionTable memory;
  memory.reserve(std::size_t{1} << 20U);
  History history;
  const std::atomic<bool> is_cancelled = false;
  const auto worker = std::make_unique<Worker<Variant, HandcraftedEvaluation<Variant>>>(
      memory, history, nullptr, NodeLimit{nullptr, &is_cancelled}, options, margins, reductions);
  worker->set_root(position, GameHistory<Variant>::of({}, position));
  worker->set_root_depth(depth);
  return worker->search(0, -win_score, win_score, depth, false);
}

// The score with so many half-moves left until AM-15 draws the game.
int searched_near_the_draw(const draughts::Position<draughts::American>& position, int left, int depth) {
  using Variant = draughts::American;
  TranspositionTable memory;
  memory.reserve(std::size_t{1} << 20U);
  History history;
  const std::atomic<bool> is_cancelled = false;
  const auto worker = std::make_unique<Worker<Variant, HandcraftedEvaluation<Variant>>>(
      memory, history, nullptr, NodeLimit{nullptr, &is_cancelled}, SearchOptions{}, margins, reductions);
  auto game_history = GameHistory<Variant>::of({}, position);
  const auto king = static_cast<std::uint8_t>(board::lowest_bit(position.kings));
  for (int nth = left; nth < Variant::rules.draws.quiet_half_moves; ++nth) {
    game_history.counts.play(position, {0, king, king, false}, position);
  }
  worker->set_root(position, game_history);
  worker->set_root_depth(depth);
  return worker->search(0, -win_score, win_score, depth, false);
}

template <class Variant>
draughts::Position<Variant> position_of(const std::string& fen) {
  return *draughts::position_from_fen<Variant>(fen);
}

template <class Variant>
void expect_same(const draughts::Position<Variant>& position, int deepest) {
  for (int depth = 1; depth <= deepest; ++depth) {
    EXPECT_EQ(searched<Variant>(position, depth, {.is_exact = true}),
              PlainAlphaBeta<Variant>().best(position, depth, 0))
        << Variant::id << " " << draughts::to_fen(position) << ", depth " << depth;
  }
}

TEST(Worker, WithoutRisksItFindsWhatPlainSearchFinds) {
  expect_same<draughts::American>(draughts::start_position<draughts::American>(), 6);
  expect_same<draughts::American>(position_of<draughts::American>("B:W17,20,21,22,26,27,30,31:B1,3,5,6,8,11,12,19"), 6);
  expect_same<draughts::FlyingKing>(position_of<draughts::FlyingKing>("W:W21,22,25,26,K32:B5,6,7,12"), 3);
  expect_same<draughts::Antidraughts>(draughts::start_position<draughts::Antidraughts>(), 4);
  expect_same<draughts::Breakthrough>(position_of<draughts::Breakthrough>("W:W12,27,28:B24,39,22"), 4);
}

TEST(Worker, MeasuresAWinByItsLength) {
  // White's last man is taken at once.
  EXPECT_EQ(searched<draughts::American>(position_of<draughts::American>("B:W18:B15"), 4, {}), win_score - 1);
  // Two kings against one on the edge: not at once.
  const int score = searched<draughts::American>(position_of<draughts::American>("W:WK14,K19:BK24"), 17, {});
  EXPECT_GE(score, 80);
}

TEST(Worker, AM_15_AFullCountDrawsThoughThereIsSomethingToCapture) {
  // 15-11 offers a king for the last one that Black has: White takes it after 8x15, if it may.
  const auto position = position_of<draughts::American>("W:WK15,K19,K24:BK8");
  EXPECT_EQ(searched_near_the_draw(position, 5, 5), win_score - 3);
  for (const int depth : {1, 5}) EXPECT_EQ(searched_near_the_draw(position, 1, depth), 0) << depth;
}

TEST(Worker, AM_10_WhoCannotMoveLosesThoughTheCountIsFull) {
  // 13-9 shuts the man in.
  const auto position = position_of<draughts::American>("W:WK13,14:B5");
  for (const int depth : {1, 2, 5}) EXPECT_EQ(searched_near_the_draw(position, 1, depth), win_score - 1) << depth;
}

TEST(TranspositionTable, KeepsWhatItIsGiven) {
  TranspositionTable memory;
  memory.reserve(4096);
  memory.store(0x1234'5678'9ABC'DEF0U, {77, -31'000, 12, 9, Bound::at_most});
  const auto found = memory.probe(0x1234'5678'9ABC'DEF0U);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->move, 77);
  EXPECT_EQ(found->score, -31'000);
  EXPECT_EQ(found->static_eval, 12);
  EXPECT_EQ(found->depth, 9);
  EXPECT_EQ(found->bound, Bound::at_most);
  EXPECT_FALSE(memory.probe(0x1234'5678'9ABC'DEF1U));
  memory.clear();
  EXPECT_FALSE(memory.probe(0x1234'5678'9ABC'DEF0U));
}

TEST(GameHistory, CountsFromTheLastMoveThatCannotBeTakenBack) {
  using Variant = draughts::American;
  // Kings go to and fro after a man's step.
  const std::vector<std::string> earlier{"B:WK32:B1,K5", "W:WK32:B6,K5", "B:WK27:B6,K5", "W:WK27:B6,K9",
                                         "B:WK32:B6,K9"};
  const auto now = position_of<Variant>("W:WK32:B6,K5");
  const auto game_history = GameHistory<Variant>::of(earlier, now);
  EXPECT_EQ(game_history.counts.quiet(), 4);
  ASSERT_EQ(game_history.keys.size(), 4U);
  EXPECT_EQ(game_history.keys.front(), draughts::key_of(now));
  EXPECT_EQ(count_moves_left<Variant>(game_history.counts), Variant::rules.draws.quiet_half_moves - 4);
}

}  // namespace
}  // namespace crownstar::search::draughts
