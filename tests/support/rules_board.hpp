// How the tests of the draughts rules set up, play and look at a game through its face.
// It does not know any rule: what is expected is written out by hand in the tests.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"
#include "rules/game/game.hpp"

namespace crownstar::support {

using base::to_text;
using game::Game;
using game::LayoutPoint;
using game::MoveView;
using game::Outcome;
using game::PieceView;
using game::Point;

using Texts = std::set<std::string>;
using Labels = std::vector<std::string>;

inline constexpr int first_seat = 0;
inline constexpr int second_seat = 1;

// A game at a position, to be asked in the words of the rules pages: squares by their labels, moves by their texts.
class Board {
 public:
  explicit Board(std::string_view token) {
    auto started = game::start(token);
    if (!started) ADD_FAILURE() << token << ": " << to_text(started.error());
    game_ = std::move(started).value();
  }

  Board(std::string_view token, std::string_view fen) : Board(token) {
    const auto begun = game_->set_position(fen);
    if (!begun) ADD_FAILURE() << token << " " << fen << ": " << to_text(begun.error());
    begun.value();
  }

  explicit Board(std::unique_ptr<Game> game) : game_(std::move(game)) {}

  Game& operator*() { return *game_; }
  const Game& operator*() const { return *game_; }
  Game* operator->() { return game_.get(); }
  const Game* operator->() const { return game_.get(); }

  std::vector<MoveView> moves() const { return game_->legal_moves().value(); }

  Texts legal() const {
    Texts texts;
    for (const MoveView& move : moves()) {
      EXPECT_TRUE(texts.insert(move.text).second) << move.text << " stands for two moves";
    }
    return texts;
  }

  MoveView move(std::string_view text) const {
    auto parsed = game_->parse(text);
    if (!parsed) ADD_FAILURE() << game_->position() << " " << text << ": " << to_text(parsed.error());
    return std::move(parsed).value();
  }

  Board& play(std::initializer_list<std::string_view> texts) {
    for (const std::string_view text : texts) {
      const auto played = game_->play(move(text));
      if (!played) ADD_FAILURE() << game_->position() << " " << text << ": " << to_text(played.error());
      played.value();
    }
    return *this;
  }

  // Why a text is refused, as every surface shows it; empty where it is not refused.
  std::string refusal(std::string_view text) const {
    const auto parsed = game_->parse(text);
    return parsed ? std::string{} : to_text(parsed.error());
  }

  std::string label(Point point) const { return game_->layout().points.at(static_cast<std::size_t>(point)).label; }

  Labels labels(const std::vector<Point>& points) const {
    Labels labels;
    for (const Point point : points) labels.push_back(label(point));
    return labels;
  }

  Labels path(std::string_view text) const { return labels(move(text).path); }
  Labels captured(std::string_view text) const { return labels(move(text).captured); }

  const LayoutPoint& square(std::string_view name) const {
    const auto& points = game_->layout().points;
    const auto found = std::ranges::find_if(
        points, [&](const LayoutPoint& point) { return point.is_playable && point.label == name; });
    if (found == points.end()) ADD_FAILURE() << "no square " << name;
    return points.at(static_cast<std::size_t>(found - points.begin()));
  }

  // `man 1`, `king 0` with the seat's number, or empty for an empty square.
  std::string on(std::string_view name) const {
    for (const PieceView& piece : game_->pieces()) {
      if (label(piece.point) == name) return (piece.is_king ? "king " : "man ") + std::to_string(piece.seat);
    }
    return {};
  }

  std::ptrdiff_t count_of(int seat) const { return std::ranges::count(game_->pieces(), seat, &PieceView::seat); }

 private:
  std::unique_ptr<Game> game_;
};

inline Texts legal_in(std::string_view token, std::string_view fen) { return Board{token, fen}.legal(); }

inline bool is_draw_by(const Game& game, std::string_view rule) {
  const Outcome& outcome = game.outcome();
  return outcome.is_over && outcome.is_draw && outcome.rule == rule;
}

inline bool is_won_by(const Game& game, int seat, std::string_view rule) {
  const Outcome& outcome = game.outcome();
  return outcome.is_over && !outcome.is_draw && outcome.rule == rule && outcome.standings.size() == 2 &&
         outcome.standings.at(static_cast<std::size_t>(seat)).place == 1 &&
         outcome.standings.at(static_cast<std::size_t>(1 - seat)).place == 2;
}

// For the message of a failed test.
inline std::string told(const Game& game) {
  const Outcome& outcome = game.outcome();
  const std::string end = outcome.is_over ? (outcome.is_draw ? "drawn by " : "decided by ") + outcome.rule : "going on";
  return game.token() + " " + game.position() + " " + end;
}

}  // namespace crownstar::support
