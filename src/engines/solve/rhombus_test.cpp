#include "engines/solve/rhombus.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

#include "engines/solve/rhombus_numbering.hpp"

namespace crownstar::solve {
namespace {

using Place = std::pair<int, int>;
using Army = std::set<Place>;

constexpr int undecided = -1;

Limits mebibytes(std::uint64_t number) { return {number << 20U}; }

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
    const auto found = solve_rhombus(side, pieces, mebibytes(16), {});
    ASSERT_TRUE(found);
    const int plies = PlainGame(side, rows).solve();
    EXPECT_EQ(found->plies, plies == undecided ? 0 : plies) << side << " with " << pieces;
    EXPECT_EQ(found->first_player, plies == undecided ? 0 : plies % 2 == 1 ? 1 : -1) << side << " with " << pieces;
  }
}

TEST(Rhombus, EveryPositionIsCountedOnce) {
  const auto found = solve_rhombus(4, 3, mebibytes(16), {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->positions, 560U * 286U);
  EXPECT_EQ(found->won, 102'460U);
  EXPECT_EQ(found->lost, 57'700U);
  EXPECT_EQ(found->drawn, 0U);
  EXPECT_EQ(found->first_player, 1);
}

struct Figures {
  std::uint64_t won, lost, drawn;
  int plies, longest;
  auto operator<=>(const Figures&) const = default;
};
Figures figures_of(const RhombusResult& found) {
  return {found.won, found.lost, found.drawn, found.plies, found.longest};
}

// As a solver says that numbered all placements, mirror images apart.
TEST(Rhombus, FullBoardsHaveDraws) {
  const auto small = solve_rhombus(3, 3, mebibytes(16), {});
  ASSERT_TRUE(small);
  EXPECT_EQ(figures_of(*small), (Figures{833, 297, 550, 0, 11}));
  const auto full = solve_rhombus(4, 6, mebibytes(16), {});
  ASSERT_TRUE(full);
  EXPECT_EQ(figures_of(*full), (Figures{170'710, 42'746, 1'468'224, 0, 27}));
}

TEST(Rhombus, AnyNumberOfThreadsFindsTheSame) {
  const auto alone = solve_rhombus(4, 3, mebibytes(16), {});
  ASSERT_TRUE(alone);
  for (const int threads : {2, 3, 8}) {
    auto limits = mebibytes(16);
    limits.threads = threads;
    const auto together = solve_rhombus(4, 3, limits, {});
    ASSERT_TRUE(together);
    EXPECT_EQ(figures_of(*together), figures_of(*alone)) << threads;
  }
}

class RhombusFolder : public testing::Test {
 public:
  RhombusFolder() { std::filesystem::remove_all(path_); }
  ~RhombusFolder() override { std::filesystem::remove_all(path_); }

 protected:
  Limits limits() const { return {std::uint64_t{16} << 20U, path_.string(), 2}; }
  std::filesystem::path file() const { return path_ / "game-rhombus-4-3"; }

 private:
  const std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) / ("crownstar-rhombus-" + std::to_string(getpid()));
};

// Wherever it is stopped, in the middle of going back or between, the next run goes on and comes to the same end.
TEST_F(RhombusFolder, GoesOnFromWhereItWasStopped) {
  const auto whole = solve_rhombus(4, 3, mebibytes(16), {});
  ASSERT_TRUE(whole);
  int runs = 0;
  int plies = 0;
  std::uint64_t known = 0;
  for (;; ++runs) {
    ASSERT_LT(runs, 1000);
    int asked = 0;
    const auto found = solve_rhombus(4, 3, limits(), [&](const RhombusProgress& done) {
      EXPECT_GE(done.plies, plies) << runs;
      EXPECT_GE(done.known, known) << runs;
      plies = done.plies;
      known = done.known;
      return ++asked < 25;
    });
    ASSERT_TRUE(found) << found.error().reason;
    if (found->was_stopped) continue;
    EXPECT_EQ(figures_of(*found), figures_of(*whole));
    break;
  }
  EXPECT_GT(runs, 3);
  // A finished problem is not solved again.
  const auto again = solve_rhombus(4, 3, limits(), [](const RhombusProgress&) { return false; });
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->was_stopped);
  EXPECT_EQ(figures_of(*again), figures_of(*whole));
}

TEST_F(RhombusFolder, ADamagedOrForeignFileIsRefusedAndStays) {
  ASSERT_TRUE(solve_rhombus(4, 3, limits(), {}));
  ASSERT_TRUE(solve_rhombus(4, 1, limits(), {}));
  const auto refused = [&] {
    const auto found = solve_rhombus(4, 3, limits(), {});
    return found ? "" : found.error().reason;
  };
  EXPECT_EQ(refused(), "");
  {
    std::fstream file(this->file(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(5000);
    const auto before = static_cast<char>(file.peek());
    file.seekp(5000);
    file.put(static_cast<char>(before ^ 2));
  }
  const auto changed = std::filesystem::last_write_time(file());
  EXPECT_TRUE(refused().contains("game-rhombus-4-3' is damaged (its checksum is wrong): remove it")) << refused();
  EXPECT_EQ(std::filesystem::last_write_time(file()), changed);
  std::filesystem::resize_file(file(), 5000);
  EXPECT_TRUE(refused().contains("is damaged (its length is not what it says): remove it")) << refused();
  std::filesystem::copy_file(file().string().replace(file().string().size() - 1, 1, "1"), file(),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_TRUE(refused().contains("move it away, or name another folder")) << refused();
  std::filesystem::remove(file());
  EXPECT_EQ(refused(), "");
}

TEST(Rhombus, MemoryIsABound) {
  // 4 by 4 with three: 80,080 numbers and what mirror images of one army leave empty, and a table of 560 armies.
  const auto size = *RhombusNumbering::size_of(*rhombus(4, 3), 3);
  const std::uint64_t needed = size.numbers + size.table_bytes;
  EXPECT_TRUE(solve_rhombus(4, 3, {needed}, {}));
  const auto refused = solve_rhombus(4, 3, {needed - 1}, {});
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().reason.contains("--memory allows")) << refused.error().reason;
  // More than can be counted in 64 bits is no small number.
  EXPECT_FALSE(solve_rhombus(8, 10, mebibytes(std::uint64_t{1} << 20U), {}));
}

TEST(Rhombus, RefusesWhatDoesNotFitAndStopsWhenTold) {
  EXPECT_FALSE(solve_rhombus(6, 6, mebibytes(16), {}));
  EXPECT_FALSE(solve_rhombus(9, 3, mebibytes(1024), {}));
  const auto stopped = solve_rhombus(4, 3, mebibytes(16), [](const RhombusProgress&) { return false; });
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->was_stopped);
}

}  // namespace
}  // namespace crownstar::solve
