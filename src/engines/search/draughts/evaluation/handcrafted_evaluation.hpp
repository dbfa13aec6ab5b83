// Handcrafted evaluation of any draughts variant: material, advance, the back row, the middle, mobility and trades.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "engines/search/draughts/evaluation/evaluation.hpp"
#include "engines/search/draughts/evaluation/tuned.hpp"
#include "rules/board/checkered.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::search::draughts {

// In hundredths of a man, summed from White's view.
template <class Variant>
class HandcraftedEvaluation {
  using Board = draughts::BoardOf<Variant>;
  using Position = draughts::Position<Variant>;
  using Side = draughts::Side;
  using Word = typename Board::Word;
  static constexpr const draughts::Rules& rules = Variant::rules;

  static constexpr tuned::HandcraftedWeights weights = tuned::handcrafted_weights(rules);

 public:
  struct State {
    int placed = 0;  // material and squares
  };

  void reset(State& state, const Position& position) const {
    state.placed = 0;
    for (const Side side : {Side::white, Side::black}) {
      for (Word left = position.of(side); left != 0; left = board::without_lowest(left)) {
        const int square = board::lowest_bit(left);
        state.placed += placed(side, (position.kings >> square & 1) != 0, square);
      }
    }
  }

  void child(const State& parent, State& state, const Position& before, const draughts::Move<Variant>& move,
             const Position& next) const {
    const Side mover = before.turn;
    const bool was_king = (before.kings >> move.from & 1) != 0;
    int sum = parent.placed - placed(mover, was_king, move.from) + placed(mover, was_king || move.crowns, move.to);
    for (Word left = move.captured; left != 0; left = board::without_lowest(left)) {
      const int square = board::lowest_bit(left);
      sum -= placed(next.turn, (before.kings >> square & 1) != 0, square);
    }
    state.placed = sum;
  }

  int value(const State& state, const Position& position) const {
    int eval = state.placed + of_side<Side::white>(position) - of_side<Side::black>(position);
    const int white = board::count_bits(position.of(Side::white));
    const int black = board::count_bits(position.of(Side::black));
    const int lead = material(position, Side::white) - material(position, Side::black);
    const int pieces = white + black;
    eval += lead * weights.trade_when_ahead / (100 * std::max(pieces, 1));
    if (pieces <= weights.few_pieces && lead != 0) {
      const Side stronger = lead > 0 ? Side::white : Side::black;
      const int far = distance_to_rivals(position, stronger) * weights.chase;
      eval -= lead > 0 ? far : -far;
      if (is_hard_to_win(position, stronger)) eval /= weights.hard_to_win_divisor;
    }
    if (rules.ending == draughts::Ending::no_move_wins) eval = -eval;
    return std::clamp(position.turn == Side::white ? eval : -eval, -most_eval, most_eval);
  }

 private:
  static constexpr int row_of(int square) { return Board::cells[static_cast<std::size_t>(square)].row; }
  static constexpr int column_of(int square) { return Board::cells[static_cast<std::size_t>(square)].column; }

  static constexpr int square_value(bool is_king, int row, int column) {
    const int from_edge = std::min(column, rules.columns - 1 - column);
    if (is_king) {
      const int from_end = std::min(row, rules.rows - 1 - row);
      return weights.king + weights.king_from_edge * std::min(std::min(from_edge, from_end), weights.king_edge_squares);
    }
    return weights.man + row * weights.step_forward +
           (row >= weights.man_edge_from_row ? std::min(from_edge, weights.man_edge_squares) : 0);
  }

  static constexpr auto square_values = [] {
    std::array<std::array<std::int16_t, static_cast<std::size_t>(Board::bits)>, 4> table{};
    for (int square = 0; square < Board::bits; ++square) {
      const auto index = static_cast<std::size_t>(square);
      const int row = row_of(square);
      if (row < 0) continue;
      for (std::size_t kind = 0; kind < 2; ++kind) {
        table[kind][index] = static_cast<std::int16_t>(square_value(kind == 1, row, column_of(square)));
        table[2 + kind][index] =
            static_cast<std::int16_t>(-square_value(kind == 1, rules.rows - 1 - row, column_of(square)));
      }
    }
    return table;
  }();

  static int placed(Side side, bool is_king, int square) {
    return square_values[draughts::index(side) * 2 + (is_king ? 1 : 0)][static_cast<std::size_t>(square)];
  }

  static int material(const Position& position, Side side) {
    return weights.man * board::count_bits(position.men_of(side)) +
           weights.king * board::count_bits(position.kings_of(side));
  }

  template <Side Own>
  static int of_side(const Position& position) {
    constexpr Side rival = draughts::other(Own);
    constexpr Word home = draughts::crown_row<Variant, rival>;
    const Word men = position.men_of(Own);
    const Word empty = position.empty();
    int eval = weights.mobility * draughts::count_man_moves<Variant, Own>(men, empty);
    if (position.men_of(rival) != 0) eval += weights.guard * board::count_bits(men & home);
    eval += weights.nearly_crowned * crowning_next<Own>(position, men, empty);
    const Word kings = position.kings_of(Own);
    if (kings == 0) return eval;
    Word movable = 0;
    int ways = 0;
    draughts::for_each_step<rules.king_lines, Own>([&]<board::Direction Step> [[gnu::always_inline]] () {
      const Word to = Board::template moved<Step>(kings) & empty;
      movable |= Board::template moved<Step.opposite()>(to);
      ways += board::count_bits(to);
    });
    return eval + weights.king_mobility * ways - weights.shut_in * board::count_bits(kings & ~movable);
  }

  // Men that can step to the far row and cannot be jumped before they do.
  template <Side Own>
  static int crowning_next(const Position& position, Word men, Word empty) {
    constexpr Side rival = draughts::other(Own);
    Word stepping = 0;
    draughts::for_each_step<rules.man_moves, Own>([&]<board::Direction Step> [[gnu::always_inline]] () {
      if constexpr (Step.rows != 0) {
        const Word to = Board::template moved<Step>(men) & empty & draughts::crown_row<Variant, Own>;
        stepping |= Board::template moved<Step.opposite()>(to);
      }
    });
    if (stepping == 0) return 0;
    Word jumped = 0;
    draughts::for_each_step<rules.man_captures, rival>([&]<board::Direction Step> [[gnu::always_inline]] () {
      jumped |= Board::template moved<Step>(position.of(rival)) & Board::template moved<Step.opposite()>(empty);
    });
    return board::count_bits(stepping & ~jumped);
  }

  // The sum of the distances from each king of a side to its nearest enemy piece.
  static int distance_to_rivals(const Position& position, Side side) {
    int total = 0;
    for (Word kings = position.kings_of(side); kings != 0; kings = board::without_lowest(kings)) {
      const int from = board::lowest_bit(kings);
      int nearest = rules.rows + rules.columns;
      for (Word left = position.of(draughts::other(side)); left != 0; left = board::without_lowest(left)) {
        const int to = board::lowest_bit(left);
        nearest =
            std::min(nearest, std::max(std::abs(row_of(from) - row_of(to)), std::abs(column_of(from) - column_of(to))));
      }
      total += nearest;
    }
    return total;
  }

  // A lone king that flies and takes from afar is hard to catch; short kings hold a draw one piece down in a double
  // corner.
  static bool is_hard_to_win(const Position& position, Side stronger) {
    const Side weaker = draughts::other(stronger);
    const int kings = board::count_bits(position.kings_of(weaker));
    const int men = board::count_bits(position.men_of(weaker));
    if (kings == 0) return false;
    const int ours = board::count_bits(position.of(stronger));
    if constexpr (rules.king_takes_from_afar()) {
      return kings == 1 && men == 0 && ours <= 3;
    } else {
      return ours <= kings + men + 1 && ours <= 4 && (position.kings_of(weaker) & double_corners) != 0 &&
             !rules.king_flies();
    }
  }

  static constexpr Word double_corners = [] {
    Word squares = 0;
    if (Board::is_full) return squares;
    for (int square = 0; square < Board::bits; ++square) {
      const int row = row_of(square);
      if (row < 0) continue;
      const int column = column_of(square);
      const bool is_low_right = row + (rules.columns - 1 - column) == 1;
      const bool is_high_left = rules.rows - 1 - row + column == 1;
      const bool is_low_left = row + column == 1;
      const bool is_high_right = rules.rows - 1 - row + rules.columns - 1 - column == 1;
      if (is_low_right || is_high_left || is_low_left || is_high_right) squares |= Board::word(square);
    }
    return squares;
  }();
};

}  // namespace crownstar::search::draughts
