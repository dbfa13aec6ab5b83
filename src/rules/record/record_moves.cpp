#include "rules/record/record_moves.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/letters.hpp"
#include "rules/record/record_numbers.hpp"

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

// Numbers as the letters that the game writes; nothing if the squares are not all numbers.
std::vector<std::string> with_letters(const Game& game, const std::vector<std::string>& squares) {
  const std::vector<std::string> labels = numbered_labels(game.layout());
  std::vector<std::string> lettered;
  for (const std::string& square : squares) {
    const bool is_number = square.size() < 4 && std::ranges::all_of(square, base::is_digit);
    const std::size_t number = is_number ? static_cast<std::size_t>(std::stoi(square)) : 0;
    if (number == 0 || number > labels.size()) return {};
    lettered.push_back(labels[number - 1]);
  }
  return lettered;
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

}  // namespace

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
  if (const std::vector<std::string> lettered = with_letters(game, squares); !lettered.empty()) {
    return read_squares(game, text, lettered, std::move(move));
  }
  if (std::optional<MoveView> short_form = read_short_form(game, text)) return *std::move(short_form);
  return move;
}

}  // namespace crownstar::game
