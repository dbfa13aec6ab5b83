// A whole race in progress: the position, the places given and as much history as the rules ask for.
// It does not know how it is shown, the time and the players behind the seats.
#pragma once

#include <string>

#include "rules/sternhalma/occurrences.hpp"
#include "rules/sternhalma/setup.hpp"
#include "rules/sternhalma/turn.hpp"

namespace crownstar::sternhalma {

// What of a game's past can end it, or end it for someone (CC-19, CC-20).
class RaceLedger {
 public:
  explicit RaceLedger(const Rules& rules) : rules_(rules) {}

  void took_turn(int seat) { ++turns_[seat]; }
  bool is_evacuation_due(int seat) const { return rules_.evacuate > 0 && turns_[seat] == rules_.evacuate; }
  // Counts the position as occurred.
  template <int Side>
  bool is_repeated(const Position<Side>& position) {
    return occurrences_.count(position.placement) >= Occurrences::most;
  }
  bool are_rounds_over(int playing) const { return rules_.rounds > 0 && rounds_played(playing) >= rules_.rounds; }
  int rounds_played(int playing) const;  // by all who still play
  int turns(int seat) const { return turns_[seat]; }
  template <int Side>
  int times_occurred(const Position<Side>& position) const {
    return occurrences_.of(position.placement);
  }
  void gave_place(int unit, Ending ending) { unit_endings_[unit] = ending; }
  void ended(Ending ending) { ending_ = ending; }

  Ending ending() const { return ending_; }
  Ending unit_ending(int unit) const { return unit_endings_[unit]; }

 private:
  Rules rules_;
  Table<int, most_seats> turns_{};
  Occurrences occurrences_;
  Table<Ending, most_seats> unit_endings_{};
  Ending ending_ = Ending::none;
};

template <int Side>
class Race {
 public:
  // The rules must have come through `check`.
  explicit Race(const Rules& rules) : course_(rules), ledger_(rules) {
    begin(*checked_position(course_, starting_setup(rules)));
  }

  // Begins afresh; a refusal changes nothing.
  Checked<void> begin(const Setup& setup) {
    auto position = checked_position(course_, setup);
    if (!position) return std::unexpected(position.error());
    begin(*position);
    return {};
  }

  const Course<Side>& course() const { return course_; }
  const Position<Side>& position() const { return position_; }
  const RaceLedger& ledger() const { return ledger_; }

  // The move must be legal.
  void play(int set, Move move) { play_move(course_, position_, set, move, ledger_); }

  // The seat stops playing, with its team where there is one: a team without it cannot come home.
  Checked<void> withdraw(int seat) {
    if (seat < 0 || seat >= course_.seating.seats) {
      return refuse("no seat " + std::to_string(seat + 1) + "; expected 1 to " + std::to_string(course_.seating.seats));
    }
    if (!position_.is_playing(seat)) {
      return refuse("CC-15", "seat " + std::to_string(seat + 1) + " has its place and plays no more");
    }
    const int unit = course_.seating.unit_of_seat[seat];
    give_place_at_leaving(course_, position_, unit);
    ledger_.gave_place(unit, Ending::withdrawal);
    const bool was_to_move = !position_.is_playing(position_.seat);
    // A last round is played out by the seat to move at least (CC-24).
    const bool is_going_on =
        was_to_move ? end_turn(course_, position_, ledger_, Ending::withdrawal)
                    : position_.shared_place != 0 || goes_on(course_, position_, ledger_, Ending::withdrawal);
    // Who had only hops over the pieces that are gone may have no move now (CC-16).
    const bool is_turn_open = !was_to_move && !removes_leavers(course_.rules);
    if (is_going_on && !is_turn_open) open_turn(course_, position_, ledger_);
    return {};
  }

 private:
  void begin(const Position<Side>& position) {
    position_ = position;
    ledger_ = RaceLedger(course_.rules);
    for (int unit = 0; unit < course_.seating.units; ++unit) {
      const int seats = course_.seating.seats_of_unit[unit];
      if ((position_.left & seats) != 0) ledger_.gave_place(unit, Ending::withdrawal);
      const bool is_home = (position_.playing & seats) == 0 && (position_.left & seats) == 0;
      if (is_home) ledger_.gave_place(unit, Ending::home);
    }
    const bool is_open = position_.left == 0 || position_.shared_place != 0;
    if (is_open || goes_on(course_, position_, ledger_, Ending::withdrawal)) open_turn(course_, position_, ledger_);
  }

  Course<Side> course_;
  Position<Side> position_;
  RaceLedger ledger_;
};

}  // namespace crownstar::sternhalma
