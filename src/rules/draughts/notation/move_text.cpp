#include "rules/draughts/notation/move_text.hpp"

#include "base/text/quote.hpp"

namespace crownstar::draughts {

namespace {

// Nobody types a move of more landings than this.
constexpr std::size_t longest_move = 256;

bool is_capture_sign(char letter) { return letter == 'x' || letter == 'X' || letter == ':' || letter == '*'; }

}  // namespace

base::Checked<TypedMove> read_typed_move(std::string_view text, const SquareNames& names) {
  const std::string_view expected = names.notation() == Notation::numbers ? "expected a move such as 11-15 or 22x15"
                                                                          : "expected a move such as c3-d4 or c3:e5";
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.size() > longest_move) return base::refuse("the move is too long; " + std::string(expected));
  TypedMove typed;
  typed.squares.reserve(4);
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const bool is_end = at == text.size();
    if (!is_end && text[at] != '-' && !is_capture_sign(text[at])) continue;
    const std::string_view name = text.substr(begin, at - begin);
    const auto square = names.find(name);
    if (!square) {
      return base::refuse(base::quoted(name) + " in the move " + base::quoted(text) + " is not " + names.expected() +
                          "; " + std::string(expected));
    }
    typed.squares.push_back(*square);
    if (!is_end && is_capture_sign(text[at])) typed.is_capture = true;
    begin = at + 1;
  }
  if (typed.squares.size() < 2) {
    return base::refuse("the move " + base::quoted(text) + " names one square only; " + std::string(expected));
  }
  return typed;
}

std::string join_squares(const std::vector<int>& squares, char sign, const SquareNames& names) {
  std::string text;
  for (const int square : squares) {
    if (!text.empty()) text += sign;
    text += names.name(square);
  }
  return text;
}

bool follows(const std::vector<int>& way, const std::vector<int>& typed) {
  std::size_t next = 0;
  for (const int square : way) {
    if (next < typed.size() && typed[next] == square) ++next;
  }
  return next == typed.size() && way.front() == typed.front() && way.back() == typed.back();
}

}  // namespace crownstar::draughts
