#include "engines/solve/rhombus.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engines/solve/checkpoint_file.hpp"
#include "engines/solve/rhombus_numbering.hpp"
#include "engines/tablebase/parallel_for.hpp"

namespace crownstar::solve {
namespace {

// Of a value: unknown, or plies until the end and one more: odd for a loss of the side to move, even for a win.
constexpr std::uint8_t unknown = 0;
constexpr int most_plies = 253;

constexpr bool is_win(std::uint8_t value) { return value != unknown && value % 2 == 0; }

class Solving {
 public:
  Solving(const Field& field, int pieces, const Limits& limits, const CheckpointFolder& folder,
          const OnRhombus& progress)
      : field_(field),
        pieces_(pieces),
        all_(static_cast<Cells>(field.rest)),
        start_(static_cast<Cells>(field.start)),
        goal_(static_cast<Cells>(field.goal)),
        folder_(folder),
        progress_(progress),
        numbering_(field, pieces),
        parallel_for_(limits.threads, [this](std::uint64_t /*done*/) { return tell(); }) {}

  Checked<RhombusResult> solve() {
    values_.resize(numbering_.numbers());
    const auto was_kept = read();
    if (!was_kept) return std::unexpected(was_kept.error());
    if (!*was_kept) begin();
    while (here_ > 0) {
      if (plies_ > most_plies) return base::refuse("too complex: an end is more than 253 plies away");
      const auto is_whole = step();
      if (!is_whole) return std::unexpected(is_whole.error());
      if (!*is_whole) {
        if (auto kept = keep(); !kept) return std::unexpected(kept.error());
        RhombusResult stopped;
        stopped.was_stopped = true;
        return stopped;
      }
      ++plies_;
      here_ = next_.exchange(0);
    }
    if (work_ > 0) {
      if (auto kept = keep(); !kept) return std::unexpected(kept.error());
    }
    return report();
  }

 private:
  using Row = RhombusNumbering::Row;

  bool tell() const { return !progress_ || progress_({plies_, known_.load(), numbering_.numbers()}); }

  Cells turned(Cells cells) const { return moved_cells(field_.turned, cells); }
  // The other side's turn: the board turned, so that it too comes from the lowest corner.
  Armies turned(const Armies& armies) const { return {turned(armies.other), turned(armies.own)}; }

  // Other threads may be writing, but never a value that this caller needs.
  std::uint8_t value_at(std::uint64_t number) {
    return std::atomic_ref(values_[number]).load(std::memory_order_relaxed);
  }
  // Whether it had none before.
  bool give(std::uint64_t number, std::uint8_t value) {
    std::uint8_t before = unknown;
    return std::atomic_ref(values_[number]).compare_exchange_strong(before, value, std::memory_order_relaxed);
  }

  // The last mover is home: all of its goal is filled, its own pieces among them, and none of them in its start. The
  // side to move has lost.
  void begin() {
    for (std::uint64_t row = 0; row < numbering_.rows(); ++row) {
      const Row here = numbering_.row_at(row);
      const Cells home = start_ & ~here.own;
      if (home == 0) continue;
      fill_up(here, home, all_ & ~(here.own | start_ | goal_), pieces_ - std::popcount(home));
    }
    known_ = here_;
  }
  // With every choice of so many more pieces in those holes.
  void fill_up(const Row& row, Cells other, Cells holes, int missing) {
    if (missing == 0) {
      if (give(numbering_.number_in(row, other), 1)) ++here_;
      return;
    }
    while (holes != 0) {
      const Cells next = holes & (~holes + 1);
      holes ^= next;
      fill_up(row, other | next, holes, missing - 1);
    }
  }

  // `visit(from, to)` until it says no; whether there was any move.
  template <typename Visitor>
  bool for_moves(const Armies& armies, Visitor&& visit) const {
    const auto occupied = static_cast<Holes>(armies.own | armies.other);
    bool has_move = false;
    for (Cells left = armies.own; left != 0; left &= left - 1) {
      const int from = std::countr_zero(left);
      auto targets_left = static_cast<Cells>(targets(field_, occupied, from));
      has_move = has_move || targets_left != 0;
      for (; targets_left != 0; targets_left &= targets_left - 1) {
        if (!visit(cell(from), cell(std::countr_zero(targets_left)))) return true;
      }
    }
    return has_move;
  }

  // Goes from the positions that end in so many plies back to their predecessors; hops can be taken back. False if it
  // was stopped: a new start gives the same result, whatever was found before.
  Checked<bool> step() {
    constexpr std::uint64_t block = std::uint64_t{1} << 24U;
    const auto wanted = static_cast<std::uint8_t>(plies_ + 1);
    const std::uint64_t all = numbering_.numbers();
    for (std::uint64_t begin = 0; begin < all; begin += block) {
      const bool is_whole =
          parallel_for_.run(std::min(block, all - begin), [&](std::uint64_t first, std::uint64_t last) {
            std::uint64_t looked_at = 0;
            std::uint64_t found = 0;
            for (std::uint64_t number = begin + first; number < begin + last; ++number) {
              if (value_at(number) != wanted) continue;
              ++looked_at;
              found += step_back(numbering_.armies_of(number));
            }
            work_ += looked_at;
            next_ += found;
            known_ += found;
          });
      if (!is_whole) return false;
      // So a run that is killed loses an eighth of all work at most, and writing takes little of the time.
      if (work_ > all / 8) {
        if (auto kept = keep(); !kept) return std::unexpected(kept.error());
      }
    }
    return true;
  }

  // How many predecessors get their value from this position.
  std::uint64_t step_back(const Armies& armies) {
    const Armies mover = turned(armies);
    std::uint64_t found = 0;
    const auto look_at = [&](const Armies& before) {
      const std::uint64_t number = numbering_.number_of(before);
      if (value_at(number) != unknown) return;
      const bool is_lost = plies_ % 2 == 0;
      if (!is_lost && !is_surely_lost(before)) return;
      found += give(number, static_cast<std::uint8_t>(plies_ + 2)) ? 1 : 0;
    };
    const bool has_move = for_moves(mover, [&](Cells from, Cells to) {
      look_at({mover.own ^ from ^ to, mover.other});
      return true;
    });
    if (!has_move) look_at(mover);  // it passed
    return found;
  }

  // Whatever the side to move does, the other side wins.
  bool is_surely_lost(const Armies& armies) {
    const Row row = numbering_.row_of(turned(armies.other));
    bool is_lost = true;
    const bool has_move = for_moves(armies, [&](Cells from, Cells to) {
      is_lost = is_win(value_at(numbering_.number_in(row, turned(armies.own ^ from ^ to))));
      return is_lost;
    });
    return has_move ? is_lost : is_win(value_at(numbering_.number_in(row, turned(armies.own))));
  }

  RhombusResult report() const {
    RhombusResult result;
    for (std::uint64_t row = 0; row < numbering_.rows(); ++row) {
      const bool is_symmetric = numbering_.row_at(row).is_symmetric;
      for (std::uint64_t number = row * numbering_.row_length(); number < (row + 1) * numbering_.row_length();
           ++number) {
        const std::uint8_t value = values_[number];
        const std::uint64_t weight = is_symmetric ? numbering_.weight_of(number) : 2;
        result.positions += weight;
        (value == unknown ? result.drawn : is_win(value) ? result.won : result.lost) += weight;
        result.longest = std::max(result.longest, value - 1);
      }
    }
    const std::uint8_t start = values_[numbering_.number_of({start_, goal_})];
    result.first_player = start == unknown ? 0 : is_win(start) ? 1 : -1;
    result.plies = start == unknown ? 0 : start - 1;
    return result;
  }

  std::string file() const { return "game-" + field_.name; }
  std::string label() const { return "crownstar solve " + file(); }

  Checked<bool> read() {
    std::uint64_t plies = 0;
    const auto make_room = [&](std::uint64_t bytes) -> Checked<std::vector<std::span<std::uint8_t>>> {
      if (bytes != sizeof plies + values_.size()) return base::refuse("it is of another length");
      return std::vector{writable_bytes_of(std::span(&plies, 1)), std::span(values_)};
    };
    const auto found = folder_.find(file(), label(), make_room);
    if (!found || !*found) return found;
    plies_ = static_cast<int>(plies);
    for (const std::uint8_t value : values_) {
      known_ += value != unknown ? 1U : 0U;
      here_ += value == plies_ + 1 ? 1U : 0U;
      next_ += value == plies_ + 2 ? 1U : 0U;
    }
    return true;
  }

  Checked<void> keep() {
    work_ = 0;
    const auto plies = static_cast<std::uint64_t>(plies_);
    const std::array parts{bytes_of(std::span(&plies, 1)), Bytes(values_)};
    return folder_.keep(file(), label(), parts);
  }

  const Field& field_;
  const int pieces_;
  const Cells all_;
  const Cells start_;
  const Cells goal_;
  const CheckpointFolder& folder_;
  const OnRhombus& progress_;
  const RhombusNumbering numbering_;
  const tablebase::ParallelFor parallel_for_;
  std::vector<std::uint8_t> values_;
  int plies_ = 0;                         // positions that end in so many are known; their predecessors come next
  std::uint64_t here_ = 0;                // of those
  std::atomic<std::uint64_t> next_ = 0;   // found before them
  std::atomic<std::uint64_t> known_ = 0;  // of all
  std::atomic<std::uint64_t> work_ = 0;   // looked at since it was kept last
};

}  // namespace

Checked<RhombusResult> solve_rhombus(int side, int pieces, const Limits& limits, const OnRhombus& progress) {
  const auto field = rhombus(side, pieces);
  if (!field) return std::unexpected(field.error());
  if (field->holes > most_cells || pieces > most_army || 2 * pieces > field->holes) {
    return base::refuse("too complex: games on a rhombus are solved up to a side of 8 holes and 10 pieces each");
  }
  const auto size = RhombusNumbering::size_of(*field, pieces);
  if (!size) return base::refuse("too complex: there are more positions than can be numbered");
  const std::uint64_t needed = size->numbers + size->table_bytes;
  if (needed > limits.memory_bytes) {
    return base::refuse("too complex: " + std::to_string(size->numbers) + " positions, mirror images together, take " +
                        in_mebibytes(needed) + ", and --memory allows " + in_mebibytes(limits.memory_bytes));
  }
  const auto folder = CheckpointFolder::open(limits.folder);
  if (!folder) return std::unexpected(folder.error());
  return Solving(*field, pieces, limits, *folder, progress).solve();
}

}  // namespace crownstar::solve
