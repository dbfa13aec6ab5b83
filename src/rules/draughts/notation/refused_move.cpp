#include "rules/draughts/notation/refused_move.hpp"

namespace crownstar::draughts {

std::string list_of(const std::vector<std::string>& moves) {
  constexpr std::size_t most_shown = 8;
  std::string text;
  const std::size_t shown = std::min(moves.size(), most_shown);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == shown && shown == moves.size() ? " or " : ", ";
    text += moves[i];
  }
  if (shown < moves.size()) text += " and " + std::to_string(moves.size() - shown) + " more";
  return text;
}

std::string man_moves_sentence(const Rules& rules) {
  if (rules.man_moves == Lines::forward_and_sideways) {
    return "a man moves one square straight forward or sideways, to an empty square";
  }
  return "a man moves one square diagonally forward, to an empty square";
}

std::string king_moves_sentence(const Rules& rules) {
  const std::string lines = rules.king_lines == Lines::rows_and_columns ? "along a row or a column" : "diagonally";
  if (rules.king_flies()) return "a king moves any number of empty squares " + lines;
  return "a king moves one square " + lines + ", forward or back, to an empty square";
}

std::string man_captures_sentence(const Rules& rules) {
  const auto jumps = [](const std::string& which) {
    return "a man jumps a neighbouring enemy " + which + ", landing on the empty square directly behind it";
  };
  switch (rules.man_captures) {
    case Lines::forward_diagonals:
      return rules.man_may_take_king ? jumps("piece diagonally forward") : jumps("man, not a king, diagonally forward");
    case Lines::diagonals:
      return jumps("piece diagonally, forward or back");
    case Lines::forward_and_sideways:
      return jumps("piece straight forward or sideways");
    default:
      return jumps("piece diagonally, or along a row or column");
  }
}

std::string king_captures_sentence(const Rules& rules) {
  switch (rules.king_capture) {
    case KingCapture::adjacent:
      return "a king jumps a neighbouring enemy piece, landing on the empty square directly behind it";
    case KingCapture::distant_landing_behind:
      return "a king jumps an enemy piece at any distance, landing on the empty square directly behind it";
    case KingCapture::distant_landing_anywhere:
      break;
  }
  return "a king jumps an enemy piece at any distance, landing on an empty square behind it";
}

std::string precedence_sentence(const Rules& rules) {
  if (rules.king_takes_before_man) return "a king that can capture goes before a man";
  switch (rules.precedence[0]) {
    case Criterion::most_pieces:
      if (rules.precedence[1] == Criterion::none) return "the capture of the most pieces must be chosen";
      return "the capture of the most pieces, and among these the worthiest, must be chosen";
    case Criterion::highest_value:
      return "the most valuable capture must be chosen";
    default:
      return "a capture must be made as its rule says";
  }
}

std::string crowning_sentence(const Rules& rules) {
  if (rules.crowning == Crowning::ends_the_move) {
    return "a man that reaches the far row is crowned, and its move ends there";
  }
  return "a man that passes the far row while it captures stays a man";
}

}  // namespace crownstar::draughts
