// Knows what a position of any draughts variant is worth, by rules of thumb that people know: material, advance, the
// back row, the middle, room to move, and who is ahead wants to trade. Refuses to know what can be played in it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "engines/search/draughts/evaluation.hpp"
#include "rules/board/checkered.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::search {

// In hundredths of a man, summed up as White sees it.
template <class Variant>
class HandMade {
  using Board = draughts::BoardOf<Variant>;
  using Place = draughts::Position<Variant>;
  using Side = draughts::Side;
  using Word = typename Board::Word;
  static constexpr const draughts::Rules& rules = Variant::rules;

  static constexpr int man = 100;
  // What flies and takes from afar is worth about three men; what flies but takes near, two; what does neither, a third
  // more than a man.
  static constexpr int king = rules.king_takes_from_afar() ? 300 : rules.king_flies() ? 220 : 135;
  static constexpr bool kings_end_it = rules.ending == draughts::Ending::first_king_wins;
  static constexpr int step_forward = kings_end_it ? 8 : 2;
  static constexpr int guard = 7;  // a man at home, while the other side has men to crown
  static constexpr int room = 2;   // for each move of a man
  static constexpr int king_room = rules.king_flies() ? 2 : 4;
  static constexpr int shut_in = 35;  // a king that has no way out
  static constexpr int nearly_there = rules.king_takes_from_afar() ? 40 : 20;
  static constexpr int trade_when_ahead = 150;  // for a lead, spread over the pieces left
  static constexpr int few_pieces = 10;
  static constexpr int chase = 3;  // for each step between a king that hunts and the nearest rival

 public:
  struct State {
    int placed = 0;  // material, and where it stands
  };

  void reset(State& state, const Place& position) const {
    state.placed = 0;
    for (const Side side : {Side::white, Side::black}) {
      for (Word left = position.of(side); left != 0; left = board::without_lowest(left)) {
        const int square = board::lowest_bit(left);
        state.placed += placed(side, (position.kings >> square & 1) != 0, square);
      }
    }
  }

  void child(const State& parent, State& state, const Place& before, const draughts::Move<Variant>& move,
             const Place& next) const {
    const Side mover = before.turn;
    const bool was_king = (before.kings >> move.from & 1) != 0;
    int sum = parent.placed - placed(mover, was_king, move.from) + placed(mover, was_king || move.crowns, move.to);
    for (Word left = move.captured; left != 0; left = board::without_lowest(left)) {
      const int square = board::lowest_bit(left);
      sum -= placed(next.turn, (before.kings >> square & 1) != 0, square);
    }
    state.placed = sum;
  }

  int value(const State& state, const Place& position) const {
    int worth = state.placed + of_side<Side::white>(position) - of_side<Side::black>(position);
    const int white = board::count_bits(position.of(Side::white));
    const int black = board::count_bits(position.of(Side::black));
    const int lead = material(position, Side::white) - material(position, Side::black);
    const int pieces = white + black;
    worth += lead * trade_when_ahead / (100 * std::max(pieces, 1));
    if (pieces <= few_pieces && lead != 0) {
      const Side stronger = lead > 0 ? Side::white : Side::black;
      const int far = distance_to_rivals(position, stronger) * chase;
      worth -= lead > 0 ? far : -far;
      if (is_hard_to_win(position, stronger)) worth /= 4;
    }
    if (rules.ending == draughts::Ending::no_move_wins) worth = -worth;
    return std::clamp(position.turn == Side::white ? worth : -worth, -most_worth, most_worth);
  }

 private:
  static constexpr int row_of(int square) { return Board::cells[static_cast<std::size_t>(square)].row; }
  static constexpr int column_of(int square) { return Board::cells[static_cast<std::size_t>(square)].column; }

  static constexpr int worth_there(bool is_king, int row, int column) {
    const int from_edge = std::min(column, rules.columns - 1 - column);
    if (is_king) {
      const int from_end = std::min(row, rules.rows - 1 - row);
      return king + 2 * std::min(std::min(from_edge, from_end), 2);
    }
    return man + row * step_forward + (row > 1 ? std::min(from_edge, 3) : 0);
  }

  static constexpr auto worths = [] {
    std::array<std::array<std::int16_t, static_cast<std::size_t>(Board::bits)>, 4> table{};
    for (int square = 0; square < Board::bits; ++square) {
      const auto place = static_cast<std::size_t>(square);
      const int row = row_of(square);
      if (row < 0) continue;
      for (std::size_t kind = 0; kind < 2; ++kind) {
        table[kind][place] = static_cast<std::int16_t>(worth_there(kind == 1, row, column_of(square)));
        table[2 + kind][place] =
            static_cast<std::int16_t>(-worth_there(kind == 1, rules.rows - 1 - row, column_of(square)));
      }
    }
    return table;
  }();

  static int placed(Side side, bool is_king, int square) {
    return worths[draughts::index(side) * 2 + (is_king ? 1 : 0)][static_cast<std::size_t>(square)];
  }

  static int material(const Place& position, Side side) {
    return man * board::count_bits(position.men_of(side)) + king * board::count_bits(position.kings_of(side));
  }

  template <Side Own>
  static int of_side(const Place& position) {
    constexpr Side rival = draughts::other(Own);
    constexpr Word home = draughts::crown_row<Variant, rival>;
    const Word men = position.men_of(Own);
    const Word empty = position.empty();
    int worth = room * draughts::count_man_moves<Variant, Own>(men, empty);
    if (position.men_of(rival) != 0) worth += guard * board::count_bits(men & home);
    worth += nearly_there * crowning_next<Own>(position, men, empty);
    const Word kings = position.kings_of(Own);
    if (kings == 0) return worth;
    Word movable = 0;
    int ways = 0;
    draughts::for_each_step<rules.king_lines, Own>([&]<board::Direction Step> [[gnu::always_inline]] () {
      const Word to = Board::template moved<Step>(kings) & empty;
      movable |= Board::template moved<Step.opposite()>(to);
      ways += board::count_bits(to);
    });
    return worth + king_room * ways - shut_in * board::count_bits(kings & ~movable);
  }

  // Men that can step to the far row, and that nobody can jump before they do.
  template <Side Own>
  static int crowning_next(const Place& position, Word men, Word empty) {
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

  // How far the kings of a side stand from the nearest rival, together.
  static int distance_to_rivals(const Place& position, Side side) {
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

  // A lone king that flies and takes from afar gives way to few; short kings draw one piece down in a double corner.
  static bool is_hard_to_win(const Place& position, Side stronger) {
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

}  // namespace crownstar::search
