// Knows what a game's history means for the search of what follows: which positions have been, how far counters ran.
// Refuses to know the moves as they were written: it is given positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "rules/draughts/draws.hpp"
#include "rules/draughts/key.hpp"
#include "rules/draughts/notation/fen.hpp"

namespace crownstar::search {

template <class Variant>
struct Past {
  using Place = draughts::Position<Variant>;

  draughts::DrawCounts<Variant> counts;
  std::vector<std::uint64_t> keys;  // since the last move that cannot be taken back, without the present position

  // The positions before each turn, the first first, and the present one. A text that is no position is left out.
  static Past of(const std::vector<std::string>& earlier, const Place& now) {
    Past past;
    Place before = now;
    bool is_first = true;
    const auto take = [&](const Place& next) {
      if (is_first) {
        past.counts = draughts::DrawCounts<Variant>::at(next);
        is_first = false;
      } else {
        past.keys.push_back(draughts::key_of(before));
        past.counts.play(before, move_between(before, next), next);
        if (past.counts.quiet() == 0) past.keys.clear();
      }
      before = next;
    };
    for (const std::string& text : earlier) {
      if (const auto place = draughts::position_from_fen<Variant>(text)) take(*place);
    }
    take(now);
    return past;
  }

 private:
  // A capture that ends where it began leaves its man or king where it was: any piece stands for it, since the captured
  // ones alone count then.
  static draughts::Move<Variant> move_between(const Place& before, const Place& next) {
    const auto gone = before.of(before.turn) & ~next.of(before.turn);
    const auto come = next.of(before.turn) & ~before.of(before.turn);
    draughts::Move<Variant> move;
    move.captured = before.of(next.turn) & ~next.of(next.turn);
    if (gone == 0 || come == 0) return move;
    move.from = static_cast<std::uint8_t>(board::lowest_bit(gone));
    move.to = static_cast<std::uint8_t>(board::lowest_bit(come));
    move.crowns = (before.kings & gone) == 0 && (next.kings & come) != 0;
    return move;
  }
};

// How many more half-moves a count lets pass at most, for all that run; many where none is near its end.
template <class Variant>
int moves_left(const draughts::DrawCounts<Variant>& counts) {
  constexpr const draughts::DrawRules& rules = Variant::rules.draws;
  int left = 1000;
  if (rules.quiet_half_moves > 0) left = rules.quiet_half_moves - counts.quiet();
  for (std::size_t clause = 0; clause < rules.material.size(); ++clause) {
    const draughts::MaterialDraw& each = rules.material[clause];
    if (!each.is_used()) break;
    if (!counts.material(clause).is_running) continue;
    // The forced win on the river stops every other count.
    if (each.road == draughts::LongDiagonal::once_reached_by_the_stronger)
      return (each.limit - counts.material(clause).moves) * 2;
    const int half_moves = each.counted == draughts::CountedMoves::of_both_sides ? 1 : 2;
    left = std::min(left, (each.limit - counts.material(clause).moves) * half_moves);
  }
  return left;
}

// Positions near the end of a count are worth something else than the same ones far from it: a part of their key.
constexpr std::uint64_t count_key(int left) {
  if (left > 32) return 0;
  return draughts::mixed(0x10000U + static_cast<std::uint64_t>(left <= 12 ? left + 1 : 16 + left / 4));
}

}  // namespace crownstar::search
