#include "rules/draughts/notation/setup.hpp"

#include <algorithm>
#include <set>

namespace crownstar::draughts {

Checked<void> check_pieces(const Setup& setup, const SetupLimits& limits) {
  std::set<int> seen;
  std::array<int, 2> count{};
  for (const SetupPiece& piece : setup.pieces) {
    if (!seen.insert(piece.square).second) {
      return refuse("two pieces stand on " + limits.names->name(piece.square) + "; expected one at most");
    }
    ++count[index(piece.side)];
  }
  for (const Side side : {Side::white, Side::black}) {
    if (count[index(side)] > limits.pieces_a_side) {
      return refuse(rule_id(limits.ids, limits.ids.pieces),
                    std::string(limits.sides[index(side)]) + " has " + std::to_string(count[index(side)]) +
                        " pieces; a position has " + std::to_string(limits.pieces_a_side) + " of a side at most");
    }
  }
  if (setup.pieces.empty()) return refuse("the board is empty; expected a piece of some side");
  return {};
}

Checked<void> check_king_runs(const Setup& setup, const SetupLimits& limits) {
  for (const Side side : {Side::white, Side::black}) {
    const KingRun& run = setup.king_runs[index(side)];
    if (run.length == 0) continue;
    if (limits.most_king_moves == 0) {
      return refuse("this game does not count a king's moves in a row; expected a position without '+'");
    }
    const std::string rule = rule_id(limits.ids, limits.ids.special);
    if (run.length > limits.most_king_moves) {
      return refuse(rule, "a king cannot have moved " + std::to_string(run.length) + " times in a row; expected 0 to " +
                              std::to_string(limits.most_king_moves));
    }
    const SetupPiece king{side, true, run.square};
    if (std::ranges::find(setup.pieces, king) == setup.pieces.end()) {
      return refuse(rule, "the king that moved " + std::to_string(run.length) + " times in a row must stand on " +
                              limits.names->name(run.square));
    }
    const bool has_men = std::ranges::any_of(
        setup.pieces, [side](const SetupPiece& piece) { return piece.side == side && !piece.is_king; });
    if (!has_men) return refuse(rule, "a side without men has no count of a king's moves; expected +0");
  }
  return {};
}

}  // namespace crownstar::draughts
