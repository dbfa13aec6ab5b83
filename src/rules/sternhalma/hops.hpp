// Where a piece can go: steps, and hops (shift_hops.hpp, line_hops.hpp), for all pieces of the seat to move.
// It does not know by which way a chain gets there (see judge.hpp), and what follows from a move (see turn.hpp).
#pragma once

#include "rules/sternhalma/line_hops.hpp"
#include "rules/sternhalma/options/course.hpp"
#include "rules/sternhalma/position.hpp"
#include "rules/sternhalma/shift_hops.hpp"

namespace crownstar::sternhalma {

template <int Side>
struct PieceMoves {
  std::uint16_t from;
  std::uint8_t set;
  typename Lattice<Side>::Slots targets;
};

// The legal moves of a position: for each piece that can move a bit set of targets.
template <int Side>
struct LegalMoves {
  // No seat has more: three sets of a point's pieces.
  static constexpr int most_pieces = 3 * Side * (Side + 1) / 2;

  int pieces = 0;
  Table<PieceMoves<Side>, most_pieces> items;

  LegalMoves() {}  // the items are filled by the generator; setting them first would cost more than finding the moves

  const PieceMoves<Side>* begin() const { return items.begin(); }
  const PieceMoves<Side>* end() const { return items.begin() + pieces; }

  int count() const {
    int total = 0;
    for (const PieceMoves<Side>& piece : *this) total += piece.targets.count();
    return total;
  }
  bool contains(Move move) const {
    for (const PieceMoves<Side>& piece : *this) {
      if (piece.from == move.from) return piece.targets.contains(move.to);
    }
    return false;
  }
};

// The chains that a rule allows on a board: `find_all(pieces, visit)` calls `visit(slot, holes reached)` for each
// piece.
template <Hop hop, int Side>
struct HopFinder : LineHops<hop, Side> {
  using LineHops<hop, Side>::LineHops;
};
template <int Side>
struct HopFinder<Hop::standard, Side> : ShiftHops<Side> {
  using ShiftHops<Side>::ShiftHops;
};

// Calls `visit(set, from, targets)` for each piece of the seat to move; one that cannot move has no targets.
template <Hop hop, int Side, typename Visitor>
[[gnu::always_inline]] inline void visit_moves(const Course<Side>& course, const Position<Side>& position,
                                               Visitor&& visit) {
  using Slots = typename Lattice<Side>::Slots;
  if (position.is_over()) return;
  const Slots occupied = position.occupied();
  const Slots empty = lattice<Side>.board.without(occupied);
  const bool is_held = course.rules.goal == Goal::closed;
  HopFinder<hop, Side> finder(occupied);
  for (int nth = 0; nth < course.seating.sets_each; ++nth) {
    const int set = course.seating.sets[position.seat][nth];
    const Slots open = empty & course.rest[set];
    finder.find_all(position.sets[set], [&](int from, const Slots& reached) __attribute__((always_inline)) {
      Slots targets = (lattice<Side>.neighbours[from] | reached) & open;
      if (is_held && course.goal[set].contains(from)) targets &= course.goal[set];
      visit(set, from, targets);
    });
  }
}

template <Hop hop, int Side>
void find_moves(const Course<Side>& course, const Position<Side>& position, LegalMoves<Side>& moves) {
  int count = 0;
  visit_moves<hop>(course, position, [&](int set, int from, const auto& targets) __attribute__((always_inline)) {
    PieceMoves<Side>& piece = moves.items[count];
    piece.from = static_cast<std::uint16_t>(from);
    piece.set = static_cast<std::uint8_t>(set);
    piece.targets = targets;
    count += targets.is_empty() ? 0 : 1;
  });
  moves.pieces = count;
}

// Calls `visit.template operator()<hop>()` with the hop rule as a constant.
template <typename Visitor>
decltype(auto) with_hop(Hop hop, Visitor&& visit) {
  switch (hop) {
    case Hop::super:
      return visit.template operator()<Hop::super>();
    case Hop::symmetric:
      return visit.template operator()<Hop::symmetric>();
    case Hop::catapult:
      return visit.template operator()<Hop::catapult>();
    default:
      return visit.template operator()<Hop::standard>();
  }
}

template <int Side>
void find_moves(const Course<Side>& course, const Position<Side>& position, LegalMoves<Side>& moves) {
  with_hop(course.rules.hop, [&]<Hop hop>() { find_moves<hop>(course, position, moves); });
}

template <int Side>
int count_moves(const Course<Side>& course, const Position<Side>& position) {
  int total = 0;
  with_hop(course.rules.hop, [&]<Hop hop>() {
    visit_moves<hop>(course, position, [&](int, int, const auto& targets) { total += targets.count(); });
  });
  return total;
}

// Whether a seat has any move: nearly always the first step looked at answers.
template <int Side>
bool can_move(const Course<Side>& course, const Position<Side>& position, int seat) {
  const auto empty = lattice<Side>.board.without(position.occupied());
  bool has_step = false;
  for (int nth = 0; nth < course.seating.sets_each && !has_step; ++nth) {
    const int set = course.seating.sets[seat][nth];
    has_step = position.sets[set].any_of(
        [&](int from) { return lattice<Side>.neighbours[from].meets(empty & course.may_end(set, from)); });
  }
  if (has_step) return true;
  Position<Side> as_if = position;
  as_if.seat = static_cast<std::uint8_t>(seat);
  return count_moves(course, as_if) > 0;
}

}  // namespace crownstar::sternhalma
