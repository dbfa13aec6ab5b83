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
  using Position = draughts::Position<Variant>;
  using List = draughts::MoveList<Variant>;
  using Counted = draughts::Counted;
  // A move as `from to captured...`, and what it makes of the board.
  using Moves = std::map<std::string, std::string>;

 public:
  static constexpr std::size_t fewest_paths_that_may_be_too_complex = 1000;

  // The full set of moves, and the number of paths. False where the kernel says that the position is too complex.
  bool compare(const Position& position) {
    const auto list = std::make_unique<List>();
    draughts::generate<Variant>(position, *list);
    if (list->is_too_complex()) return false;
    const oracle::Board board = slow_board(position);
    const std::vector<oracle::Move> paths = oracle::legal_paths(rules_, board);
    const Moves slow = slow_moves(board, paths);
    const Moves fast = fast_moves(position, *list);
    if (fast != slow) ADD_FAILURE() << context(position) << difference(fast, slow);
    EXPECT_EQ(fast.size(), list->size()) << context(position) << "a move twice";
    compare_paths(position, paths.size());
    note_what_was_seen(position, *list, paths.size());
    return true;
  }

  void compare_counts(const Position& position, int depth) {
    const auto moves = draughts::count_moves(position, depth);
    const auto paths = draughts::count_paths(position, depth);
    const oracle::Board board = slow_board(position);
    if (moves) {
      EXPECT_EQ(*moves, oracle::perft(rules_, board, depth, oracle::Convention::moves)) << context(position) << depth;
    }
    if (paths) {
      EXPECT_EQ(*paths, oracle::perft(rules_, board, depth, oracle::Convention::paths)) << context(position) << depth;
    }
  }

  int captures = 0;       // positions in which a piece must be taken
  int choices = 0;        // more paths than moves
  int crownings = 0;      // a move that crowns
  int resting_kings = 0;  // a king has used up its moves in a row

 private:
  void compare_paths(const Position& position, std::size_t slow) {
    const auto list = std::make_unique<List>();
    draughts::generate(position, *list, Counted::paths);
    if (list->is_too_complex()) {
      EXPECT_GT(slow, fewest_paths_that_may_be_too_complex) << context(position);
    } else {
      EXPECT_EQ(list->size(), slow) << context(position) << "paths";
    }
  }

  void note_what_was_seen(const Position& position, const List& list, std::size_t paths) {
    if (paths > list.size()) ++choices;
    if (!list.is_empty() && list[0].captured != 0) ++captures;
    if (std::ranges::any_of(list, [](const auto& move) { return move.crowns; })) ++crownings;
    if constexpr (Position::limits_kings) {
      const draughts::KingRun& run = position.king_runs[draughts::index(position.turn)];
      if (run.length >= Variant::rules.king_moves_in_a_row) ++resting_kings;
    }
  }

  // By way of FEN, which both read on their own; the runs of kings are not part of the oracle's.
  oracle::Board slow_board(const Position& position) const {
    const std::string fen = draughts::to_fen(position);
    const auto board = oracle::read_fen(rules_, fen.substr(0, fen.find(":+")));
    if (!board) {
      ADD_FAILURE() << context(position) << "the oracle cannot read it";
      return oracle::start(rules_);
    }
    oracle::Board result = *board;
    if constexpr (Position::limits_kings) {
      for (std::size_t side = 0; side < 2; ++side) {
        const draughts::KingRun& run = position.king_runs[side];
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

  Moves fast_moves(const Position& position, const List& list) const {
    Moves moves;
    for (const draughts::Move<Variant>& move : list) {
      std::string name = names_.name(move.from) + " " + names_.name(move.to);
      std::set<std::string> captured;
      for (auto left = move.captured; left != 0; left = board::without_lowest(left)) {
        captured.insert(names_.name(board::lowest_bit(left)));
      }
      for (const std::string& square : captured) name += " " + square;
      moves[name] = oracle::write_board(slow_board(draughts::after(position, move)));
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

  static std::string context(const Position& position) {
    return std::string(Variant::id) + " " + draughts::to_fen(position) + " ";
  }

  const oracle::Rules& rules_ = *oracle::find_rules(Variant::id);
  const draughts::SquareNames& names_ = draughts::SquareNames::of<Variant>();
};

}  // namespace crownstar::support
