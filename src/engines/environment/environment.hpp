// A game as programs that learn see it: moves are numbers, positions are planes of numbers, an end is a reward.
// It does not know texts of moves, levels, and how anybody learns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game/game.hpp"

namespace crownstar::environment {

using base::Checked;
using game::Point;

// Of an observation: so many planes of the board's rows and columns. docs/python.md says what each plane holds.
struct Shape {
  int planes = 0;
  int rows = 0;
  int columns = 0;

  std::size_t size() const {
    return static_cast<std::size_t>(planes) * static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  }
  bool operator==(const Shape&) const = default;
};

// What a move's number stands for.
struct MoveMeaning {
  Point from = 0;
  Point to = 0;
  std::vector<Point> captured;  // ascending

  bool operator==(const MoveMeaning&) const = default;
};

// So many draughts moves of a position can share their squares with another one and still have a number.
inline constexpr int most_alternatives = 128;

class Environment {
 public:
  virtual ~Environment() = default;
  virtual std::unique_ptr<Environment> clone() const = 0;
  // Becomes what the other is, which must be of the same game.
  virtual void assign(const Environment& other) = 0;
  virtual Checked<void> set_position(std::string_view text) = 0;

  virtual std::string position() const = 0;
  virtual int seats() const = 0;
  virtual int sides() const { return seats(); }
  virtual int side_of(int seat) const { return seat; }
  virtual int seat_to_move() const = 0;
  virtual Shape shape() const = 0;
  virtual int action_count() const = 0;  // numbers are less

  // The legal moves, ascending; none once it is over. They hold until the next move. Where there are many, a list of
  // them costs more than to find them: who needs only one of them asks for that.
  virtual std::span<const int> actions() const { return actions_; }
  virtual int count_of_actions() const { return static_cast<int>(actions_.size()); }
  virtual int action_at(int nth) const { return actions_[static_cast<std::size_t>(nth)]; }  // in the order of the list
  virtual bool is_legal(int action) const;
  // Writes the number at the place of each legal action of a row that has one for every action.
  virtual void mark_actions(std::span<std::uint8_t> row, std::uint8_t number) const;
  // The action must be legal.
  virtual void play(int action) = 0;
  virtual MoveMeaning meaning_of(int action) const = 0;

  virtual bool is_over() const = 0;
  // It goes no further, and nobody has won: more moves than can be listed or numbered. Never reached in play.
  bool is_cut() const { return is_cut_; }
  virtual int place_of(int seat) const = 0;  // 0 while it plays on

  // As the seat to move sees it; as many numbers as the shape has.
  virtual void observe(std::span<std::uint8_t> planes) const = 0;

  // By seat: 1 for the first, -1 for the last, what lies between is shared out evenly; those who share places share
  // their rewards. All 0 while the game goes on, and the sum over the sides is always 0.
  void write_rewards(std::span<float> rewards) const;

 protected:
  mutable std::vector<int> actions_;
  bool is_cut_ = false;
};

// A game of the catalogue at its beginning.
Checked<std::unique_ptr<Environment>> make_environment(std::string_view token);

}  // namespace crownstar::environment
