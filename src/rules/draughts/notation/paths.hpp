// The ways in which a capture can be made, landing by landing: for showing a move and for reading one.
// It does not know which captures are legal: it is asked about a move that is, or for the reason why one is not.
#pragma once

#include <vector>

#include "rules/draughts/position.hpp"

namespace crownstar::draughts {

struct CapturePath {
  std::vector<int> squares;   // from, every landing, to
  std::vector<int> captured;  // one for each leg

  bool operator==(const CapturePath&) const = default;
};

// Walks square by square: nothing here is fast, and nothing needs to be.
template <class Variant>
class PathFinder {
  using Board = BoardOf<Variant>;
  using Word = typename Board::Word;
  static constexpr const Rules& rules = Variant::rules;
  static constexpr int most_steps = 20'000;

 public:
  explicit PathFinder(const Position<Variant>& position) : position_(position) {}

  // Every way to make a legal capture, at most `most`; each landing of a straight continuation is a way.
  std::vector<CapturePath> ways_of(const Move<Variant>& move, std::size_t most) {
    wanted_ = move.captured;
    goal_ = move.to;
    return search(move.from, most, false);
  }

  // Every chain of captures from a square to another, whole or begun, whatever the precedence.
  std::vector<CapturePath> chains(int from, int to, std::size_t most) {
    wanted_ = position_.of(other(position_.turn));
    goal_ = to;
    return search(from, most, true);
  }

  // The same, of a man that would be a king from the far row on, whatever the rules say of crowning.
  std::vector<CapturePath> chains_crowned_at_once(int from, int to, std::size_t most) {
    crowning_ = Crowning::at_once_and_goes_on_as_king;
    auto found = chains(from, to, most);
    crowning_ = rules.crowning;
    return found;
  }

 private:
  std::vector<CapturePath> search(int from, std::size_t most, bool takes_any) {
    found_.clear();
    most_ = most;
    steps_ = 0;
    takes_any_ = takes_any;
    origin_ = Board::word(from);
    captured_ = 0;
    path_ = {{from}, {}};
    const bool is_king = (position_.kings & origin_) != 0;
    if ((position_.of(position_.turn) & origin_) != 0) go_on(Board::cells[static_cast<std::size_t>(from)], is_king, {});
    return found_;
  }

  bool is_exhausted() const { return found_.size() >= most_ || steps_ > most_steps; }

  void go_on(board::Cell at, bool is_king, Direction before) {
    const bool began_as_king = (position_.kings & origin_) != 0;
    const Directions steps = directions(is_king ? rules.king_captures : rules.man_captures, position_.turn);
    for (std::size_t i = 0; i < steps.count && !is_exhausted(); ++i) {
      if (!rules.may_turn_back && steps.step[i] == before.opposite()) continue;
      jump(at, steps.step[i], is_king, began_as_king);
    }
  }

  void jump(board::Cell at, Direction step, bool is_king, bool began_as_king) {
    board::Cell over = next(at, step);
    if (is_king && rules.king_takes_from_afar()) {
      while (is_open(over)) over = next(over, step);
    }
    if (!Board::is_playing(over)) return;
    const Word target = Board::word(over);
    const Word enemies = position_.of(other(position_.turn)) & (wanted_ & ~captured_);
    if ((enemies & target) == 0) return;
    if (!rules.man_may_take_king && !began_as_king && (position_.kings & target) != 0) return;
    captured_ |= target;
    path_.captured.push_back(Board::bit(over));
    for (board::Cell landing = next(over, step); is_open(landing) && !is_exhausted(); landing = next(landing, step)) {
      land(landing, step, is_king);
      if (!is_king || rules.king_capture != KingCapture::distant_landing_anywhere) break;
    }
    path_.captured.pop_back();
    captured_ &= ~target;
  }

  void land(board::Cell at, Direction step, bool is_king) {
    ++steps_;
    const int square = Board::bit(at);
    path_.squares.push_back(square);
    if (square == goal_ && (takes_any_ || captured_ == wanted_)) found_.push_back(path_);
    const bool crowns = !is_king && at.row == (position_.turn == Side::white ? rules.rows - 1 : 0);
    const bool is_done = (crowns && crowning_ == Crowning::ends_the_move) || (!takes_any_ && captured_ == wanted_);
    if (!is_done) go_on(at, is_king || (crowns && crowning_ == Crowning::at_once_and_goes_on_as_king), step);
    path_.squares.pop_back();
  }

  static board::Cell next(board::Cell cell, Direction step) {
    return {cell.row + step.rows, cell.column + step.columns};
  }

  bool is_open(board::Cell cell) const {
    if (!Board::is_playing(cell)) return false;
    Word standing = position_.occupied() & ~origin_;
    if (rules.removal == Removal::at_once) standing &= ~captured_;
    return (standing & Board::word(cell)) == 0;
  }

  const Position<Variant>& position_;
  Word wanted_ = 0;
  Word origin_ = 0;
  Word captured_ = 0;
  int goal_ = 0;
  int steps_ = 0;
  bool takes_any_ = false;
  Crowning crowning_ = rules.crowning;
  std::size_t most_ = 0;
  CapturePath path_;
  std::vector<CapturePath> found_;
};

}  // namespace crownstar::draughts
