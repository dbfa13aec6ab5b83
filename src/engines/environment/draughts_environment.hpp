// How one draughts variant fills the environment's interface. Included only where variants are instantiated.
// It does not know the other variants.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engines/environment/environment.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/played_position.hpp"

namespace crownstar::environment {

template <class Variant>
class DraughtsEnvironment final : public Environment {
  using Board = draughts::BoardOf<Variant>;
  using Word = typename Board::Word;
  using Move = draughts::Move<Variant>;
  using Position = draughts::Position<Variant>;
  using Side = draughts::Side;
  static constexpr const draughts::Rules& rules = Variant::rules;
  static constexpr int squares = Board::squares;
  static constexpr int board_planes = 7;

  // Squares are counted row by row from White's left corner, the bits in the same order.
  static constexpr auto square_of_bit = [] {
    std::array<std::uint8_t, static_cast<std::size_t>(Board::bits)> table{};
    std::uint8_t square = 0;
    for (int bit = 0; bit < Board::bits; ++bit) {
      if ((Board::every >> bit & 1) != 0) table[static_cast<std::size_t>(bit)] = square++;
    }
    return table;
  }();

 public:
  DraughtsEnvironment() : played_(draughts::start_position<Variant>()) { look(); }

  std::unique_ptr<Environment> clone() const override { return std::make_unique<DraughtsEnvironment>(*this); }
  void assign(const Environment& other) override { *this = static_cast<const DraughtsEnvironment&>(other); }

  Checked<void> set_position(std::string_view text) override {
    const auto position = draughts::position_from_fen<Variant>(text);
    if (!position) return std::unexpected(position.error());
    played_ = draughts::PlayedPosition<Variant>(*position);
    look();
    return {};
  }

  std::string position() const override { return draughts::to_fen(place()); }
  int seats() const override { return 2; }
  int seat_to_move() const override { return seat_of(place().turn); }
  Shape shape() const override { return {board_planes + (Position::limits_kings ? 1 : 0), rules.rows, rules.columns}; }
  int action_count() const override { return squares * squares + most_alternatives; }

  void play(int action) override {
    played_.play(move_of(action));
    look();
  }

  MoveMeaning meaning_of(int action) const override {
    const Move& move = move_of(action);
    MoveMeaning meaning{point_of(move.from), point_of(move.to), {}};
    for (Word left = move.captured; left != 0; left = board::without_lowest(left)) {
      meaning.captured.push_back(point_of(board::lowest_bit(left)));
    }
    return meaning;
  }

  bool is_over() const override { return end_ != draughts::GameEnd::none; }
  int place_of(int seat) const override {
    if (end_ == draughts::GameEnd::none) return 0;
    if (end_ != draughts::GameEnd::first_king && end_ != draughts::GameEnd::no_move) return 1;
    return seat == seat_of(played_.winner(end_)) ? 1 : 2;
  }

  void observe(std::span<std::uint8_t> planes) const override {
    constexpr std::size_t cells = static_cast<std::size_t>(rules.rows * rules.columns);
    std::ranges::fill(planes, std::uint8_t{0});
    const Side own = place().turn;
    const Side theirs = draughts::other(own);
    const std::array<Word, 4> pieces{place().men_of(own), place().kings_of(own), place().men_of(theirs),
                                     place().kings_of(theirs)};
    for (std::size_t plane = 0; plane < pieces.size(); ++plane) {
      for (Word left = pieces[plane]; left != 0; left = board::without_lowest(left)) {
        planes[plane * cells + static_cast<std::size_t>(point_of(board::lowest_bit(left)))] = 1;
      }
    }
    const std::array<int, 3> numbers{seat_to_move() == 0 ? 1 : 0, played_.counts().quiet(), played_.occurrences() - 1};
    for (std::size_t nth = 0; nth < numbers.size(); ++nth) {
      const auto number = static_cast<std::uint8_t>(std::clamp(numbers[nth], 0, 255));
      std::ranges::fill(planes.subspan((pieces.size() + nth) * cells, cells), number);
    }
    if constexpr (Position::limits_kings) {
      for (const draughts::KingRun& run : place().king_runs) {
        if (run.length != 0) planes[board_planes * cells + static_cast<std::size_t>(point_of(run.square))] = run.length;
      }
    }
  }

 private:
  const Position& place() const { return played_.position(); }
  static int seat_of(Side side) { return side == rules.begins ? 0 : 1; }
  static Point point_of(int bit) {
    const board::Cell cell = Board::cells[static_cast<std::size_t>(bit)];
    return cell.row * rules.columns + cell.column;
  }
  static int number_of(const Move& move) { return square_of_bit[move.from] * squares + square_of_bit[move.to]; }

  // By squares; of two moves between the same squares the one first that takes the lowest square which the other does
  // not.
  static bool comes_before(const Move& one, const Move& other) {
    const int number = number_of(one);
    const int other_number = number_of(other);
    if (number != other_number) return number < other_number;
    const Word differing = one.captured ^ other.captured;
    return differing != 0 && (one.captured & (differing & (~differing + 1))) != 0;
  }

  const Move& move_of(int action) const {
    const auto found = std::ranges::lower_bound(actions_, action);
    return moves_[order_[static_cast<std::size_t>(found - actions_.begin())]];
  }

  // Finds the moves, their numbers, and whether the game is over.
  void look() {
    static thread_local draughts::MoveList<Variant> list;
    list.clear();
    actions_.clear();
    moves_.clear();
    order_.clear();
    if (!draughts::is_ended_by_a_king(place())) draughts::generate<Variant>(place(), list);
    end_ = played_.end(!list.is_empty() || list.is_too_complex());
    is_cut_ = !is_over() && list.is_too_complex();
    if (is_over() || is_cut_) return;
    moves_.assign(list.begin(), list.end());
    std::ranges::sort(moves_, comes_before);
    number_moves();
  }

  // Nearly always every move has squares of its own, and is numbered by them.
  void number_moves() {
    int alternatives = 0;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      const bool is_alternative = i > 0 && number_of(moves_[i]) == number_of(moves_[i - 1]);
      if (!is_alternative) {
        actions_.push_back(number_of(moves_[i]));
        order_.push_back(static_cast<std::uint16_t>(i));
      }
      alternatives += is_alternative ? 1 : 0;
    }
    if (alternatives == 0) return;
    if (alternatives > most_alternatives) {
      is_cut_ = true;
      actions_.clear();
      return;
    }
    int next = squares * squares;
    for (std::size_t i = 1; i < moves_.size(); ++i) {
      if (number_of(moves_[i]) != number_of(moves_[i - 1])) continue;
      actions_.push_back(next++);
      order_.push_back(static_cast<std::uint16_t>(i));
    }
  }

  draughts::PlayedPosition<Variant> played_;
  draughts::GameEnd end_ = draughts::GameEnd::none;
  std::vector<Move> moves_;           // in the order of comes_before
  std::vector<std::uint16_t> order_;  // by action: which of the moves it is
};

}  // namespace crownstar::environment
