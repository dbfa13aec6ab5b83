// Game history for the search: the positions that may be repeated, and how far the draw counters have run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/mixing.hpp"
#include "engines/search/draughts/evaluation/rules_namespace.hpp"
#include "engines/search/draughts/evaluation/tuned.hpp"
#include "rules/draughts/draws.hpp"
#include "rules/draughts/key.hpp"
#include "rules/draughts/notation/fen.hpp"

namespace crownstar::search::draughts {

template <class Variant>
struct GameHistory {
  using Position = draughts::Position<Variant>;

  draughts::DrawCounts<Variant> counts;
  std::vector<std::uint64_t> keys;  // since the last irreversible move, without the present position

  // From the texts of the positions before each turn and the present one. A text that is no position is left out.
  static GameHistory of(const std::vector<std::string>& earlier, const Position& now) {
    GameHistory history;
    Position before = now;
    bool is_first = true;
    const auto take = [&](const Position& next) {
      if (is_first) {
        history.counts = draughts::DrawCounts<Variant>::at(next);
        is_first = false;
      } else {
        history.keys.push_back(draughts::key_of(before));
        history.counts.play(before, move_between(before, next), next);
        if (history.counts.quiet() == 0) history.keys.clear();
      }
      before = next;
    };
    for (const std::string& text : earlier) {
      if (const auto position = draughts::position_from_fen<Variant>(text)) take(*position);
    }
    take(now);
    return history;
  }

 private:
  // After a capture that ends where it began, no piece has moved: only the captured pieces count then.
  static draughts::Move<Variant> move_between(const Position& before, const Position& next) {
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

// How many half-moves all running draw counters still let pass; 1000 where no counter runs.
template <class Variant>
int count_moves_left(const draughts::DrawCounts<Variant>& counts) {
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

// A part of a position's key: near the end of a draw counter it has another value than far from it.
constexpr std::uint64_t draw_count_key(int left) {
  if (left > tuned::draw_count_in_key) return 0;
  // The groups are numbered behind the exact counts.
  constexpr int first_group = 16;
  constexpr int first_grouped = tuned::exact_draw_count_in_key + 1;
  static_assert(first_group + first_grouped / tuned::draw_count_group > first_grouped);
  const int number = left <= tuned::exact_draw_count_in_key ? left + 1 : first_group + left / tuned::draw_count_group;
  return base::splitmix64(0x10000U + static_cast<std::uint64_t>(number));
}

}  // namespace crownstar::search::draughts
