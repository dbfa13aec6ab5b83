// Knows what a position of draughts is worth before anyone moves: material, how far men have come, who presses whom.
// Refuses to know what can be played in it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "board/checkered.hpp"
#include "draughts/position.hpp"

namespace crownstar::search {

// In hundredths of a man.
template <class Variant>
class Worth {
  using Board = draughts::BoardOf<Variant>;
  using Place = draughts::Position<Variant>;
  using Side = draughts::Side;
  using Word = typename Board::Word;
  static constexpr const draughts::Rules& rules = Variant::rules;

  static constexpr int man = 100;
  // What flies is worth about three men, what does not a man and a third; where the first king wins none is ever
  // counted.
  static constexpr int king = rules.king_flies() ? 300 : 135;
  // Where kings decide at once the way there is all that counts.
  static constexpr int step_forward = rules.ending == draughts::Ending::first_king_wins ? 6 : 2;
  static constexpr int guard = 5;              // a man at home, while the other side has men to crown
  static constexpr int trade_when_ahead = 60;  // for a lead, spread over the pieces left
  static constexpr int few_pieces = 10;

 public:
  // From the view of the side to move.
  static int of(const Place& position) {
    const Side mover = position.turn;
    const Side rival = draughts::other(mover);
    const int mine = material(position, mover);
    const int theirs = material(position, rival);
    int worth = mine - theirs + advance(position, mover) - advance(position, rival);
    // Who is ahead wants to trade pieces and to come close.
    const int pieces = board::count_bits(position.occupied());
    worth += (mine - theirs) * trade_when_ahead / (100 * std::max(pieces, 1));
    if (pieces <= few_pieces && mine != theirs) {
      const Side stronger = mine > theirs ? mover : rival;
      const int chase = distance_to_rivals(position, stronger);
      worth -= stronger == mover ? chase : -chase;
    }
    return rules.ending == draughts::Ending::no_move_wins ? -worth : worth;
  }

 private:
  static int material(const Place& position, Side side) {
    return man * board::count_bits(position.men_of(side)) + king * board::count_bits(position.kings_of(side));
  }

  static int row_of(int square) { return Board::cells[static_cast<std::size_t>(square)].row; }
  static int column_of(int square) { return Board::cells[static_cast<std::size_t>(square)].column; }

  static int advance(const Place& position, Side side) {
    const bool rivals_have_men = position.men_of(draughts::other(side)) != 0;
    int total = 0;
    for (Word left = position.men_of(side); left != 0; left = board::without_lowest(left)) {
      const int square = board::lowest_bit(left);
      const int rows = side == Side::white ? row_of(square) : rules.rows - 1 - row_of(square);
      const int from_edge = std::min(column_of(square), rules.columns - 1 - column_of(square));
      total += rows * step_forward + std::min(from_edge, 2);
      if (rows == 0 && rivals_have_men) total += guard;
    }
    return total;
  }

  // How far the kings of a side stand from the nearest rival, each.
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
};

}  // namespace crownstar::search
