// The laws that every game keeps at every position behind the runtime interface, and how to hold a game to them.
// It does not know the rules of any game.
#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"
#include "support/random_positions.hpp"
#include "support/rules_page.hpp"

namespace crownstar::support {

using game::Game;
using game::MoveView;
using game::Point;

// All that a refused input must leave as it was.
struct Snapshot {
  std::string position;
  std::uint64_t key = 0;
  int seat = 0;
  std::vector<game::PieceView> pieces;
  game::Outcome outcome;
  std::vector<std::string> moves;

  explicit Snapshot(const Game& game)
      : position(game.position()),
        key(game.key()),
        seat(game.seat_to_move()),
        pieces(game.pieces()),
        outcome(game.outcome()) {
    for (const MoveView& move : game.legal_moves().value_or(std::vector<MoveView>{})) moves.push_back(move.text);
  }
  bool operator==(const Snapshot&) const = default;
};

class GameLaws {
 public:
  GameLaws(const Game& game, Random& random)
      : game_(game), random_(random), page_(game.token().substr(0, game.token().find(':'))) {
    const auto moves = game.legal_moves();
    if (moves) {
      moves_ = *moves;
    } else {
      ADD_FAILURE() << context() << to_text(moves.error());
    }
  }

  void hold() {
    hold_moves();
    hold_outcome();
    hold_reading_back();
    hold_legality();
    hold_counts();
    hold_refusals();
    for (int i = 0; i < 3 && !moves_.empty(); ++i) hold_move(any_of(random_, moves_));
  }

 private:
  std::string context() const { return game_.token() + " at " + game_.position() + " "; }
  const std::string& label(Point point) const { return game_.layout().points[static_cast<std::size_t>(point)].label; }

  std::string joined(const std::vector<Point>& path, char sign) const {
    std::string text;
    for (const Point point : path) text += (text.empty() ? "" : std::string(1, sign)) + label(point);
    return text;
  }

  void hold_moves() const {
    EXPECT_EQ(moves_.empty(), game_.outcome().is_over) << context();
    std::set<std::string> texts;
    for (const MoveView& move : moves_) EXPECT_TRUE(texts.insert(move.text).second) << context() << move.text;
    const auto pieces = game_.pieces();
    for (const MoveView& move : moves_) {
      const auto moving = std::ranges::find(pieces, move.from(), &game::PieceView::point);
      ASSERT_NE(moving, pieces.end()) << context() << move.text;
      EXPECT_EQ(moving->seat, game_.seat_to_move()) << context() << move.text;
      if (!move.captured.empty()) EXPECT_EQ(move.captured.size() + 1, move.path.size()) << context() << move.text;
    }
  }

  void hold_outcome() const {
    const game::Outcome& outcome = game_.outcome();
    ASSERT_EQ(outcome.standings.size(), static_cast<std::size_t>(game_.seats())) << context();
    int winners = 0;
    for (const game::Standing& standing : outcome.standings) {
      EXPECT_GE(standing.place, outcome.is_over ? 1 : 0) << context();
      EXPECT_LE(standing.place, game_.seats()) << context();
      if (standing.place == 1) ++winners;
      if (standing.place > 0) {
        EXPECT_FALSE(standing.reason.empty()) << context();
        EXPECT_TRUE(page_.defines(standing.rule)) << context() << standing.rule;
      }
    }
    if (!outcome.is_over) {
      EXPECT_FALSE(outcome.is_draw) << context();
      return;
    }
    EXPECT_GE(winners, outcome.is_draw ? 2 : 1) << context();
    EXPECT_FALSE(outcome.reason.empty()) << context();
    EXPECT_TRUE(page_.defines(outcome.rule)) << context() << outcome.rule;
  }

  // A game that begins at the position, and a clone, are the same game but for its history.
  void hold_reading_back() const {
    const auto fresh = game::start(game_.token());
    ASSERT_TRUE(fresh) << context() << to_text(fresh.error());
    const auto begun = (*fresh)->set_position(game_.position());
    // Whoever has a place already, or has ended the race, is not part of a position.
    const bool is_decided =
        std::ranges::any_of(game_.outcome().standings, [](const auto& each) { return each.place > 0; });
    if (!begun && is_decided) return;
    ASSERT_TRUE(begun) << context() << to_text(begun.error());
    EXPECT_EQ((*fresh)->position(), game_.position());
    EXPECT_EQ((*fresh)->pieces(), game_.pieces()) << context();
    if (!is_decided) {
      EXPECT_EQ((*fresh)->key(), game_.key()) << context();
      EXPECT_EQ((*fresh)->seat_to_move(), game_.seat_to_move()) << context();
      if (!(*fresh)->outcome().is_over) EXPECT_EQ(Snapshot(**fresh).moves, Snapshot(game_).moves) << context();
    }
    EXPECT_EQ(Snapshot(*game_.clone()), Snapshot(game_)) << context();
  }

  // From a square to another: read exactly when there is such a move, and it is the only one.
  void hold_legality() {
    const auto& points = game_.layout().points;
    const auto pieces = game_.pieces();
    for (int i = 0; i < 10; ++i) {
      const Point from =
          one_in(random_, 5) ? any_below(random_, static_cast<int>(points.size())) : any_of(random_, pieces).point;
      const Point to = any_below(random_, static_cast<int>(points.size()));
      if (label(from).empty() || label(to).empty()) continue;
      int alike = 0;
      int whole = 0;  // of those, the one whose every landing is named
      for (const MoveView& move : moves_) {
        if (move.from() != from || move.to() != to) continue;
        ++alike;
        if (move.path.size() == 2) ++whole;
      }
      const auto parsed = game_.parse(label(from) + "-" + label(to));
      EXPECT_EQ(parsed.has_value(), alike == 1 || whole == 1) << context() << label(from) << "-" << label(to);
      if (!parsed) hold_refusal(parsed.error(), alike > 1);
    }
  }

  void hold_refusal(const base::Refusal& refusal, bool is_ambiguous) const {
    EXPECT_FALSE(refusal.reason.empty()) << context();
    EXPECT_EQ(to_text(refusal).find_first_of("\n\r"), std::string::npos) << context() << to_text(refusal);
    if (is_ambiguous) {
      EXPECT_TRUE(refusal.reason.contains("ambiguous")) << context() << to_text(refusal);
    } else {
      EXPECT_TRUE(page_.defines(refusal.rule)) << context() << to_text(refusal);
    }
  }

  void hold_counts() const {
    if (game_.outcome().is_over) return;
    const auto node = game_.perft();
    const auto moves = node->count(1, game::Counting::moves);
    ASSERT_TRUE(moves) << context() << to_text(moves.error());
    EXPECT_EQ(*moves, moves_.size()) << context();
    EXPECT_GE(node->count(1, game::Counting::paths).value_or(*moves), *moves) << context();
    const auto branches = node->branches(game::Counting::moves);
    ASSERT_TRUE(branches) << context() << to_text(branches.error());
    ASSERT_EQ(branches->size(), moves_.size()) << context();
    for (std::size_t i = 0; i < moves_.size(); ++i) EXPECT_EQ((*branches)[i].move, moves_[i].text) << context();
  }

  void hold_move(const MoveView& move) const {
    hold_text(move.text, move);
    hold_paths(move);
    const Snapshot before(game_);
    const auto parsed = game_.parse(move.text);
    if (!parsed) return;  // as hold_text() has said
    const auto copy = game_.clone();
    const auto again = game_.clone();
    ASSERT_TRUE(copy->play(move)) << context() << move.text;
    ASSERT_TRUE(again->play(*parsed)) << context() << move.text;
    EXPECT_EQ(Snapshot(*copy), Snapshot(*again)) << context() << move.text;
    EXPECT_EQ(Snapshot(game_), before) << context() << "a clone changed what it was made of";
    EXPECT_NE(copy->key(), game_.key()) << context() << move.text;
  }

  void hold_text(const std::string& text, const MoveView& move) const {
    const auto parsed = game_.parse(text);
    ASSERT_TRUE(parsed) << context() << text << ": " << to_text(parsed.error());
    EXPECT_EQ(parsed->text, move.text) << context() << text;
    EXPECT_EQ(parsed->from(), move.from()) << context() << text;
    EXPECT_EQ(parsed->to(), move.to()) << context() << text;
    EXPECT_EQ(parsed->crowns, move.crowns) << context() << text;
    const auto sorted = [](std::vector<Point> points) {
      std::ranges::sort(points);
      return points;
    };
    EXPECT_EQ(sorted(parsed->captured), sorted(move.captured)) << context() << text;
  }

  void hold_paths(const MoveView& move) const {
    const auto paths = game_.paths(move);
    if (!paths && paths.error().reason.contains("complex")) return;
    ASSERT_TRUE(paths) << context() << move.text << ": " << to_text(paths.error());
    ASSERT_FALSE(paths->empty()) << context() << move.text;
    EXPECT_TRUE(std::ranges::find(*paths, move.path) != paths->end()) << context() << move.text;
    EXPECT_TRUE(std::ranges::is_sorted(*paths, {}, &std::vector<Point>::size)) << context() << move.text;
    const std::set<std::vector<Point>> distinct(paths->begin(), paths->end());
    EXPECT_EQ(distinct.size(), paths->size()) << context() << move.text;
    constexpr std::size_t most_read = 12;
    for (std::size_t i = 0; i < std::min(paths->size(), most_read); ++i) {
      hold_text(joined((*paths)[i], move.captured.empty() ? '-' : 'x'), move);
    }
  }

  // Nothing that is refused changes anything.
  void hold_refusals() const {
    const Snapshot before(game_);
    const auto copy = game_.clone();
    for (const std::string text : {"", "-", "x", "1", "a", "0-0", "99-98", "1x", "a1-z9", "W:W1:B1", "1-2-", "\n",
                                   "c3--d4", "11-15 22-18", "i9", "\xff\x00", "18446744073709551617-1"}) {
      const auto parsed = copy->parse(text);
      ASSERT_FALSE(parsed) << context() << text;
      hold_one_line(parsed.error());
      const auto begun = copy->set_position(text);
      ASSERT_FALSE(begun) << context() << text;
      hold_one_line(begun.error());
    }
    const Point outside = static_cast<Point>(game_.layout().points.size());
    for (const std::vector<Point>& path : std::vector<std::vector<Point>>{{}, {0}, {0, 0}, {-1, 5}, {3, outside}}) {
      MoveView made_up;
      made_up.path = path;
      EXPECT_FALSE(copy->play(made_up)) << context();
      EXPECT_FALSE(copy->paths(made_up)) << context();
    }
    EXPECT_FALSE(copy->withdraw(-1, "no such seat"));
    EXPECT_FALSE(copy->withdraw(game_.seats(), "no such seat"));
    if (game_.outcome().is_over) EXPECT_FALSE(copy->withdraw(0, "too late"));
    EXPECT_EQ(Snapshot(*copy), before) << context();
  }

  void hold_one_line(const base::Refusal& refusal) const {
    EXPECT_FALSE(refusal.reason.empty()) << context();
    EXPECT_EQ(to_text(refusal).find_first_of("\n\r"), std::string::npos) << context() << to_text(refusal);
    if (!refusal.rule.empty()) EXPECT_TRUE(page_.defines(refusal.rule)) << context() << to_text(refusal);
  }

  const Game& game_;
  Random& random_;
  RulesPage page_;
  std::vector<MoveView> moves_;
};

}  // namespace crownstar::support
