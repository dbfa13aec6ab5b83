// How to come by positions that nobody thought of: pieces thrown on the board, and moves played at random.
// It does not know what is tested with them. Everything is seeded.
#pragma once

#include <algorithm>
#include <array>
#include <random>

#include "rules/draughts/generation.hpp"
#include "rules/draughts/notation/setup.hpp"

namespace crownstar::support {

using Random = std::mt19937;

inline int any_below(Random& random, int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); }
inline bool one_in(Random& random, int chances) { return any_below(random, chances) == 0; }

template <class Items>
const auto& any_of(Random& random, const Items& items) {
  return *(std::ranges::begin(items) + any_below(random, static_cast<int>(std::ranges::size(items))));
}

enum class Crowd {
  men,     // as many as at the start or fewer, few kings among them
  kings,   // kings, few men among them
  ending,  // a few pieces of any kind
};
inline constexpr std::array<Crowd, 3> every_crowd{Crowd::men, Crowd::kings, Crowd::ending};

template <class Variant>
class Thrower {
  using Board = draughts::BoardOf<Variant>;
  using Position = draughts::Position<Variant>;
  using Side = draughts::Side;

 public:
  explicit Thrower(Random& random) : random_(random) {}

  // Within the limits of a setup: no man on the row that crowns it, no more pieces than a side starts with.
  Position thrown(Crowd crowd) {
    Position position;
    position.turn = one_in(random_, 2) ? Side::white : Side::black;
    const int most = draughts::setup_limits<Variant>().pieces_a_side;
    for (const Side side : {Side::white, Side::black}) {
      if (one_in(random_, 50)) continue;
      const int pieces = 1 + any_below(random_, most_of(crowd, most));
      for (int piece = 0; piece < pieces; ++piece) throw_piece(position, side, is_king(crowd));
    }
    if (position.occupied() == 0) throw_piece(position, Side::white, false);
    draw_king_runs(position);
    return position;
  }

 private:
  static int most_of(Crowd crowd, int most) {
    if (crowd == Crowd::men) return most;
    return crowd == Crowd::kings ? std::max(2, most / 2) : std::min(most, 4);
  }

  bool is_king(Crowd crowd) {
    // Where the first king wins there is little to see behind a king.
    if (Variant::rules.ending == draughts::Ending::first_king_wins && !one_in(random_, 200)) return false;
    if (crowd == Crowd::men) return one_in(random_, 12);
    return crowd == Crowd::kings ? !one_in(random_, 6) : one_in(random_, 2);
  }

  void throw_piece(Position& position, Side side, bool as_king) {
    auto open = position.empty();
    if (!as_king) {
      open &= ~(side == Side::white ? draughts::crown_row<Variant, Side::white>
                                    : draughts::crown_row<Variant, Side::black>);
    }
    if (open == 0) return;
    for (int skipped = any_below(random_, board::count_bits(open)); skipped > 0; --skipped) {
      open = board::without_lowest(open);
    }
    const auto square = board::lowest_square(open);
    position.pieces[draughts::index(side)] |= square;
    if (as_king) position.kings |= square;
  }

  void draw_king_runs(Position& position) {
    if constexpr (Position::limits_kings) {
      for (const Side side : {Side::white, Side::black}) {
        const auto kings = position.kings_of(side);
        if (kings == 0 || position.men_of(side) == 0 || one_in(random_, 3)) continue;
        position.king_runs[draughts::index(side)] = {
            static_cast<std::uint8_t>(board::lowest_bit(kings)),
            static_cast<std::uint8_t>(1 + any_below(random_, Variant::rules.king_moves_in_a_row))};
      }
    }
  }

  Random& random_;
};

// Plays any moves from `position` on, at most so many plies, and calls `visit(position, list, chosen)` before each.
template <class Variant, class Visitor>
void play_at_random(draughts::Position<Variant> position, int plies, Random& random, Visitor&& visit) {
  for (int ply = 0; ply < plies; ++ply) {
    draughts::MoveList<Variant> list;
    draughts::generate<Variant>(position, list);
    if (list.is_too_complex() || list.is_empty()) return;
    const draughts::Move<Variant> chosen =
        list[static_cast<std::size_t>(any_below(random, static_cast<int>(list.size())))];
    visit(position, list, chosen);
    position = draughts::after(position, chosen);
  }
}

}  // namespace crownstar::support
