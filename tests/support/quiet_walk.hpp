// How to play a game on, by lot and for a given number of plies, so that nothing but one count can end it.
// It does not know the counts: a test says after how many plies and by which rule the game must be drawn.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/rules_board.hpp"

namespace crownstar::support {

// What may be played. Plies are counted from 1. Where nothing else is said every ply is a quiet move of a king, no
// piece may be taken next, and no position occurs twice.
struct WalkPlan {
  int plies = 0;
  std::set<int> men_step_at;  // the plies at which a man moves instead
  int capture_at = 0;         // the one ply that is a capture, 0 for none
  int occurrences = 1;        // how often a position may occur
  std::function<bool(int ply, const Game& before, const MoveView& move, const Game& after)> allows;
};

class Walk {
 public:
  explicit Walk(WalkPlan plan) : plan_(std::move(plan)) {}

  // The game after all plies of the plan, none of which ended it; null where it did end, or where no such play is.
  std::unique_ptr<Game> find(const Game& from) {
    seen_[from.position()] = 1;
    return go_on(from, 1);
  }

  std::string trouble() const { return trouble_.empty() ? "no play found that keeps to the plan" : trouble_; }

  // The games after the moves that the plan allows at this ply; those in which the mover's rival can capture are left
  // out, and so are won games.
  std::vector<std::unique_ptr<Game>> next(const Game& before, int ply) {
    std::vector<std::unique_ptr<Game>> games;
    auto moves = before.legal_moves().value();
    std::ranges::shuffle(moves, random_);
    for (const MoveView& move : moves) {
      if (move.captured.empty() == (ply == plan_.capture_at) || !is_right_mover(before, move, ply)) continue;
      auto after = before.clone();
      if (!after->play(move) || (after->outcome().is_over && !after->outcome().is_draw)) continue;
      if (plan_.allows && !plan_.allows(ply, before, move, *after)) continue;
      if (can_capture(*after) != (ply + 1 == plan_.capture_at)) continue;
      games.push_back(std::move(after));
    }
    return games;
  }

 private:
  static bool can_capture(const Game& game) {
    const auto moves = game.legal_moves().value();
    return !moves.empty() && !moves.front().captured.empty();
  }

  bool is_right_mover(const Game& game, const MoveView& move, int ply) const {
    const auto pieces = game.pieces();
    const auto mover = std::ranges::find(pieces, move.from(), &PieceView::point);
    return mover != pieces.end() && mover->is_king != plan_.men_step_at.contains(ply);
  }

  std::unique_ptr<Game> go_on(const Game& at, int ply) {
    if (ply > plan_.plies) return at.clone();
    if (--trials_left_ < 0) return nullptr;
    for (const auto& after : next(at, ply)) {
      if (after->outcome().is_over) {
        trouble_ = "ended at ply " + std::to_string(ply) + ": " + told(*after);
        continue;
      }
      int& times = seen_[after->position()];
      if (times >= plan_.occurrences) continue;
      ++times;
      if (auto found = go_on(*after, ply + 1)) return found;
      --times;
    }
    return nullptr;
  }

  WalkPlan plan_;
  std::mt19937 random_{20240229};
  std::map<std::string, int> seen_;
  std::string trouble_;
  int trials_left_ = 20000;
};

// The game after a play that keeps to the plan and does not end.
inline Board walked(const Board& from, const WalkPlan& plan) {
  Walk walk{plan};
  auto found = walk.find(*from);
  if (!found) ADD_FAILURE() << told(*from) << ": " << walk.trouble();
  Board after{from->token()};
  return found ? Board{std::move(found)} : std::move(after);
}

// The last ply of the plan draws the game, whatever move it is, and no ply before it does.
inline void expect_drawn_at_end(const Board& from, WalkPlan plan, const std::string& rule) {
  const int last = plan.plies--;
  Walk walk{plan};
  const auto before = walk.find(*from);
  ASSERT_TRUE(before) << told(*from) << ": " << walk.trouble();
  const auto ends = walk.next(*before, last);
  ASSERT_FALSE(ends.empty()) << told(*before);
  for (const auto& end : ends) ASSERT_TRUE(is_draw_by(*end, rule)) << rule << " at ply " << last << ", " << told(*end);
}

inline void expect_drawn_after(const Board& from, int plies, const std::string& rule) {
  expect_drawn_at_end(from, {.plies = plies, .men_step_at = {}, .allows = {}}, rule);
}

// No ply of the plan ends the game.
inline void expect_going_on(const Board& from, const WalkPlan& plan) {
  Walk walk{plan};
  ASSERT_TRUE(walk.find(*from)) << told(*from) << ": " << walk.trouble();
}

}  // namespace crownstar::support
