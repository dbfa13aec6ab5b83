// For tests of this room: sets a few pieces on the usual board, and asks fast and plain rules the same
// question. It does not know what the answer should be.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rules/sternhalma/judge.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::sternhalma {

using Labels = std::set<std::string>;

struct Placed {
  int set;  // named by its point, 1 to 6
  std::vector<std::string> holes;
};

// The pieces that are not placed stand in the tips of their starts, as far from the centre as they can.
inline Setup setup_with(const Rules& rules, const std::vector<Placed>& placed, int turn = 1) {
  const Star& star = *board::star_with(rules.board);
  Setup setup = starting_setup(rules);
  setup.turn = turn - 1;
  Holes taken{};
  for (const Placed& each : placed) {
    for (const std::string& label : each.holes) taken.insert(*read_hole(star, label));
  }
  for (SetHoles& set : setup.sets) {
    std::vector<int> start = set.holes;
    std::ranges::sort(start, {}, [&](int hole) { return std::pair(-star.depth(hole, set.set + 1), hole); });
    set.holes.clear();
    for (const Placed& each : placed) {
      if (each.set != set.set + 1) continue;
      for (const std::string& label : each.holes) set.holes.push_back(*read_hole(star, label));
    }
    for (const int hole : start) {
      if (static_cast<int>(set.holes.size()) < pieces_of(rules, set.set) && !taken.contains(hole))
        set.holes.push_back(hole);
    }
    std::ranges::sort(set.holes);
  }
  return setup;
}

class Playground {
 public:
  explicit Playground(Rules rules) : rules_(*check(rules)), race_(rules_) {}
  Playground(Rules rules, const std::vector<Placed>& placed, int turn = 1) : Playground(rules) {
    const auto begun = race_.begin(setup_with(rules_, placed, turn));
    EXPECT_TRUE(begun) << to_text(begun.error());
  }

  const Race<4>& race() const { return race_; }
  const Position<4>& position() const { return race_.position(); }
  int seat() const { return position().seat; }
  int place(int seat) const { return position().places[seat]; }
  Scene scene() const { return {rules_, setup_of(race_.course(), position())}; }

  // Where the piece in a hole may go; both rules must say the same.
  Labels targets(const std::string& from) const {
    LegalMoves<4> moves;
    find_moves(race_.course(), position(), moves);
    Labels fast;
    for (const auto& piece : moves) {
      if (label(piece.from) != from) continue;
      piece.targets.for_each([&](int to) { fast.insert(label(to)); });
    }
    Labels plain;
    for (int to = 0; to < star().holes(); ++to) {
      if (judge_move(scene(), Path{hole(from), to})) plain.insert(hole_label(star(), to));
    }
    EXPECT_EQ(fast, plain);
    return fast;
  }
  bool allows(const std::string& from, const std::string& to) const { return targets(from).contains(to); }

  // The refusal of a move as written; empty where it is allowed.
  std::string judgement(const std::string& text) const {
    const auto path = read_path(star(), text);
    if (!path) return to_text(path.error());
    const auto judged = judge_move(scene(), *path);
    return judged ? "" : to_text(judged.error());
  }

  void play(const std::string& text) {
    ASSERT_EQ(judgement(text), "");
    const Path path = *read_path(star(), text);
    const Move move{slot(path.front()), slot(path.back())};
    ASSERT_TRUE(allows(hole_label(star(), path.front()), hole_label(star(), path.back()))) << text;
    race_.play(scene().set_at[path.front()], move);
    EXPECT_EQ(position().placement, position().placement_afresh());
  }
  void withdraw(int seat) { EXPECT_TRUE(race_.withdraw(seat)); }

  static const Star& star() { return board::star<4>; }
  static int hole(const std::string& label) { return *read_hole(star(), label); }
  static std::uint16_t slot(int hole) { return lattice<4>.slot_of_hole[hole]; }
  static std::string label(int slot) { return hole_label(star(), lattice<4>.hole_of_slot[slot]); }

 private:
  Rules rules_;
  Race<4> race_;
};

}  // namespace crownstar::sternhalma
