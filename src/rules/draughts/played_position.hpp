// A position with what of its past can end the game: draw counters, and the positions that may occur again.
// It does not know how an end is told, and the moves that led here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rules/draughts/draws.hpp"
#include "rules/draughts/key.hpp"

namespace crownstar::draughts {

enum class GameEnd : std::uint8_t { none, first_king, no_move, material, quiet, repetition };

template <class Variant>
class PlayedPosition {
  static constexpr const Rules& rules = Variant::rules;

 public:
  explicit PlayedPosition(const Position<Variant>& start)
      : position_(start), key_(key_of(start)), counts_(DrawCounts<Variant>::at(start)), earlier_{start} {}

  const Position<Variant>& position() const { return position_; }
  std::uint64_t key() const { return key_; }
  const DrawCounts<Variant>& counts() const { return counts_; }
  int occurrences() const { return static_cast<int>(std::ranges::count(earlier_, position_)); }

  void play(const Move<Variant>& move) {
    const Position<Variant> next = after(position_, move);
    const bool was_man = (position_.kings >> move.from & 1) == 0;
    key_ = key_after(key_, position_, move, next);
    counts_.play(position_, move, next);
    // Nothing before a capture or a man's step forward can occur again.
    if (move.captured != 0 || (was_man && !rules.draws.sideways_man_is_quiet)) earlier_.clear();
    earlier_.push_back(next);
    position_ = next;
  }

  // Whether the side to move has a move is the caller's to know: it generates them.
  GameEnd end(bool has_move) const {
    if (is_ended_by_a_king(position_)) return GameEnd::first_king;
    if (!has_move) return GameEnd::no_move;
    if (counts_.full_clause()) return GameEnd::material;
    if (counts_.is_quiet_draw()) return GameEnd::quiet;
    if (rules.draws.occurrences > 0 && occurrences() >= rules.draws.occurrences) return GameEnd::repetition;
    return GameEnd::none;
  }

  // Who wins by `first_king` or `no_move`; the other ends are draws.
  Side winner(GameEnd end) const {
    const Side mover = position_.turn;
    if (end == GameEnd::first_king) return position_.kings_of(other(mover)) != 0 ? other(mover) : mover;
    return rules.ending == Ending::no_move_wins ? mover : other(mover);
  }

 private:
  Position<Variant> position_;
  std::uint64_t key_ = 0;
  DrawCounts<Variant> counts_;
  std::vector<Position<Variant>> earlier_;  // this position and those before it that may come again
};

}  // namespace crownstar::draughts
