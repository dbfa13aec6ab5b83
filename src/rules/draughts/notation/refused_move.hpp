// Why a typed move is not legal, in the words and with the id of the rule that it breaks.
// It does not know how a reason is shown.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "rules/draughts/notation/move_text.hpp"
#include "rules/draughts/notation/setup.hpp"

namespace crownstar::draughts {

// `11x18 or 22x15`; a long list is cut and says how many more there are.
std::string list_of(const std::vector<std::string>& moves);

// How pieces move and take in this variant, as one sentence each.
std::string man_moves_sentence(const Rules& rules);
std::string king_moves_sentence(const Rules& rules);
std::string man_captures_sentence(const Rules& rules);
std::string king_captures_sentence(const Rules& rules);
std::string precedence_sentence(const Rules& rules);
std::string crowning_sentence(const Rules& rules);

template <class Variant>
class RefusedMove {
  using Board = BoardOf<Variant>;
  static constexpr const Rules& rules = Variant::rules;
  static constexpr const RuleNumbers& ids = Variant::rules.ids;

 public:
  RefusedMove(const Position<Variant>& position, const MoveList<Variant>& legal)
      : position_(position), legal_(write_moves(position, legal)), names_(SquareNames::of<Variant>()) {}

  base::Refusal reason(const TypedMove& typed) const {
    const auto from = Board::word(typed.squares.front());
    const std::string from_name = names_.name(typed.squares.front());
    if ((position_.occupied() & from) == 0) return because(ids.turns, "there is no piece on " + from_name);
    if ((position_.of(position_.turn) & from) == 0) {
      return because(ids.turns, "the piece on " + from_name + " is " + side_name(other(position_.turn)) + "'s; " +
                                    side_name(position_.turn) + " is to move");
    }
    const bool must_capture = !legal_.empty() && legal_.front().move.captured != 0;
    return must_capture ? while_capturing(typed) : while_free(typed);
  }

 private:
  static base::Refusal because(int rule, std::string reason) { return {rule_id(ids, rule), std::move(reason)}; }
  static std::string side_name(Side side) { return std::string(Variant::sides[index(side)]); }

  base::Refusal while_capturing(const TypedMove& typed) const {
    if (const auto longer = going_on(typed); !longer.empty()) return must_go_on(longer);
    if (const auto other_ways = between(typed.squares.front(), typed.squares.back()); !other_ways.empty()) {
      return because(ids.must_capture, "no capture takes that way; " + list_of(other_ways));
    }
    const auto chain = PathFinder<Variant>(position_).chains(typed.squares.front(), typed.squares.back(), 1);
    if (!chain.empty()) return against_a_choice(chain.front());
    if (goes_on_when_crowned(typed)) {
      return because(ids.crowning, crowning_sentence(rules) + "; " + list_of(texts()));
    }
    if (const TypedMove begun = without_the_last(typed); begun.squares.size() > 1) {
      if (const auto longer = going_on(begun); !longer.empty()) return must_go_on(longer);
      if (const auto whole = between(begun.squares.front(), begun.squares.back()); !whole.empty()) {
        return because(capture_rule(typed), "the capture ends on " + names_.name(begun.squares.back()) + "; " +
                                                capture_sentence(typed) + "; " + list_of(whole));
      }
    }
    if (goes_at_an_enemy(typed)) {
      return because(capture_rule(typed),
                     "nothing can be captured that way; " + capture_sentence(typed) + "; " + list_of(texts()));
    }
    return because(ids.must_capture, "you must capture; " + list_of(texts()));
  }

  static base::Refusal must_go_on(const std::vector<std::string>& longer) {
    return because(ids.whole_capture, "the capture must be completed; " + list_of(longer));
  }

  // A chain that the board allows and the rules do not: it lands on the wrong square, or another capture goes first.
  base::Refusal against_a_choice(const CapturePath& chain) const {
    const bool is_man = !is_king(chain.squares.front());
    if (rules.stops_behind_a_king_taken_last && lands_elsewhere(chain)) {
      return because(ids.special, "a king stops right behind a king that it takes last; " + list_of(texts()));
    }
    const bool king_goes_first = rules.king_takes_before_man && is_man;
    if (rules.precedence[0] == Criterion::none && !king_goes_first) {
      return because(ids.king_capture, "a king lands where the capture goes on; " + list_of(texts()));
    }
    return because(ids.precedence, precedence_sentence(rules) + "; " + list_of(texts()));
  }

  // Whether a legal capture takes the same pieces with the same piece.
  bool lands_elsewhere(const CapturePath& chain) const {
    typename Board::Word captured = 0;
    for (const int square : chain.captured) captured |= Board::word(square);
    return std::ranges::any_of(legal_, [&](const auto& entry) {
      return entry.move.from == chain.squares.front() && entry.move.captured == captured;
    });
  }

  std::vector<std::string> between(int from, int to) const {
    std::vector<std::string> found;
    for (const auto& entry : legal_) {
      if (entry.move.from == from && entry.move.to == to) found.push_back(entry.text);
    }
    return found;
  }

  // The legal captures of which the typed one is only the beginning, written with every landing.
  std::vector<std::string> going_on(const TypedMove& typed) const {
    std::vector<std::string> longer;
    for (const auto& entry : legal_) {
      if (entry.move.from != typed.squares.front()) continue;
      for (const CapturePath& way : PathFinder<Variant>(position_).ways_of(entry.move, most_ways)) {
        const auto stop = std::find(way.squares.begin() + 1, way.squares.end(), typed.squares.back());
        if (stop == way.squares.end() || stop + 1 == way.squares.end()) continue;
        longer.push_back(join_squares(way.squares, rules.capture_sign, names_));
        break;
      }
    }
    return longer;
  }

  static TypedMove without_the_last(TypedMove typed) {
    typed.squares.pop_back();
    return typed;
  }

  // A capture that would be one if the man were a king as soon as it reaches the far row, or that ends there.
  bool goes_on_when_crowned(const TypedMove& typed) const {
    const int from = typed.squares.front();
    if (is_king(from) || rules.crowning == Crowning::at_once_and_goes_on_as_king || is_one_step(typed)) return false;
    if (!PathFinder<Variant>(position_).chains_crowned_at_once(from, typed.squares.back(), 1).empty()) return true;
    const int stop = without_the_last(typed).squares.back();
    const int far_row = position_.turn == Side::white ? rules.rows - 1 : 0;
    return stop != from && Board::cells[static_cast<std::size_t>(stop)].row == far_row && !between(from, stop).empty();
  }

  // A step to a neighbouring square means no capture, though a long one might end there.
  static bool is_one_step(const TypedMove& typed) {
    if (typed.is_capture || typed.squares.size() > 2) return false;
    const board::Cell from = Board::cells[static_cast<std::size_t>(typed.squares.front())];
    const board::Cell to = Board::cells[static_cast<std::size_t>(typed.squares.back())];
    return std::abs(to.row - from.row) <= 1 && std::abs(to.column - from.column) <= 1;
  }

  // A move over an enemy piece, or onto it, is meant as a capture: the refusal says how that is done.
  bool goes_at_an_enemy(const TypedMove& typed) const {
    for (std::size_t leg = 1; leg < typed.squares.size(); ++leg) {
      if (is_enemy(typed.squares[leg]) || goes_over_an_enemy(typed.squares[leg - 1], typed.squares[leg])) return true;
    }
    return false;
  }

  bool goes_over_an_enemy(int from, int to) const {
    board::Cell at = Board::cells[static_cast<std::size_t>(from)];
    const board::Cell end = Board::cells[static_cast<std::size_t>(to)];
    const int rows = end.row - at.row;
    const int columns = end.column - at.column;
    const int cells = std::max(std::abs(rows), std::abs(columns));
    const bool is_straight = rows == 0 || columns == 0 || std::abs(rows) == std::abs(columns);
    if (!is_straight || cells < 2) return false;
    for (int gone = 1; gone < cells; ++gone) {
      at = {at.row + rows / cells, at.column + columns / cells};
      if (Board::is_playing(at) && is_enemy(Board::bit(at))) return true;
    }
    return false;
  }

  bool is_enemy(int square) const { return (position_.of(other(position_.turn)) & Board::word(square)) != 0; }
  bool is_king(int square) const { return (position_.kings & Board::word(square)) != 0; }

  int capture_rule(const TypedMove& typed) const {
    return is_king(typed.squares.front()) ? ids.king_capture : ids.man_capture;
  }
  std::string capture_sentence(const TypedMove& typed) const {
    return is_king(typed.squares.front()) ? king_captures_sentence(rules) : man_captures_sentence(rules);
  }

  base::Refusal while_free(const TypedMove& typed) const {
    const int from = typed.squares.front();
    const int to = typed.squares.back();
    const int move_rule = is_king(from) ? ids.king_move : ids.man_move;
    if (from == to) return because(move_rule, "a move must end on another square");
    if (typed.is_capture || goes_at_an_enemy(typed)) {
      return because(capture_rule(typed), "nothing can be captured that way; " + capture_sentence(typed));
    }
    if ((position_.occupied() & Board::word(to)) != 0) {
      return because(move_rule, names_.name(to) + " is occupied; a piece moves to an empty square");
    }
    if (has_used_up_its_moves(from)) {
      return because(ids.special, "the king on " + names_.name(from) + " has moved " +
                                      std::to_string(rules.king_moves_in_a_row) +
                                      " times in a row; move another piece, or capture");
    }
    return because(move_rule, is_king(from) ? king_moves_sentence(rules) : man_moves_sentence(rules));
  }

  bool has_used_up_its_moves(int square) const {
    const auto word = Board::word(square);
    const auto free = position_.turn == Side::white ? free_kings<Variant, Side::white>(position_)
                                                    : free_kings<Variant, Side::black>(position_);
    return (position_.kings & word) != 0 && (free & word) == 0;
  }

  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const auto& entry : legal_) all.push_back(entry.text);
    return all;
  }

  const Position<Variant>& position_;
  std::vector<WrittenMove<Variant>> legal_;
  const SquareNames& names_;
};

}  // namespace crownstar::draughts
