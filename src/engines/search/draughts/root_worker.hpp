// What the root search of draughts asks of a thread that searches below it, whatever the variant: compiled once, it
// knows moves by their numbers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engines/search/draughts/state/move_order.hpp"
#include "engines/search/draughts/state/node_limit.hpp"
#include "engines/tablebase/probe.hpp"
#include "rules/board/checkered.hpp"

namespace crownstar::search::draughts {

// A move of any variant, kept until the line that it belongs to is written.
struct AnyMove {
  board::Word128 captured = 0;
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  bool crowns = false;
};

class RootWorker {
 public:
  struct LegalMove {
    std::string text;
    bool is_capture = false;
    int static_eval = 0;  // after it, from the view of the side that made it
  };
  struct TablebaseAnswer {
    tablebase::Value value;
    std::optional<int> distance;
    int moves_left = 0;  // until a draw counter ends the game
  };

  virtual ~RootWorker() = default;

  // The moves of the root. What follows knows them by their places in this list.
  virtual Checked<std::vector<LegalMove>> legal_moves() = 0;

  virtual int root_static_eval() = 0;
  virtual void play_out_captures() = 0;  // from here on, whatever the level
  virtual void set_root_depth(int depth) = 0;
  virtual const NodeLimit& node_limit() const = 0;

  // The score of a move of the root, from the view of the side that made it.
  virtual int search_after(std::size_t move, int alpha, int beta, int depth, bool is_cut) = 0;
  virtual int search_root(int alpha, int beta, int depth) = 0;

  // What follows the move that was searched last, and such a line as texts.
  virtual std::vector<AnyMove> line() const = 0;
  virtual void write_line(std::vector<std::string>& texts, std::size_t move, std::span<const AnyMove> line) const = 0;

  // Of the root, and after one of its moves; none without endgame tables.
  virtual std::optional<tablebase::Value> tablebase_value() const = 0;
  virtual std::optional<TablebaseAnswer> tablebase_after(std::size_t move) const = 0;

  // Another thread at the same root, until it is cancelled.
  virtual std::unique_ptr<RootWorker> helper(History& history, const std::atomic<bool>& is_cancelled) const = 0;
};

}  // namespace crownstar::search::draughts
