// What follows from a move: sets that are home, places, passes, whose turn is next and when a race is over.
// It does not know how moves are found, and keeps no history: a ledger does, where there is one.
#pragma once

#include <bit>

#include "rules/sternhalma/hops.hpp"

namespace crownstar::sternhalma {

// CC-17: whether a set has come home.
template <int Side>
bool is_home(const Course<Side>& course, const Position<Side>& position, int set) {
  const auto& own = position.sets[set];
  const auto& goal = course.goal[set];
  if (course.rules.win == Win::own) return goal.is_within(own);
  return own.meets(goal) && !own.meets(course.start[set]) && goal.is_within(position.occupied());
}

// CC-5, CC-6: a unit is home when all sets of all its seats are, at the same time.
template <int Side>
bool is_unit_home(const Course<Side>& course, const Position<Side>& position, int unit) {
  const Seating& seating = course.seating;
  for (int set = 0; set < most_sets; ++set) {
    if (seating.is_of_unit(set, unit) && !is_home(course, position, set)) return false;
  }
  return true;
}

// CC-20 asks for it: whether a piece of the seat is in the start of its set.
template <int Side>
bool has_piece_in_start(const Course<Side>& course, const Position<Side>& position, int seat) {
  for (int nth = 0; nth < course.seating.sets_each; ++nth) {
    const int set = course.seating.sets[seat][nth];
    if (position.sets[set].meets(course.start[set])) return true;
  }
  return false;
}

template <int Side>
int units_playing(const Course<Side>& course, const Position<Side>& position) {
  int units = 0;
  for (int unit = 0; unit < course.seating.units; ++unit) {
    units += (course.seating.seats_of_unit[unit] & position.playing) != 0 ? 1 : 0;
  }
  return units;
}

template <int Side>
bool is_place_taken(const Course<Side>& course, const Position<Side>& position, int place) {
  for (int seat = 0; seat < course.seating.seats; ++seat) {
    if (position.places[seat] == place) return true;
  }
  return false;
}

template <int Side>
int best_open_place(const Course<Side>& course, const Position<Side>& position) {
  int place = 1;
  while (is_place_taken(course, position, place)) ++place;
  return place;
}

template <int Side>
int last_open_place(const Course<Side>& course, const Position<Side>& position) {
  int place = course.seating.units;
  while (is_place_taken(course, position, place)) --place;
  return place;
}

// The seats (a mask) take a place and stop playing; their pieces stay where they are.
template <int Side>
void give_place(Position<Side>& position, int seats, int place) {
  for (int seat = 0; seat < most_seats; ++seat) {
    if ((seats >> seat & 1) != 0 && position.is_playing(seat)) position.places[seat] = static_cast<std::uint8_t>(place);
  }
  position.playing = static_cast<std::uint8_t>(position.playing & ~seats);
}

enum class Ending : std::uint8_t { none, home, evacuation, stuck, repetition, rounds, withdrawal };

// What a search or a count of positions keeps of a game: nothing. A ledger with a history answers these questions.
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

// CC-7: the next seat clockwise that still plays.
template <int Side>
void pass_turn_on(const Course<Side>& course, Position<Side>& position) {
  int seat = position.seat;
  do {
    seat = (seat + 1) % course.seating.seats;
  } while (!position.is_playing(seat));
  position.give_turn(seat);
}

template <int Side>
bool can_anyone_move(const Course<Side>& course, const Position<Side>& position) {
  for (int seat = 0; seat < course.seating.seats; ++seat) {
    if (position.is_playing(seat) && can_move(course, position, seat)) return true;
  }
  return false;
}

// The turn of the seat to move is done, with a move or a pass. False when the game is over.
template <int Side, typename Ledger>
bool close_turn(const Course<Side>& course, Position<Side>& position, Ledger& ledger) {
  const int seat = position.seat;
  const int unit = course.seating.unit_of_seat[seat];
  const int unit_seats = course.seating.seats_of_unit[unit];
  ledger.took_turn(seat);
  Ending ending = Ending::none;
  if (is_unit_home(course, position, unit)) {
    ending = Ending::home;
    give_place(position, unit_seats, best_open_place(course, position));
  } else if (ledger.is_evacuation_due(seat) && has_piece_in_start(course, position, seat)) {
    ending = Ending::evacuation;
    give_place(position, unit_seats, last_open_place(course, position));
  }
  if (ending != Ending::none) ledger.gave_place(unit, ending);
  pass_turn_on(course, position);
  return ending == Ending::none || goes_on(course, position, ledger, ending);
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
