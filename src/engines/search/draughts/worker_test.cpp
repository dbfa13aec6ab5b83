#include "engines/search/draughts/worker.hpp"

#include <gtest/gtest.h>

#include "engines/search/draughts/hand_made.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::search {
namespace {

// Alpha-beta's definition and nothing else, with the same rules at the end of a line.
template <class Variant>
class Plain {
  using Place = draughts::Position<Variant>;

 public:
  int best(const Place& place, int depth, int ply) {
    if (draughts::is_ended_by_a_king(place))
      return place.kings_of(draughts::other(place.turn)) != 0 ? ply - sure_win : sure_win - ply;
    const auto list = std::make_unique<draughts::MoveList<Variant>>();
    draughts::generate<Variant>(place, *list);
    if (list->is_empty())
      return Variant::rules.ending == draughts::Ending::no_move_wins ? sure_win - ply : ply - sure_win;
    if (depth <= 0 && (*list)[0].captured == 0) {
      judge_.reset(state_, place);
      return judge_.value(state_, place);
    }
    int most = -sure_win;
    for (const auto& move : *list) {
      most = std::max(most, -best(draughts::after(place, move), depth - 1, ply + 1));
    }
    return most;
  }

 private:
  HandMade<Variant> judge_;
  typename HandMade<Variant>::State state_;
};

template <class Variant>
int searched(const draughts::Position<Variant>& place, int depth, const Manners& manners) {
  Memory memory;
  memory.make_room(std::size_t{1} << 20U);
  Habits habits;
  const std::atomic<bool> is_called_off = false;
  const auto hand = std::make_unique<Worker<Variant, HandMade<Variant>>>(memory, habits, nullptr,
                                                                         Overseer{nullptr, &is_called_off}, manners);
  hand->begin_at(place, Past<Variant>::of({}, place));
  hand->set_root_depth(depth);
  return hand->search(0, -sure_win, sure_win, depth, false);
}

template <class Variant>
draughts::Position<Variant> place_of(const std::string& fen) {
  return *draughts::position_from_fen<Variant>(fen);
}

template <class Variant>
void expect_same(const draughts::Position<Variant>& place, int deepest) {
  for (int depth = 1; depth <= deepest; ++depth) {
    EXPECT_EQ(searched<Variant>(place, depth, {.is_exact = true}), Plain<Variant>().best(place, depth, 0))
        << Variant::id << " " << draughts::to_fen(place) << ", depth " << depth;
  }
}

TEST(Worker, WithoutRisksItFindsWhatPlainSearchFinds) {
  expect_same<draughts::American>(draughts::start_position<draughts::American>(), 6);
  expect_same<draughts::American>(place_of<draughts::American>("B:W17,20,21,22,26,27,30,31:B1,3,5,6,8,11,12,19"), 6);
  expect_same<draughts::FlyingKing>(place_of<draughts::FlyingKing>("W:W21,22,25,26,K32:B5,6,7,12"), 3);
  expect_same<draughts::Antidraughts>(draughts::start_position<draughts::Antidraughts>(), 4);
  expect_same<draughts::Breakthrough>(place_of<draughts::Breakthrough>("W:W12,27,28:B24,39,22"), 4);
}

TEST(Worker, MeasuresAWinByItsLength) {
  // White's last man is taken at once.
  EXPECT_EQ(searched<draughts::American>(place_of<draughts::American>("B:W18:B15"), 4, {}), sure_win - 1);
  // Two kings against one on the edge: not at once.
  const int score = searched<draughts::American>(place_of<draughts::American>("W:WK14,K19:BK24"), 17, {});
  EXPECT_GE(score, 80);
}

TEST(Memory, KeepsWhatItIsGiven) {
  Memory memory;
  memory.make_room(4096);
  memory.keep(0x1234'5678'9ABC'DEF0U, {77, -31'000, 12, 9, Bound::at_most});
  const auto found = memory.find(0x1234'5678'9ABC'DEF0U);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->move, 77);
  EXPECT_EQ(found->score, -31'000);
  EXPECT_EQ(found->worth, 12);
  EXPECT_EQ(found->depth, 9);
  EXPECT_EQ(found->bound, Bound::at_most);
  EXPECT_FALSE(memory.find(0x1234'5678'9ABC'DEF1U));
  memory.forget();
  EXPECT_FALSE(memory.find(0x1234'5678'9ABC'DEF0U));
}

TEST(Past, CountsFromTheLastMoveThatCannotBeTakenBack) {
  using Variant = draughts::American;
  // Kings go to and fro after a man's step.
  const std::vector<std::string> earlier{"B:WK32:B1,K5", "W:WK32:B6,K5", "B:WK27:B6,K5", "W:WK27:B6,K9",
                                         "B:WK32:B6,K9"};
  const auto now = place_of<Variant>("W:WK32:B6,K5");
  const auto past = Past<Variant>::of(earlier, now);
  EXPECT_EQ(past.counts.quiet(), 4);
  ASSERT_EQ(past.keys.size(), 4U);
  EXPECT_EQ(past.keys.front(), draughts::key_of(now));
  EXPECT_EQ(moves_left<Variant>(past.counts), Variant::rules.draws.quiet_half_moves - 4);
}

}  // namespace
}  // namespace crownstar::search
