#include "engines/hub/hub_board.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"

namespace crownstar::hub {

using game::Game;
using game::LayoutPoint;
using game::MoveView;
using game::Point;

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

int number_in(std::string_view text) { return base::parse_number<int>(text).value_or(0); }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text = text.substr(end + 1);
  }
}

// `28x19x23` or `28-19` to 28, 19, 23; empty where it is nothing of the kind.
std::vector<int> squares_in(std::string_view hub) {
  const char separator = hub.contains('x') ? 'x' : '-';
  std::vector<int> squares;
  for (const std::string_view part : split(hub, separator)) {
    const int number = number_in(part);
    if (number <= 0) return {};
    squares.push_back(number);
  }
  return squares.size() < 2 ? std::vector<int>{} : squares;
}

}  // namespace

HubBoard::HubBoard(const Game& game, HubSquares squares) : is_star_(game.layout().shape == game::BoardShape::star) {
  const std::vector<LayoutPoint>& points = game.layout().points;
  std::vector<Point> playable;
  for (Point point = 0; point < static_cast<Point>(points.size()); ++point) {
    if (points[static_cast<std::size_t>(point)].is_playable) playable.push_back(point);
  }
  const auto at = [&](Point point) -> const LayoutPoint& { return points[static_cast<std::size_t>(point)]; };
  const bool has_numbers =
      squares == HubSquares::pdn && !playable.empty() && is_digit(at(playable.front()).label.front());
  std::ranges::sort(playable, [&](Point left, Point right) {
    if (has_numbers) return number_in(at(left).label) < number_in(at(right).label);
    return at(left).y != at(right).y ? at(left).y > at(right).y : at(left).x < at(right).x;
  });
  numbers_.assign(points.size(), 0);
  for (const Point point : playable) {
    labels_.push_back(at(point).label);
    numbers_[static_cast<std::size_t>(point)] = static_cast<int>(labels_.size());
  }
}

std::string HubBoard::position(const Game& game) const {
  std::string text = game.position();
  if (is_star_) return text;
  std::string hub(labels_.size() + 1, 'e');
  hub.front() = text.front();
  for (const game::PieceView& piece : game.pieces()) {
    const bool is_white = game.seat_name(piece.seat) == "White";
    const char man = is_white ? 'w' : 'b';
    hub[static_cast<std::size_t>(number_of(piece.point))] = piece.is_king ? static_cast<char>(man - 'a' + 'A') : man;
  }
  return hub;
}

Checked<std::string> HubBoard::position_text(std::string_view hub) const {
  if (is_star_) return std::string(hub);
  if (hub.size() != labels_.size() + 1 || (hub.front() != 'W' && hub.front() != 'B')) {
    return base::refuse("a position is W or B and " + std::to_string(labels_.size()) + " squares of w, b, W, B or e");
  }
  std::string sides[2];
  for (std::size_t number = 1; number < hub.size(); ++number) {
    const char letter = hub[number];
    if (letter == 'e') continue;
    const bool is_king = letter == 'W' || letter == 'B';
    if (!is_king && letter != 'w' && letter != 'b') return base::refuse("a square is w, b, W, B or e");
    std::string& side = sides[letter == 'w' || letter == 'W' ? 0 : 1];
    side += (side.empty() ? "" : ",") + std::string(is_king ? "K" : "") + labels_[number - 1];
  }
  return std::string(1, hub.front()) + ":W" + sides[0] + ":B" + sides[1];
}

std::string HubBoard::move(const MoveView& move) const {
  if (is_star_) return move.text;
  const bool is_capture = !move.captured.empty();
  std::string text =
      std::to_string(number_of(move.from())) + (is_capture ? "x" : "-") + std::to_string(number_of(move.to()));
  std::vector<int> captured;
  for (const Point point : move.captured) captured.push_back(number_of(point));
  std::ranges::sort(captured);
  for (const int number : captured) text += "x" + std::to_string(number);
  return text;
}

Checked<MoveView> HubBoard::find_move(const Game& game, std::string_view hub) const {
  if (is_star_) return game.parse(hub);
  const std::vector<int> squares = squares_in(hub);
  if (squares.empty()) return base::refuse("a move is 32-28 or 28x19x23, found " + base::quoted(hub));
  std::vector<int> wanted(squares.begin() + 2, squares.end());
  std::ranges::sort(wanted);
  const auto legal = game.legal_moves();
  if (!legal) return std::unexpected(legal.error());
  const MoveView* found = nullptr;
  for (const MoveView& move : *legal) {
    if (number_of(move.from()) != squares[0] || number_of(move.to()) != squares[1]) continue;
    std::vector<int> captured;
    for (const Point point : move.captured) captured.push_back(number_of(point));
    std::ranges::sort(captured);
    if (captured == wanted) return move;
    if (!wanted.empty()) continue;
    if (found != nullptr) return base::refuse("the move is ambiguous; say what is captured: " + base::quoted(hub));
    found = &move;
  }
  if (found == nullptr) return base::refuse("the move is not legal here: " + base::quoted(hub));
  return *found;
}

}  // namespace crownstar::hub
