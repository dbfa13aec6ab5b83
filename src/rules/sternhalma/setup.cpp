#include "rules/sternhalma/setup.hpp"

#include <string>

namespace crownstar::sternhalma {
namespace {

std::string name_of(int set) { return std::to_string(point_of_set(set)); }

std::string names_of_sets(const Seating& seats) {
  std::string names;
  for (int set = 0; set < most_sets; ++set) {
    if (seats.has_set(set)) names += (names.empty() ? "" : ", ") + name_of(set);
  }
  return names;
}

bool is_first_set(const Seating& seats, int set) {
  return set >= 0 && set < most_sets && seats.has_set(set) && seats.first_set(seats.seat_of_set[set]) == set;
}

std::string no_first_set(const Seating& seats, int set) {
  std::string first_sets;
  for (int seat = 0; seat < seats.seats; ++seat) {
    first_sets += (first_sets.empty() ? "" : ", ") + name_of(seats.first_set(seat));
  }
  return "no player has " + name_of(set) + " as the first set; the turn is one of " + first_sets;
}

Checked<void> check_turn(const Seating& seats, int turn) {
  if (is_first_set(seats, turn)) return {};
  return refuse("CC-4", no_first_set(seats, turn));
}

// The units that the players named belong to, as a mask; a refusal names the rule.
Checked<unsigned> units_named(const Seating& seats, const std::vector<int>& sets, std::string_view rule) {
  unsigned units = 0;
  unsigned named = 0;
  for (const int set : sets) {
    if (!is_first_set(seats, set)) return refuse(std::string(rule), no_first_set(seats, set));
    if ((named >> set & 1U) != 0) return refuse(std::string(rule), "set " + name_of(set) + " is named twice");
    named |= 1U << set;
    units |= 1U << seats.unit_of_seat[seats.seat_of_set[set]];
  }
  return units;
}

// CC-22 and CC-24: who plays no more; the units that have left are given back, as a mask.
Checked<unsigned> check_stopped(const Rules& rules, const Seating& seats, const Setup& setup) {
  const auto left = units_named(seats, setup.left, "CC-22");
  if (!left) return left;
  if (*left != 0 && rules.players == 2) return refuse("CC-22", "one of two players has left, and the game is over");
  const auto home = units_named(seats, setup.home, "CC-24");
  if (!home) return home;
  if (*home != 0 && rules.last_round == LastRound::no) {
    return refuse("CC-24", "a last round is played out with last-round=yes only");
  }
  if ((*left & *home) != 0) return refuse("CC-24", "a player who has left does not come home");
  const unsigned all = (1U << seats.units) - 1;
  const int turn = seats.seat_of_set[setup.turn];
  const unsigned of_turn = 1U << seats.unit_of_seat[turn];
  if ((*left & of_turn) != 0 && *left != all) {
    return refuse("CC-22", "set " + name_of(setup.turn) + " has left, and somebody else is to move");
  }
  if ((*home & of_turn) != 0) {
    return refuse("CC-24", "set " + name_of(setup.turn) + " has come home, and somebody else is to move");
  }
  for (int unit = 0; unit < seats.units; ++unit) {
    const bool is_later = (seats.seats_of_unit[unit] & ((1U << turn) - 1)) == 0;
    if ((*home >> unit & 1U) != 0 && is_later) {
      return refuse("CC-24",
                    "a player who has come home in this round comes before set " + name_of(setup.turn) + " in it");
    }
  }
  return left;
}

// `owner` says for each hole which set stands there so far.
Checked<void> check_holes(const Rules& rules, const SetHoles& set, Table<std::int8_t, Star::most_holes>& owner) {
  const Star& star = *board::star_with(rules.board);
  for (const int hole : set.holes) {
    if (hole < 0 || hole >= star.holes()) {
      return refuse("CC-1", "no hole with the number " + std::to_string(hole) + "; expected 0 to " +
                                std::to_string(star.holes() - 1));
    }
    if (owner[hole] != nobody) {
      return refuse("CC-8", "two pieces in " + hole_label(star, hole) + ": of set " + name_of(owner[hole]) +
                                " and of set " + name_of(set.set) + "; a hole holds one piece");
    }
    owner[hole] = static_cast<std::int8_t>(set.set);
  }
  const int count = static_cast<int>(set.holes.size());
  const int expected = pieces_of(rules, set.set);
  if (count == expected) return {};
  return refuse(handicap_of(rules, set.set) == 0 ? "CC-3" : "CC-25",
                "set " + name_of(set.set) + " has " + std::to_string(count) + (count == 1 ? " piece" : " pieces") +
                    "; expected " + std::to_string(expected));
}

}  // namespace

Setup starting_setup(const Rules& rules) {
  const Seating seats = seating(rules);
  Setup setup;
  setup.turn = seats.first_set(0);
  for (int set = 0; set < most_sets; ++set) {
    if (!seats.has_set(set)) continue;
    SetHoles& holes = setup.sets.emplace_back(SetHoles{set, {}});
    first_holes(*board::star_with(rules.board), rules, set).for_each([&](int hole) { holes.holes.push_back(hole); });
  }
  return setup;
}

Checked<void> check_setup(const Rules& rules, const Setup& setup) {
  const Seating seats = seating(rules);
  if (auto checked = check_turn(seats, setup.turn); !checked) return checked;
  const auto left = check_stopped(rules, seats, setup);
  if (!left) return std::unexpected(left.error());
  const auto is_removed = [&](int set) {
    return removes_leavers(rules) && (*left >> seats.unit_of_seat[seats.seat_of_set[set]] & 1U) != 0;
  };
  Table<std::int8_t, Star::most_holes> owner{};
  for (std::int8_t& set : owner) set = nobody;
  Table<bool, most_sets> is_given{};
  for (const SetHoles& set : setup.sets) {
    if (set.set < 0 || set.set >= most_sets || !seats.has_set(set.set)) {
      return refuse("CC-4", "set " + name_of(set.set) + " does not play; the sets are " + names_of_sets(seats));
    }
    if (is_removed(set.set)) {
      return refuse("CC-22", "set " + name_of(set.set) + " has left, and its pieces are off the board");
    }
    if (is_given[set.set]) return refuse("set " + name_of(set.set) + " is given twice");
    is_given[set.set] = true;
    if (auto checked = check_holes(rules, set, owner); !checked) return checked;
  }
  for (int set = 0; set < most_sets; ++set) {
    if (seats.has_set(set) && !is_given[set] && !is_removed(set)) {
      return refuse("CC-4", "set " + name_of(set) + " is missing; the sets are " + names_of_sets(seats));
    }
  }
  return {};
}

}  // namespace crownstar::sternhalma
