// How to hold the fast kernel's moves and counts against those of the slow rules in tests/oracle.
// It does not know which positions are compared.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "oracle/draughts_oracle.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/perft/counts.hpp"

namespace crownstar::support {

template <class Variant>
class Agreement {
  using Place = draughts::Position<Variant>;
  using List = draughts::MoveList<Variant>;
  using Counted = draughts::Counted;
  // A move as `from to captured...`, and what it makes of the board.
  using Moves = std::map<std::string, std::string>;

 public:
  static constexpr std::size_t fewest_paths_that_may_be_too_complex = 1000;

  // The full set of moves, and the number of paths. False where the kernel says that the position is too complex.
  bool compare(const Place& place) {
    const auto list = std::make_unique<List>();
    draughts::generate<Variant>(place, *list);
    if (list->is_too_complex()) return false;
    const oracle::Board board = slow_board(place);
    const std::vector<oracle::Move> paths = oracle::legal_paths(rules_, board);
    const Moves slow = slow_moves(board, paths);
    const Moves fast = fast_moves(place, *list);
    if (fast != slow) ADD_FAILURE() << context(place) << difference(fast, slow);
    EXPECT_EQ(fast.size(), list->size()) << context(place) << "a move twice";
    compare_paths(place, paths.size());
    note_what_was_seen(place, *list, paths.size());
    return true;
  }

  void compare_counts(const Place& place, int depth) {
    const auto moves = draughts::count_moves(place, depth);
    const auto paths = draughts::count_paths(place, depth);
    const oracle::Board board = slow_board(place);
    if (moves) {
      EXPECT_EQ(*moves, oracle::perft(rules_, board, depth, oracle::Convention::moves)) << context(place) << depth;
    }
    if (paths) {
      EXPECT_EQ(*paths, oracle::perft(rules_, board, depth, oracle::Convention::paths)) << context(place) << depth;
    }
  }

  int captures = 0;       // positions in which a piece must be taken
  int choices = 0;        // more paths than moves
  int crownings = 0;      // a move that crowns
  int resting_kings = 0;  // a king has used up its moves in a row

 private:
  void compare_paths(const Place& place, std::size_t slow) {
    const auto list = std::make_unique<List>();
    draughts::generate(place, *list, Counted::paths);
    if (list->is_too_complex()) {
      EXPECT_GT(slow, fewest_paths_that_may_be_too_complex) << context(place);
    } else {
      EXPECT_EQ(list->size(), slow) << context(place) << "paths";
    }
  }

  void note_what_was_seen(const Place& place, const List& list, std::size_t paths) {
    if (paths > list.size()) ++choices;
    if (!list.is_empty() && list[0].captured != 0) ++captures;
    if (std::ranges::any_of(list, [](const auto& move) { return move.crowns; })) ++crownings;
    if constexpr (Place::limits_kings) {
      const draughts::KingRun& run = place.king_runs[draughts::index(place.turn)];
      if (run.length >= Variant::rules.king_moves_in_a_row) ++resting_kings;
    }
  }

  // By way of FEN, which both read on their own; the runs of kings are not part of the oracle's.
  oracle::Board slow_board(const Place& place) const {
    const std::string fen = draughts::to_fen(place);
    const auto board = oracle::read_fen(rules_, fen.substr(0, fen.find(":+")));
    if (!board) {
      ADD_FAILURE() << context(place) << "the oracle cannot read it";
      return oracle::start(rules_);
    }
    oracle::Board result = *board;
    if constexpr (Place::limits_kings) {
      for (std::size_t side = 0; side < 2; ++side) {
        const draughts::KingRun& run = place.king_runs[side];
        if (run.length > 0)
          result.king_runs[side] = {run.length, *oracle::read_square(rules_, names_.name(run.square))};
      }
    }
    return result;
  }

  // Ways to the same captures between the same squares are one move; the piece is a king if any way crowned it.
  Moves slow_moves(const oracle::Board& board, const std::vector<oracle::Move>& paths) const {
    std::map<std::string, const oracle::Move*> found;
    for (const oracle::Move& move : paths) {
      std::string name = oracle::write_square(rules_, move.from) + " " + oracle::write_square(rules_, move.to);
      std::set<std::string> captured;
      for (const oracle::Position& square : move.captured) captured.insert(oracle::write_square(rules_, square));
      for (const std::string& square : captured) name += " " + square;
      const oracle::Move*& known = found[name];
      if (known == nullptr || move.crowns) known = &move;
    }
    Moves moves;
    for (const auto& [name, move] : found) moves[name] = oracle::write_board(oracle::apply(rules_, board, *move));
    return moves;
  }

  Moves fast_moves(const Place& place, const List& list) const {
    Moves moves;
    for (const draughts::Move<Variant>& move : list) {
      std::string name = names_.name(move.from) + " " + names_.name(move.to);
      std::set<std::string> captured;
      for (auto left = move.captured; left != 0; left = board::without_lowest(left)) {
        captured.insert(names_.name(board::lowest_bit(left)));
      }
      for (const std::string& square : captured) name += " " + square;
      moves[name] = oracle::write_board(slow_board(draughts::after(place, move)));
    }
    return moves;
  }

  static std::string difference(const Moves& fast, const Moves& slow) {
    std::string text;
    for (const auto& [name, result] : fast) {
      if (!slow.contains(name)) text += "\n  only the kernel has " + name;
      if (slow.contains(name) && slow.at(name) != result) {
        text += "\n  " + name + " gives " + result + " by the kernel and " + slow.at(name) + " by the oracle";
      }
    }
    for (const auto& [name, result] : slow) {
      if (!fast.contains(name)) text += "\n  only the oracle has " + name;
    }
    return text;
  }

  static std::string context(const Place& place) {
    return std::string(Variant::id) + " " + draughts::to_fen(place) + " ";
  }

  const oracle::Rules& rules_ = *oracle::find_rules(Variant::id);
  const draughts::SquareNames& names_ = draughts::SquareNames::of<Variant>();
};

}  // namespace crownstar::support
