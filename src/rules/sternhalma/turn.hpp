// What follows from a move: places, passes, whose turn is next and when a race is over.
// It does not know how moves are found, and keeps no history: that is the ledger's.
#pragma once

#include "rules/sternhalma/hops.hpp"
#include "rules/sternhalma/places.hpp"

namespace crownstar::sternhalma {

enum class Ending : std::uint8_t { none, home, evacuation, stuck, repetition, rounds, withdrawal };

// The ledger of a search or a count: it keeps no history. RaceLedger (race.hpp) answers from the game's past.
struct NoLedger {
  void took_turn(int) {}
  bool is_evacuation_due(int) const { return false; }
  template <int Side>
  bool is_repeated(const Position<Side>&) {
    return false;
  }
  bool are_rounds_over(int) const { return false; }
  void gave_place(int, Ending) {}  // a unit, and why it took a place
  void ended(Ending) {}
};

// The game is over: all who still play share the best place that is open.
template <int Side, typename Ledger>
void end_race(const Course<Side>& course, Position<Side>& position, Ledger& ledger, Ending ending) {
  give_place(position, position.playing, best_open_place(course, position));
  position.shared_place = 0;
  ledger.ended(ending);
}

// CC-15: whether places are still to be played for, after a unit stopped playing; if not, the game is over.
template <int Side, typename Ledger>
bool goes_on(const Course<Side>& course, Position<Side>& position, Ledger& ledger, Ending ending) {
  const bool is_decided = course.rules.places == Places::first && ending == Ending::home;
  if (!is_decided && units_playing(course, position) > 1) return true;
  end_race(course, position, ledger, ending);
  return false;
}

// CC-7: the next seat clockwise that still plays; there must be one. A round begins with the lowest seat, and with it a
// new place for those who come home (CC-24).
template <int Side>
void pass_turn_on(const Course<Side>& course, Position<Side>& position) {
  int seat = position.seat;
  do {
    seat = (seat + 1) % course.seating.seats;
  } while (!position.is_playing(seat));
  if (seat <= position.seat) position.shared_place = 0;
  position.give_turn(seat);
}

template <int Side>
bool can_anyone_move(const Course<Side>& course, const Position<Side>& position) {
  for (int seat = 0; seat < course.seating.seats; ++seat) {
    if (position.is_playing(seat) && can_move(course, position, seat)) return true;
  }
  return false;
}

// The seat to move has had its turn or stopped playing; `ending` says why a unit has just stopped, or none. False when
// the game is over.
template <int Side, typename Ledger>
bool end_turn(const Course<Side>& course, Position<Side>& position, Ledger& ledger, Ending ending) {
  const bool is_last_round = position.shared_place != 0;  // CC-24: somebody is home, and the round is played out
  if (!position.is_over()) pass_turn_on(course, position);
  if (!is_last_round) return ending == Ending::none || goes_on(course, position, ledger, ending);
  const bool is_played_out = position.is_over() || position.shared_place == 0;
  return !is_played_out || goes_on(course, position, ledger, Ending::home);
}

// The turn of the seat to move is done, with a move or a pass. False when the game is over.
template <int Side, typename Ledger>
bool close_turn(const Course<Side>& course, Position<Side>& position, Ledger& ledger) {
  const int seat = position.seat;
  const int unit = course.seating.unit_of_seat[seat];
  ledger.took_turn(seat);
  Ending ending = Ending::none;
  if (is_unit_home(course, position, unit)) {
    ending = Ending::home;
    give_place_at_home(course, position, unit);
  } else if (ledger.is_evacuation_due(seat) && has_piece_in_start(course, position, seat)) {
    ending = Ending::evacuation;
    give_place(position, course.seating.seats_of_unit[unit], last_open_place(course, position));
  }
  if (ending != Ending::none) ledger.gave_place(unit, ending);
  return end_turn(course, position, ledger, ending);
}

// Brings the turn to a seat that can move, past those that cannot (CC-16), unless the game is over (CC-19).
template <int Side, typename Ledger>
void open_turn(const Course<Side>& course, Position<Side>& position, Ledger& ledger) {
  for (;;) {
    const bool is_able = can_move(course, position, position.seat);
    if (!is_able && !can_anyone_move(course, position)) return end_race(course, position, ledger, Ending::stuck);
    if (is_able && ledger.is_repeated(position)) return end_race(course, position, ledger, Ending::repetition);
    if (ledger.are_rounds_over(position.playing)) return end_race(course, position, ledger, Ending::rounds);
    if (is_able || !close_turn(course, position, ledger)) return;
  }
}

// Plays a legal move and everything that follows from it.
template <int Side, typename Ledger>
void play_move(const Course<Side>& course, Position<Side>& position, int set, Move move, Ledger& ledger) {
  position.move(set, move);
  if (close_turn(course, position, ledger)) open_turn(course, position, ledger);
}

// The position after a legal move, for searching and counting: without the rules that need a history.
template <int Side>
Position<Side> successor(const Course<Side>& course, const Position<Side>& position, int set, Move move) {
  Position<Side> next = position;
  NoLedger ledger;
  play_move(course, next, set, move, ledger);
  return next;
}

// Counts the positions below one by distinct moves (from, to); the last ply is counted, not made.
template <int Side>
std::uint64_t perft(const Course<Side>& course, const Position<Side>& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_moves(course, position));
  LegalMoves<Side> moves;
  find_moves(course, position, moves);
  std::uint64_t total = 0;
  for (const PieceMoves<Side>& piece : moves) {
    piece.targets.for_each([&](int to) {
      const Move move{piece.from, static_cast<std::uint16_t>(to)};
      total += perft(course, successor(course, position, piece.set, move), depth - 1);
    });
  }
  return total;
}

}  // namespace crownstar::sternhalma
