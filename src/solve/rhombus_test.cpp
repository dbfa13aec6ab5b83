#include "solve/rhombus.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace crownstar::solve {
namespace {

using Place = std::pair<int, int>;
using Army = std::set<Place>;

constexpr int undecided = -1;

// The same again without turning the board: every position of both sides, looked at over and over until nothing
// changes.
class PlainGame {
 public:
  PlainGame(int side, int rows) : side_(side), rows_(rows) {}

  // Plies until the end from the start; the first player wins where the number is odd; `undecided` for a draw.
  int solve() {
    std::vector<State> states;
    gather({start(0), start(1), 0}, states);
    for (int plies = 0;; ++plies) {
      bool changes = false;
      for (const State& state : states) {
        if (values_.at(state) != undecided) continue;
        const int value = value_of(state, plies);
        if (value != plies) continue;
        decided_.emplace_back(state);
        changes = true;
      }
      for (const State& state : decided_) values_[state] = plies;
      decided_.clear();
      if (!changes && plies > 1) break;
    }
    return values_.at({start(0), start(1), 0});
  }

 private:
  struct State {
    Army first;
    Army second;
    int mover = 0;
    auto operator<=>(const State&) const = default;
  };

  Army start(int player) const {
    Army army;
    for (int x = 0; x < rows_; ++x) {
      for (int y = 0; x + y < rows_; ++y) army.insert(player == 0 ? Place{x, y} : Place{side_ - 1 - x, side_ - 1 - y});
    }
    return army;
  }

  void gather(const State& root, std::vector<State>& states) {
    values_.emplace(root, undecided);
    states.push_back(root);
    for (std::size_t next = 0; next < states.size(); ++next) {
      const State state = states[next];
      if (is_home(state, 1 - state.mover)) continue;
      for (const State& after : successors(state)) {
        if (values_.emplace(after, undecided).second) states.push_back(after);
      }
    }
  }

  bool is_home(const State& state, int player) const {
    const Army& own = player == 0 ? state.first : state.second;
    bool has_own = false;
    for (const Place& hole : start(1 - player)) {
      has_own = has_own || own.contains(hole);
      if (!state.first.contains(hole) && !state.second.contains(hole)) return false;
    }
    for (const Place& hole : start(player)) {
      if (own.contains(hole)) return false;
    }
    return has_own;
  }

  // The number of plies where it is decided in just so many.
  int value_of(const State& state, int plies) const {
    if (is_home(state, 1 - state.mover)) return 0;
    if (plies == 0) return undecided;
    bool all_win = true;
    for (const State& after : successors(state)) {
      const int value = values_.at(after);
      if (value != undecided && value % 2 == 0) return value + 1;
      all_win = all_win && value != undecided;
    }
    return all_win ? plies : undecided;
  }

  bool is_free(const State& state, Place at) const {
    return at.first >= 0 && at.second >= 0 && at.first < side_ && at.second < side_ && !state.first.contains(at) &&
           !state.second.contains(at);
  }
  void hop(const State& state, Place from, std::set<Place>& reached) const {
    for (const auto& [dx, dy] : ways) {
      const Place over{from.first + dx, from.second + dy};
      const Place landing{from.first + 2 * dx, from.second + 2 * dy};
      if (!state.first.contains(over) && !state.second.contains(over)) continue;
      if (is_free(state, landing) && reached.insert(landing).second) hop(state, landing, reached);
    }
  }
  std::vector<State> successors(const State& state) const {
    std::vector<State> found;
    for (const Place& piece : state.mover == 0 ? state.first : state.second) {
      State lifted = state;
      (state.mover == 0 ? lifted.first : lifted.second).erase(piece);
      std::set<Place> reached;
      hop(lifted, piece, reached);
      for (const auto& [dx, dy] : ways) {
        const Place next{piece.first + dx, piece.second + dy};
        if (is_free(lifted, next)) reached.insert(next);
      }
      reached.erase(piece);
      for (const Place& target : reached) {
        State after = lifted;
        (state.mover == 0 ? after.first : after.second).insert(target);
        after.mover = 1 - state.mover;
        found.push_back(after);
      }
    }
    if (found.empty()) {
      found.push_back(state);
      found.back().mover = 1 - state.mover;
    }
    return found;
  }

  static constexpr std::array<Place, 6> ways{{{1, 0}, {0, 1}, {1, -1}, {-1, 0}, {0, -1}, {-1, 1}}};
  int side_;
  int rows_;
  std::map<State, int> values_;
  std::vector<State> decided_;
};

TEST(Rhombus, SmallGamesEndAsAPlainSearchSays) {
  for (const auto& [side, rows, pieces] : {std::array{3, 1, 1}, {4, 1, 1}, {5, 1, 1}, {3, 2, 3}}) {
    const auto found = solve_rhombus(side, pieces, std::uint64_t{1} << 24U, {});
    ASSERT_TRUE(found);
    const int plies = PlainGame(side, rows).solve();
    EXPECT_EQ(found->plies, plies == undecided ? 0 : plies) << side << " with " << pieces;
    EXPECT_EQ(found->first_player, plies == undecided ? 0 : plies % 2 == 1 ? 1 : -1) << side << " with " << pieces;
  }
}

TEST(Rhombus, EveryPositionIsCountedOnce) {
  const auto found = solve_rhombus(4, 3, std::uint64_t{1} << 24U, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->positions, 560U * 286U);
  EXPECT_EQ(found->won + found->lost + found->drawn, found->positions);
  EXPECT_EQ(found->first_player, 1);
}

TEST(Rhombus, RefusesWhatDoesNotFitAndStopsWhenTold) {
  EXPECT_FALSE(solve_rhombus(6, 6, std::uint64_t{1} << 24U, {}));
  EXPECT_FALSE(solve_rhombus(9, 3, std::uint64_t{1} << 30U, {}));
  const auto stopped = solve_rhombus(4, 3, std::uint64_t{1} << 24U, [](const RhombusProgress&) { return false; });
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->was_stopped);
}

}  // namespace
}  // namespace crownstar::solve
