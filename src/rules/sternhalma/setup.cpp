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

Checked<void> check_turn(const Seating& seats, int turn) {
  std::string turns;
  for (int seat = 0; seat < seats.seats; ++seat) {
    if (seats.first_set(seat) == turn) return {};
    turns += (turns.empty() ? "" : ", ") + name_of(seats.first_set(seat));
  }
  return refuse("CC-4", "no player has " + name_of(turn) + " as the first set; the turn is one of " + turns);
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
  if (count == rules.pieces) return {};
  return refuse("CC-3", "set " + name_of(set.set) + " has " + std::to_string(count) +
                            (count == 1 ? " piece" : " pieces") + "; expected " + std::to_string(rules.pieces));
}

}  // namespace

Setup starting_setup(const Rules& rules) {
  const Seating seats = seating(rules);
  Setup setup;
  setup.turn = seats.first_set(0);
  for (int set = 0; set < most_sets; ++set) {
    if (!seats.has_set(set)) continue;
    SetHoles& holes = setup.sets.emplace_back(SetHoles{set, {}});
    start_of(*board::star_with(rules.board), set, rules.pieces).for_each([&](int hole) {
      holes.holes.push_back(hole);
    });
  }
  return setup;
}

Checked<void> check_setup(const Rules& rules, const Setup& setup) {
  const Seating seats = seating(rules);
  if (auto checked = check_turn(seats, setup.turn); !checked) return checked;
  Table<std::int8_t, Star::most_holes> owner{};
  for (std::int8_t& set : owner) set = nobody;
  Table<bool, most_sets> is_given{};
  for (const SetHoles& set : setup.sets) {
    if (set.set < 0 || set.set >= most_sets || !seats.has_set(set.set)) {
      return refuse("CC-4", "set " + name_of(set.set) + " does not play; the sets are " + names_of_sets(seats));
    }
    if (is_given[set.set]) return refuse("set " + name_of(set.set) + " is given twice");
    is_given[set.set] = true;
    if (auto checked = check_holes(rules, set, owner); !checked) return checked;
  }
  for (int set = 0; set < most_sets; ++set) {
    if (seats.has_set(set) && !is_given[set]) {
      return refuse("CC-4", "set " + name_of(set) + " is missing; the sets are " + names_of_sets(seats));
    }
  }
  return {};
}

}  // namespace crownstar::sternhalma
