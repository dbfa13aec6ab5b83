#include "rules/record/record_moves.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/letters.hpp"
#include "rules/record/square_notation.hpp"

namespace crownstar::game {

namespace {

bool is_small_letter(char letter) { return letter >= 'a' && letter <= 'z'; }
bool is_sign(char letter) { return letter == '-' || letter == 'x' || letter == ':'; }

// `c3`, `11`: where a square ends that begins at `start`.
std::size_t end_of_square(std::string_view text, std::size_t start) {
  std::size_t end = start;
  if (end < text.size() && is_small_letter(text[end])) ++end;
  while (end < text.size() && base::is_digit(text[end])) ++end;
  return end;
}

// The squares of a move without its signs and leading zeros. Empty if the text is no row of squares.
std::vector<std::string> squares_of(std::string_view text) {
  std::string plain(text);
  std::ranges::transform(plain, plain.begin(), base::lowered);
  const bool is_run_together = plain.size() == 4 && (std::ranges::all_of(plain, base::is_digit) ||
                                                     (is_small_letter(plain[0]) && base::is_digit(plain[1]) &&
                                                      is_small_letter(plain[2]) && base::is_digit(plain[3])));
  if (is_run_together) plain.insert(2, 1, '-');
  std::vector<std::string> squares;
  std::size_t start = 0;
  while (true) {
    const std::size_t end = end_of_square(plain, start);
    std::string square = plain.substr(start, end - start);
    while (square.size() > 1 && square.front() == '0') square.erase(0, 1);
    if (square.empty() || is_small_letter(square.back())) return {};
    squares.push_back(std::move(square));
    if (end == plain.size()) return squares;
    if (!is_sign(plain[end])) return {};
    start = end + 1;
  }
}

std::string joined(const std::vector<std::string>& squares, char sign) {
  std::string text = squares.front();
  for (std::size_t index = 1; index < squares.size(); ++index) text += sign + squares[index];
  return text;
}

// `cb4`, `c:b4`: the file that the piece leaves and the square that it reaches.
std::optional<MoveView> read_short_form(const Game& game, std::string_view text) {
  std::string plain;
  for (const char letter : text) {
    if (!is_sign(letter) || letter == 'x') plain += base::lowered(letter);
  }
  if (plain.size() == 4 && plain[1] == 'x') plain.erase(1, 1);
  if (plain.size() != 3 || !is_small_letter(plain[0]) || !is_small_letter(plain[1]) || !base::is_digit(plain[2]))
    return std::nullopt;
  const auto moves = game.legal_moves();
  if (!moves) return std::nullopt;
  const auto label = [&](Point point) -> const std::string& {
    return game.layout().points[static_cast<std::size_t>(point)].label;
  };
  std::optional<MoveView> found;
  for (const MoveView& move : *moves) {
    const bool fits = label(move.from()).starts_with(plain[0]) && label(move.to()) == std::string_view(plain).substr(1);
    if (!fits) continue;
    if (found) return std::nullopt;
    found = move;
  }
  return found;
}

// On a star many ways lead to one hole: the game gives the shortest, the record keeps the one that was made.
void keep_path(const Game& game, const std::vector<std::string>& holes, MoveView& move) {
  std::vector<Point> path;
  for (const std::string& hole : holes) {
    const auto point = std::ranges::find(game.layout().points, hole, &LayoutPoint::label);
    if (point == game.layout().points.end()) return;
    path.push_back(static_cast<Point>(point - game.layout().points.begin()));
  }
  if (path.front() == move.from() && path.back() == move.to()) move.path = std::move(path);
}

// The squares by the game's own labels, where they are in the other notation; nothing if they are not all squares.
std::vector<std::string> with_own_labels(const SquareNotation& notation, const std::vector<std::string>& squares) {
  std::vector<std::string> own;
  for (const std::string& square : squares) {
    own.push_back(notation.own(square));
    if (own.back().empty()) return {};
  }
  return own;
}

// The same squares with each sign, where the game's own parser has refused the text as it stands.
Checked<MoveView> read_squares(const Game& game, std::string_view text, const std::vector<std::string>& squares,
                               Checked<MoveView> refused) {
  if (squares.size() < 2) return refused;
  const bool says_capture = text.find_first_of("x:X") != std::string_view::npos;
  for (const char sign : {'-', 'x', ':'}) {
    Checked<MoveView> other = game.parse(joined(squares, sign));
    if (other && (!says_capture || !other->captured.empty())) return other;
    // A reason in terms of the rules says more than that the text has the wrong sign.
    if (refused.error().rule.empty() && !other && !other.error().rule.empty()) refused = std::move(other);
  }
  return refused;
}

// Whether the squares lie on the way of the move, the first and the last at its ends.
bool goes_over(const Game& game, const MoveView& move, const std::vector<std::string>& squares) {
  const auto label = [&](Point point) -> const std::string& {
    return game.layout().points[static_cast<std::size_t>(point)].label;
  };
  if (label(move.from()) != squares.front() || label(move.to()) != squares.back()) return false;
  std::size_t next = 0;
  for (const Point point : move.path) {
    if (next < squares.size() && label(point) == squares[next]) ++next;
  }
  return next == squares.size();
}

// `8-11and`: where the move ends that is written in numbers, in front of letters. The whole length if it is not so.
std::size_t end_of_numbers(std::string_view text) {
  std::size_t end = 0;
  for (int squares = 0;; ++squares) {
    const std::size_t start = end;
    while (end < text.size() && base::is_digit(text[end])) ++end;
    if (end == start || end == text.size()) return text.size();
    const bool goes_on = is_sign(base::lowered(text[end])) && end + 1 < text.size() && base::is_digit(text[end + 1]);
    if (!goes_on) return squares > 0 && base::is_letter(text[end]) ? end : text.size();
    ++end;
  }
}

}  // namespace

std::vector<std::string_view> words_of_moves(std::string_view text) {
  constexpr std::string_view between = " ,";
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(between), text.size()));
    if (text.empty()) return words;
    words.push_back(text.substr(0, text.find_first_of(between)));
    text.remove_prefix(words.back().size());
  }
}

Checked<MoveView> read_recorded_move(const Game& game, std::string_view text) {
  const bool is_star = game.layout().shape == BoardShape::star;
  Checked<MoveView> move = game.parse(text);
  if (move && !is_star) return move;
  const std::vector<std::string> squares = squares_of(text);
  if (!move) move = read_squares(game, text, squares, std::move(move));
  if (is_star) {
    if (move && squares.size() > 2) keep_path(game, squares, *move);
    return move;
  }
  if (move) return move;
  if (squares.size() > 1) {
    const std::vector<std::string> own = with_own_labels(usual_other_notation(game.layout()), squares);
    if (!own.empty()) return read_squares(game, text, own, std::move(move));
  }
  if (std::optional<MoveView> short_form = read_short_form(game, text)) return *std::move(short_form);
  return move;
}

namespace {

Checked<WrittenMove> read_whole_text(const Game& game, std::string_view text, const SquareNotation* notation) {
  std::string renamed = notation != nullptr ? notation->text_in_own(text) : std::string();
  if (!renamed.empty()) {
    auto move = read_whole_text(game, renamed, nullptr);
    if (move) return move;
  }
  Checked<MoveView> move = read_recorded_move(game, text);
  if (move) return WrittenMove{{*std::move(move)}, false, {}};
  const std::vector<std::string> squares = squares_of(text);
  if (squares.size() < 2 || game.layout().shape == BoardShape::star) return std::unexpected(move.error());
  const auto legal = game.legal_moves();
  if (!legal) return std::unexpected(move.error());
  const bool says_capture = text.find_first_of("x:X") != std::string_view::npos;
  for (const auto& names : {squares, with_own_labels(usual_other_notation(game.layout()), squares)}) {
    if (names.empty()) continue;
    WrittenMove written;
    std::ranges::copy_if(*legal, std::back_inserter(written.readings),
                         [&](const MoveView& each) { return goes_over(game, each, names); });
    if (written.readings.empty()) continue;
    written.is_step_as_capture = says_capture && written.readings.front().captured.empty();
    return written;
  }
  return std::unexpected(move.error());
}

}  // namespace

Checked<WrittenMove> read_written_move(const Game& game, std::string_view text, const SquareNotation* notation) {
  Checked<WrittenMove> whole = read_whole_text(game, text, notation);
  const std::size_t end = end_of_numbers(text);
  if (whole || end == text.size()) return whole;
  Checked<WrittenMove> front = read_whole_text(game, text.substr(0, end), notation);
  if (!front) return whole;
  front->remark = text.substr(end);
  return front;
}

}  // namespace crownstar::game
