#include "solve/rhombus.hpp"

#include <algorithm>

namespace crownstar::solve {
namespace {

constexpr int most_cells = 64;
constexpr int most_pieces = 10;
constexpr std::uint8_t unknown = 0;  // else plies until the end, and one: odd for a loss of the side to move, even for
                                     // a win
constexpr int most_plies = 254;

// Ways to choose, as far as they are needed.
class Choices {
 public:
  Choices() {
    for (std::size_t from = 0; from <= most_cells; ++from) {
      ways_[from][0] = 1;
      for (std::size_t some = 1; some <= most_pieces; ++some) {
        ways_[from][some] = from == 0 ? 0 : ways_[from - 1][some - 1] + ways_[from - 1][some];
      }
    }
  }
  std::uint64_t of(int from, int some) const {
    return ways_[static_cast<std::size_t>(from)][static_cast<std::size_t>(some)];
  }

 private:
  std::array<std::array<std::uint64_t, most_pieces + 1>, most_cells + 1> ways_{};
};

struct Armies {
  Holes own = 0;    // of the side to move, which comes from the lowest corner
  Holes other = 0;  // comes from the highest
};

class Solving {
 public:
  Solving(const Field& field, int pieces, const OnRhombus& progress)
      : field_(field),
        pieces_(pieces),
        progress_(progress),
        others_(choices_.of(field.holes - pieces, pieces)),
        all_(choices_.of(field.holes, pieces) * others_) {}

  std::uint64_t all() const { return all_; }

  RhombusResult solve() {
    values_.assign(all_, unknown);
    result_.positions = all_;
    begin();
    for (int plies = 0; plies < most_plies && known_ > 0; ++plies) {
      sum_ += known_;
      if (progress_ && !progress_({plies, sum_, all_})) {
        result_.was_stopped = true;
        return result_;
      }
      known_ = 0;
      const bool is_whole = step(plies);
      if (!is_whole) return result_;
    }
    report();
    return result_;
  }

 private:
  static constexpr std::uint64_t between_looks = std::uint64_t{1} << 20U;

  std::uint64_t rank_of(Holes holes, Holes among) const {
    std::uint64_t rank = 0;
    int number = 0;
    int place = 0;
    for_each(among, [&](int hole) {
      if (has(holes, hole)) rank += choices_.of(place, ++number);
      ++place;
    });
    return rank;
  }
  Holes holes_of(std::uint64_t rank, Holes among, int places) const {
    std::array<int, most_cells> cells{};
    int size = 0;
    for_each(among, [&](int hole) { cells[static_cast<std::size_t>(size++)] = hole; });
    Holes holes = 0;
    int place = places;
    for (int number = pieces_; number > 0; --number) {
      do {
        --place;
      } while (choices_.of(place, number) > rank);
      rank -= choices_.of(place, number);
      holes |= one(cells[static_cast<std::size_t>(place)]);
    }
    return holes;
  }

  std::uint64_t index_of(const Armies& armies) const {
    return rank_of(armies.own, field_.rest) * others_ + rank_of(armies.other, field_.rest & ~armies.own);
  }
  Armies armies_of(std::uint64_t index) const {
    const Holes own = holes_of(index / others_, field_.rest, field_.holes);
    return {own, holes_of(index % others_, field_.rest & ~own, field_.holes - pieces_)};
  }

  // The other side's turn: the board turned, so that it too comes from the lowest corner.
  Armies turned(const Armies& armies) const {
    return {moved(field_.turned, armies.other), moved(field_.turned, armies.own)};
  }

  bool is_other_home(const Armies& armies) const {
    const Holes its_goal = field_.start;
    return (its_goal & ~(armies.own | armies.other)) == 0 && (armies.other & its_goal) != 0 &&
           (armies.other & field_.goal) == 0;
  }

  // Who moved last is home: the side to move has lost.
  void begin() {
    for (std::uint64_t index = 0; index < all_; ++index) {
      if (!is_other_home(armies_of(index))) continue;
      values_[index] = 1;
      ++known_;
    }
  }

  template <typename Visitor>
  void for_moves(const Armies& armies, Visitor&& visit) const {
    const Holes occupied = armies.own | armies.other;
    for_each(armies.own, [&](int from) {
      for_each(targets(field_, occupied, from),
               [&](int to) { visit(Armies{armies.own ^ one(from) ^ one(to), armies.other}); });
    });
  }

  // From the positions that end in so many plies to those before them. Hops lead back the way they came.
  bool step(int plies) {
    const auto wanted = static_cast<std::uint8_t>(plies + 1);
    const bool is_lost = plies % 2 == 0;
    for (std::uint64_t index = 0; index < all_; ++index) {
      if (index % between_looks == 0 && progress_ && !progress_({plies, sum_, all_})) {
        result_.was_stopped = true;
        return false;
      }
      if (values_[index] != wanted) continue;
      const Armies mover = turned(armies_of(index));
      bool has_move = false;
      for_moves(mover, [&](const Armies& before) {
        has_move = true;
        look_at(before, plies, is_lost);
      });
      if (!has_move) look_at(mover, plies, is_lost);  // it passed
    }
    return true;
  }

  void look_at(const Armies& before, int plies, bool is_lost) {
    const std::uint64_t index = index_of(before);
    if (values_[index] != unknown) return;
    if (!is_lost && !is_surely_lost(before)) return;
    values_[index] = static_cast<std::uint8_t>(plies + 2);
    ++known_;
  }

  // Whatever the side to move does, the other side wins.
  bool is_surely_lost(const Armies& armies) const {
    bool is_lost = true;
    bool has_move = false;
    for_moves(armies, [&](const Armies& after) {
      has_move = true;
      if (!is_lost) return;
      const std::uint8_t value = values_[index_of(turned(after))];
      is_lost = value != unknown && value % 2 == 0;
    });
    if (has_move) return is_lost;
    const std::uint8_t value = values_[index_of(turned(armies))];
    return value != unknown && value % 2 == 0;
  }

  void report() {
    for (const std::uint8_t value : values_) {
      (value == unknown ? result_.drawn : value % 2 == 0 ? result_.won : result_.lost) += 1;
      result_.longest = std::max(result_.longest, value - 1);
    }
    const std::uint8_t start = values_[index_of({field_.start, field_.goal})];
    result_.first_player = start == unknown ? 0 : start % 2 == 0 ? 1 : -1;
    result_.plies = start == unknown ? 0 : start - 1;
  }

  const Field& field_;
  const int pieces_;
  const OnRhombus& progress_;
  const Choices choices_;
  const std::uint64_t others_;
  const std::uint64_t all_;
  std::vector<std::uint8_t> values_;
  std::uint64_t known_ = 0;
  std::uint64_t sum_ = 0;
  RhombusResult result_;
};

}  // namespace

Checked<RhombusResult> solve_rhombus(int side, int pieces, std::uint64_t memory_bytes, const OnRhombus& progress) {
  const auto field = rhombus(side, pieces);
  if (!field) return std::unexpected(field.error());
  if (field->holes > most_cells || pieces > most_pieces || 2 * pieces > field->holes) {
    return board::refuse("too complex: games on a rhombus are solved up to a side of 8 holes and 10 pieces each");
  }
  Solving solving(*field, pieces, progress);
  if (solving.all() > memory_bytes) {
    return board::refuse("too complex: " + std::to_string(solving.all()) + " positions take a byte each, and " +
                         std::to_string(memory_bytes) + " may be used");
  }
  return solving.solve();
}

}  // namespace crownstar::solve
