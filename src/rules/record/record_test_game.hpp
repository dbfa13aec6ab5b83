// A game made for the tests of the record: seats that race up a ladder of twenty squares.
// It does not know any game that people play.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/game/game.hpp"
#include "rules/record/record_source.hpp"

namespace crownstar::game::testing_ladder {

inline constexpr int top = 20;

// A seat moves its one piece one square up, or two where that jumps a piece (written with x). A seat that can't,
// passes. Who reaches the top wins, and all others share the second place. Drawn after `draw` moves, if that is not 0.
class Ladder final : public Game {
 public:
  Ladder(std::string token, int seats, int draw) : token_(std::move(token)), draw_(draw) {
    layout_.columns = 1;
    layout_.rows = top;
    for (int square = 1; square <= top; ++square) layout_.points.push_back({0, 1.0 * square, std::to_string(square)});
    for (int seat = 0; seat < seats; ++seat) at_.push_back(seat + 1);
    settle();
  }

  std::unique_ptr<Game> clone() const override { return std::make_unique<Ladder>(*this); }
  std::string token() const override { return token_; }
  int seats() const override { return static_cast<int>(at_.size()); }
  std::string seat_name(int seat) const override { return "Seat " + std::to_string(seat + 1); }
  const Layout& layout() const override { return layout_; }

  std::string position() const override {
    std::string text = std::to_string(seat_ + 1) + ":";
    for (const int square : at_) text += (text.ends_with(':') ? "" : ",") + std::to_string(square);
    return text;
  }

  Checked<void> set_position(std::string_view text) override {
    std::vector<int> numbers;
    for (const char letter : text) {
      if (numbers.empty() || letter < '0' || letter > '9') numbers.push_back(0);
      if (letter >= '0' && letter <= '9') numbers.back() = std::min(numbers.back() * 10 + (letter - '0'), 1000);
    }
    const bool fits = numbers.size() == at_.size() + 1 && numbers.front() >= 1 && numbers.front() <= seats() &&
                      std::ranges::all_of(numbers, [](int number) { return number >= 1 && number <= top; });
    if (!fits) return base::refuse("LA-1", "expected seat:square,square");
    seat_ = numbers.front() - 1;
    at_.assign(numbers.begin() + 1, numbers.end());
    moves_ = 0;
    settle();
    return {};
  }

  std::vector<PieceView> pieces() const override { return {}; }
  std::uint64_t key() const override { return 0; }
  int seat_to_move() const override { return seat_; }

  Checked<std::vector<MoveView>> legal_moves() const override {
    if (outcome_.is_over) return std::vector<MoveView>{};
    return moves_of(seat_);
  }

  Checked<std::vector<std::vector<Point>>> paths(const MoveView& move) const override {
    return std::vector<std::vector<Point>>{move.path};
  }

  Checked<MoveView> parse(std::string_view text) const override {
    if (outcome_.is_over) return base::refuse(outcome_.rule, "the game is over: " + outcome_.reason);
    for (const MoveView& move : moves_of(seat_)) {
      if (move.text == text) return move;
    }
    const bool is_move = text.find_first_not_of("0123456789-x") == std::string_view::npos;
    if (is_move) return base::refuse("LA-2", "no such step on the ladder");
    return base::refuse("expected a move such as 1-2");
  }

  Checked<void> play(const MoveView& move) override {
    at_[static_cast<std::size_t>(seat_)] = move.to() + 1;
    ++moves_;
    seat_ = (seat_ + 1) % seats();
    settle();
    return {};
  }

  const Outcome& outcome() const override { return outcome_; }
  Checked<void> withdraw(int, std::string) override { return base::refuse("nobody withdraws from a ladder"); }
  std::unique_ptr<PerftNode> perft() const override { return nullptr; }

 private:
  bool is_free(int square) const { return square <= top && std::ranges::find(at_, square) == at_.end(); }

  std::vector<MoveView> moves_of(int seat) const {
    const int from = at_[static_cast<std::size_t>(seat)];
    std::vector<MoveView> moves;
    if (is_free(from + 1)) {
      moves.push_back({std::to_string(from) + "-" + std::to_string(from + 1), {from - 1, from}, {}});
    }
    if (!is_free(from + 1) && is_free(from + 2)) {
      moves.push_back({std::to_string(from) + "x" + std::to_string(from + 2), {from - 1, from + 1}, {from}});
    }
    return moves;
  }

  void settle() {
    const auto winner = std::ranges::find(at_, top);
    const bool is_drawn = draw_ > 0 && moves_ >= draw_;
    outcome_ = {};
    outcome_.standings.resize(at_.size());
    if (winner == at_.end() && !is_drawn) {
      for (int tries = 0; tries < seats() && moves_of(seat_).empty(); ++tries) seat_ = (seat_ + 1) % seats();
      return;
    }
    outcome_.is_over = true;
    outcome_.is_draw = winner == at_.end();
    outcome_.rule = outcome_.is_draw ? "LA-4" : "LA-3";
    outcome_.reason = outcome_.is_draw ? "too many moves" : "the top is reached";
    for (Standing& standing : outcome_.standings) standing.place = outcome_.is_draw ? 1 : 2;
    if (!outcome_.is_draw) outcome_.standings[static_cast<std::size_t>(winner - at_.begin())].place = 1;
  }

  std::string token_;
  int draw_ = 0;
  std::vector<int> at_;  // where each seat's piece is
  int seat_ = 0;
  int moves_ = 0;
  Layout layout_;
  Outcome outcome_;
};

// `ladder` for two seats, `ladder:seats=3,draw=4`; `stairs` is the same game whose result is a place for each seat.
inline Checked<std::unique_ptr<Game>> start_ladder(std::string_view token) {
  const std::string_view id = token.substr(0, token.find(':'));
  if (id != "ladder" && id != "stairs") return base::refuse("no such game; expected ladder or stairs");
  const auto number_of = [&](std::string_view key, int fallback) {
    const std::size_t at = token.find(key);
    return at == std::string_view::npos || at + key.size() == token.size() ? fallback : token[at + key.size()] - '0';
  };
  const int seats = number_of("seats=", 2);
  if (seats < 2 || seats > 4) return base::refuse("LA-5", "two to four seats");
  const int draw = std::max(number_of("draw=", 0), 0);
  std::string options;
  if (seats != 2) options += ":seats=" + std::to_string(seats);
  if (draw != 0) options += (options.empty() ? ":draw=" : ",draw=") + std::to_string(draw);
  return std::make_unique<Ladder>(std::string(id) + options, seats, draw);
}

inline RecordSource ladder_source() {
  return {
      {{"ladder", "70,W,1,20,N0,0", ResultForm::one_point}, {"stairs", "71", ResultForm::places}}, start_ladder, {}};
}

}  // namespace crownstar::game::testing_ladder
