#include "oracle/draughts_oracle.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace crownstar::oracle {
namespace {

bool is_king(Cell cell) { return cell == Cell::white_king || cell == Cell::black_king; }

bool belongs_to(Cell cell, Side side) {
  return side == Side::white ? cell == Cell::white_man || cell == Cell::white_king
                             : cell == Cell::black_man || cell == Cell::black_king;
}

Side opponent(Side side) { return side == Side::white ? Side::black : Side::white; }

Cell man_of(Side side) { return side == Side::white ? Cell::white_man : Cell::black_man; }
Cell king_of(Side side) { return side == Side::white ? Cell::white_king : Cell::black_king; }

// White looks up the diagram, towards row 0.
Position next(Position position, Step step, Side side) {
  return {position.row + (side == Side::white ? -step.forward : step.forward), position.column + step.sideways};
}

Step reversed(Step step) { return {-step.forward, -step.sideways}; }

bool is_far_row(const Board& board, Position position, Side side) {
  return position.row == (side == Side::white ? 0 : board.rows - 1);
}

bool is_empty(const Board& board, Position position) {
  return board.holds(position) && board.at(position) == Cell::empty;
}

std::vector<Position> pieces_of(const Board& board, Side side) {
  std::vector<Position> found;
  for (int row = 0; row < board.rows; ++row) {
    for (int column = 0; column < board.columns; ++column) {
      if (belongs_to(board.at({row, column}), side)) {
        found.push_back({row, column});
      }
    }
  }
  return found;
}

bool has_a_man(const Board& board, Side side) {
  return std::ranges::find(board.cells, man_of(side)) != board.cells.end();
}

bool is_over_by_a_king(const Rules& rules, const Board& board) {
  return rules.first_king_ends_the_game && std::ranges::any_of(board.cells, is_king);
}

// A chain of captures, begun or complete.
struct Chain {
  bool starts_as_king = false;
  bool is_king = false;
  std::vector<Position> path;
  std::vector<Position> captured;   // in the order of capture
  std::vector<int> captured_kings;  // in that order, 1 for a king and 0 for a man
};

// Follows all chains of captures of one piece.
class ChainSearch {
 public:
  ChainSearch(const Rules& rules, const Board& board, std::vector<Chain>& found)
      : rules_{rules}, board_{board}, side_{board.side_to_move}, found_{found} {}

  void search_from(Position from) {
    Chain chain;
    chain.starts_as_king = is_king(board_.at(from));
    chain.is_king = chain.starts_as_king;
    chain.path = {from};
    // The square that the piece has left is empty for the rest of the chain.
    board_.put(from, Cell::empty);
    for (const Step step : capture_steps(chain)) {
      capture_along(chain, step);
    }
  }

 private:
  const std::vector<Step>& capture_steps(const Chain& chain) const {
    return chain.is_king ? rules_.king_captures : rules_.man_captures;
  }

  bool may_be_captured(const Chain& chain, Position position) const {
    if (!board_.holds(position) || !belongs_to(board_.at(position), opponent(side_))) {
      return false;
    }
    if (!chain.is_king && is_king(board_.at(position)) && !rules_.men_capture_kings) {
      return false;
    }
    return std::ranges::find(chain.captured, position) == chain.captured.end();
  }

  // The piece that would be captured along a line, where there is one.
  std::optional<Position> find_target(const Chain& chain, Step step) const {
    Position position = next(chain.path.back(), step, side_);
    if (chain.is_king && rules_.kings_capture_far) {
      while (is_empty(board_, position)) {
        position = next(position, step, side_);
      }
    }
    if (may_be_captured(chain, position) && is_empty(board_, next(position, step, side_))) {
      return position;
    }
    return std::nullopt;
  }

  std::vector<Position> landings_behind(const Chain& chain, Position target, Step step) const {
    std::vector<Position> landings{next(target, step, side_)};
    if (chain.is_king && rules_.kings_land_anywhere) {
      for (Position more = next(landings.back(), step, side_); is_empty(board_, more); more = next(more, step, side_)) {
        landings.push_back(more);
      }
    }
    return landings;
  }

  // Captures along one line, and goes on from there; false where there is nothing to capture.
  bool capture_along(const Chain& chain, Step step) {
    const std::optional<Position> target = find_target(chain, step);
    if (!target) {
      return false;
    }
    const Cell piece = board_.at(*target);
    const std::vector<Position> landings = landings_behind(chain, *target, step);
    if (rules_.captured_pieces_leave_at_once) {
      board_.put(*target, Cell::empty);
    }
    std::vector<Chain> landed;
    bool goes_on = false;
    for (const Position landing : landings) {
      landed.push_back(chain);
      landed.back().path.push_back(landing);
      landed.back().captured.push_back(*target);
      landed.back().captured_kings.push_back(is_king(piece) ? 1 : 0);
      goes_on = continue_from(landed.back(), step, landing == landings.front()) || goes_on;
    }
    if (!goes_on) {
      keep_complete(landed, is_king(piece));
    }
    board_.put(*target, piece);
    return true;
  }

  bool continue_from(Chain& chain, Step last, bool is_first_landing) {
    if (!chain.is_king && is_far_row(board_, chain.path.back(), side_)) {
      if (rules_.far_row_in_a_chain == FarRow::ends_the_move) {
        return false;
      }
      if (rules_.far_row_in_a_chain == FarRow::continues_as_king) {
        chain.is_king = true;
      }
    }
    bool goes_on = false;
    for (const Step step : capture_steps(chain)) {
      if (step == reversed(last) && !rules_.chain_may_turn_straight_back) {
        continue;
      }
      // Straight on is one and the same capture from every landing on the line.
      if (step == last && !is_first_landing) {
        continue;
      }
      goes_on = capture_along(chain, step) || goes_on;
    }
    return goes_on;
  }

  void keep_complete(const std::vector<Chain>& landed, bool last_was_king) {
    const bool halts = rules_.kings_halt_behind_last_king && last_was_king;
    found_.insert(found_.end(), landed.begin(), halts ? landed.begin() + 1 : landed.end());
  }

  const Rules& rules_;
  Board board_;
  Side side_;
  std::vector<Chain>& found_;
};

// What a criterion makes of a chain; of two lists the lexicographically greater one has precedence.
std::vector<int> weigh(Precedence criterion, const Chain& chain) {
  const int pieces = static_cast<int>(chain.captured.size());
  const int kings = static_cast<int>(std::ranges::count(chain.captured_kings, 1));
  switch (criterion) {
    case Precedence::most_pieces:
      return {pieces};
    case Precedence::with_a_king:
      return {chain.starts_as_king ? 1 : 0};
    case Precedence::most_kings:
      return {kings};
    case Precedence::kings_earliest:
      return chain.captured_kings;
    case Precedence::frisian_value:
      // A king is nearly two men: at the same number of half pieces the chain with fewer kings is worth more.
      return {(pieces - kings) + 2 * kings, -kings};
  }
  return {};
}

std::vector<Chain> keep_preferred(const Rules& rules, std::vector<Chain> chains) {
  for (const Precedence criterion : rules.precedence) {
    std::vector<int> best;
    for (const Chain& chain : chains) {
      best = std::max(best, weigh(criterion, chain));
    }
    std::erase_if(chains, [&](const Chain& chain) { return weigh(criterion, chain) != best; });
  }
  return chains;
}

Move move_of(const Board& board, const Chain& chain) {
  Move move;
  move.from = chain.path.front();
  move.to = chain.path.back();
  move.captured = chain.captured;
  std::ranges::sort(move.captured);
  move.crowns = !chain.starts_as_king && (chain.is_king || is_far_row(board, move.to, board.side_to_move));
  move.path = chain.path;
  return move;
}

std::vector<Move> captures(const Rules& rules, const Board& board) {
  std::vector<Chain> chains;
  for (const Position from : pieces_of(board, board.side_to_move)) {
    ChainSearch{rules, board, chains}.search_from(from);
  }
  std::vector<Move> moves;
  for (const Chain& chain : keep_preferred(rules, std::move(chains))) {
    moves.push_back(move_of(board, chain));
  }
  return moves;
}

bool has_moved_too_often(const Rules& rules, const Board& board, Position king) {
  const KingRun& run = board.king_runs[board.side_to_move == Side::white ? 0 : 1];
  return rules.same_king_moves_in_a_row > 0 && run.moves >= rules.same_king_moves_in_a_row && run.king == king &&
         has_a_man(board, board.side_to_move);
}

void add_quiet_moves(const Rules& rules, const Board& board, Position from, std::vector<Move>& moves) {
  const Side side = board.side_to_move;
  const bool king = is_king(board.at(from));
  if (king && has_moved_too_often(rules, board, from)) {
    return;
  }
  for (const Step step : king ? rules.king_moves : rules.man_moves) {
    Position to = next(from, step, side);
    while (is_empty(board, to)) {
      moves.push_back({from, to, {}, !king && is_far_row(board, to, side), {from, to}});
      if (!king || !rules.kings_move_far) {
        break;
      }
      to = next(to, step, side);
    }
  }
}

KingRun run_after(const Board& before, const Board& after, const Move& move) {
  const Side side = before.side_to_move;
  if (!is_king(before.at(move.from)) || !move.captured.empty() || !has_a_man(after, side)) {
    return {};
  }
  const KingRun& run = before.king_runs[side == Side::white ? 0 : 1];
  return {run.moves > 0 && run.king == move.from ? run.moves + 1 : 1, move.to};
}

void update_king_runs(const Board& before, Board& after, const Move& move) {
  const std::size_t mine = before.side_to_move == Side::white ? 0 : 1;
  after.king_runs[mine] = run_after(before, after, move);
  KingRun& theirs = after.king_runs[1 - mine];
  const bool king_is_gone = std::ranges::find(move.captured, theirs.king) != move.captured.end();
  if (king_is_gone || !has_a_man(after, opponent(before.side_to_move))) {
    theirs = {};
  }
}

}  // namespace

std::vector<Move> legal_paths(const Rules& rules, const Board& board) {
  if (is_over_by_a_king(rules, board)) {
    return {};
  }
  std::vector<Move> moves = captures(rules, board);
  if (moves.empty()) {
    for (const Position from : pieces_of(board, board.side_to_move)) {
      add_quiet_moves(rules, board, from, moves);
    }
  }
  return moves;
}

std::vector<Move> legal_moves(const Rules& rules, const Board& board) {
  // Crowning belongs to what a move does: a Turkish man may take the same pieces on its way over the far row or aside
  // of it.
  std::set<std::tuple<Position, Position, std::vector<Position>, bool>> seen;
  std::vector<Move> moves;
  for (Move& move : legal_paths(rules, board)) {
    if (move.captured.size() < 2 || seen.emplace(move.from, move.to, move.captured, move.crowns).second) {
      moves.push_back(std::move(move));
    }
  }
  return moves;
}

Board apply(const Rules& rules, const Board& board, const Move& move) {
  Board after = board;
  const Cell piece = board.at(move.from);
  after.put(move.from, Cell::empty);
  for (const Position captured : move.captured) {
    after.put(captured, Cell::empty);
  }
  after.put(move.to, move.crowns ? king_of(board.side_to_move) : piece);
  after.side_to_move = opponent(board.side_to_move);
  if (rules.same_king_moves_in_a_row > 0) {
    update_king_runs(board, after, move);
  }
  return after;
}

std::uint64_t perft(const Rules& rules, const Board& board, int depth, Convention convention) {
  if (depth == 0) {
    return 1;
  }
  const std::vector<Move> moves =
      convention == Convention::moves ? legal_moves(rules, board) : legal_paths(rules, board);
  if (depth == 1) {
    return moves.size();
  }
  std::uint64_t leaves = 0;
  for (const Move& move : moves) {
    leaves += perft(rules, apply(rules, board, move), depth - 1, convention);
  }
  return leaves;
}

}  // namespace crownstar::oracle
