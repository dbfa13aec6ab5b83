#include "site/server/api/bot/steps/steps.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/text/letters.hpp"
#include "base/text/parse_number.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::server {
namespace {

using game::Game;
using game::LayoutPoint;
using game::MoveView;
using game::Point;

constexpr std::size_t digits_of_a_square = 2;

bool is_star_game(const Game& game) { return game.layout().shape == game::BoardShape::star; }

bool is_digits(std::string_view text) { return std::ranges::all_of(text, base::is_digit); }

std::size_t index_of(int number) { return static_cast<std::size_t>(number); }

// What stands between two squares of one line, in its order.
std::vector<Point> between(const game::Layout& layout, Point from, Point to) {
  const LayoutPoint& start = layout.points[index_of(from)];
  const LayoutPoint& end = layout.points[index_of(to)];
  const double length_x = end.x - start.x;
  const double length_y = end.y - start.y;
  const double square = length_x * length_x + length_y * length_y;
  std::vector<std::pair<double, Point>> found;
  for (Point point = 0; point < static_cast<Point>(layout.points.size()); ++point) {
    const double x = layout.points[index_of(point)].x - start.x;
    const double y = layout.points[index_of(point)].y - start.y;
    const double along = x * length_x + y * length_y;
    const bool is_on_line = std::abs(x * length_y - y * length_x) < 1e-6;
    if (is_on_line && along > 1e-6 && along < square - 1e-6) found.emplace_back(along, point);
  }
  std::ranges::sort(found);
  std::vector<Point> points;
  for (const auto& [along, point] : found) points.push_back(point);
  return points;
}

// The pieces that a way along these squares jumps, one a step; nothing where a step jumps none or several.
std::optional<std::vector<Point>> jumped(const Game& game, const std::vector<Point>& squares) {
  const std::vector<game::PieceView> pieces = game.pieces();
  std::vector<Point> all;
  for (std::size_t step = 1; step < squares.size(); ++step) {
    std::vector<Point> met;
    for (const Point point : between(game.layout(), squares[step - 1], squares[step])) {
      const auto found = std::ranges::find(pieces, point, &game::PieceView::point);
      const bool is_others = found != pieces.end() && found->seat != game.seat_to_move();
      if (is_others && std::ranges::find(all, point) == all.end()) met.push_back(point);
    }
    if (met.size() != 1) return std::nullopt;
    all.push_back(met.front());
  }
  return all;
}

// The event of the last move: by it a position is known.
int last_move(const match::Match& match) { return match.moves().empty() ? -1 : match.moves().back().event; }

enum class Fit { none, begins, whole };

// Whether these squares are this move, or the beginning of it. Where a king lands between two jumps is the sender's
// choice, so the captured pieces tell, in their order.
Fit fit(const Game& game, const MoveView& move, const std::vector<Point>& squares,
        const std::optional<std::vector<Point>>& taken) {
  if (move.from() != squares.front()) return Fit::none;
  if (move.captured.empty()) return squares.size() == 2 && move.to() == squares.back() ? Fit::whole : Fit::none;
  if (!taken) return Fit::none;
  const auto ways = game.paths(move);
  if (!ways) return Fit::none;
  Fit best = Fit::none;
  for (const std::vector<Point>& way : *ways) {
    const auto captured = jumped(game, way);
    if (!captured || captured->size() < taken->size()) continue;
    if (!std::equal(taken->begin(), taken->end(), captured->begin())) continue;
    if (captured->size() > taken->size()) {
      best = std::max(best, Fit::begins);
    } else if (move.to() == squares.back()) {
      return Fit::whole;
    }
  }
  return best;
}

}  // namespace

// ---- Numbers ----

SquareNumbers::SquareNumbers(const Game& game) {
  const std::vector<LayoutPoint>& points = game.layout().points;
  for (Point point = 0; point < static_cast<Point>(points.size()); ++point) {
    if (points[index_of(point)].is_playable) points_.push_back(point);
  }
  const auto at = [&](Point point) -> const LayoutPoint& { return points[index_of(point)]; };
  const bool has_numbers = !points_.empty() && is_digits(at(points_.front()).label);
  std::ranges::sort(points_, [&](Point left, Point right) {
    if (has_numbers) {
      return base::parse_number<int>(at(left).label).value_or(0) < base::parse_number<int>(at(right).label).value_or(0);
    }
    return at(left).y != at(right).y ? at(left).y > at(right).y : at(left).x < at(right).x;
  });
  numbers_.assign(points.size(), 0);
  for (std::size_t index = 0; index < points_.size(); ++index) {
    numbers_[index_of(points_[index])] = static_cast<int>(index) + 1;
  }
}

std::string SquareNumbers::text_of(Point point) const {
  const std::string number = std::to_string(numbers_[index_of(point)]);
  return number.size() < digits_of_a_square ? "0" + number : number;
}

Point SquareNumbers::point_of(int number) const {
  return number < 1 || number > static_cast<int>(points_.size()) ? -1 : points_[index_of(number - 1)];
}

std::string SquareNumbers::steps_of(const MoveView& move) const {
  std::string steps;
  for (std::size_t step = 1; step < move.path.size(); ++step) {
    if (!steps.empty()) steps += ' ';
    steps += text_of(move.path[step - 1]) + text_of(move.path[step]);
  }
  return steps;
}

std::string numbered_position(const Game& game) {
  std::string own = game.position();
  if (is_star_game(game)) return own;
  const SquareNumbers numbers(game);
  std::map<std::string, std::string> white;  // what is written by two digits
  std::map<std::string, std::string> black;
  for (const game::PieceView& piece : game.pieces()) {
    const std::string number = numbers.text_of(piece.point);
    const std::string written = number.starts_with('0') ? number.substr(1) : number;
    (game.seat_name(piece.seat) == "White" ? white : black)[number] = (piece.is_king ? "K" : "") + written;
  }
  const auto listed = [](const std::map<std::string, std::string>& side) {
    std::string text;
    for (const auto& [number, written] : side) text += (text.empty() ? "" : ",") + written;
    return text;
  };
  return own.substr(0, 1) + ":W" + listed(white) + ":B" + listed(black);
}

// ---- All moves ----

std::size_t MovesText::begin_of_last() const {
  if (ends_.size() < 2) return 0;
  return ends_[ends_.size() - 2].end + 1;
}

// Whether what was read is how this match still goes: something may have been taken back.
bool MovesText::is_begun_by(const match::Match& match) const {
  const std::vector<match::PlayedMove>& moves = match.moves();
  if (ends_.size() > moves.size()) return false;
  return std::equal(ends_.begin(), ends_.end(), moves.begin(),
                    [](const Read& read, const match::PlayedMove& move) { return read.event == move.event; });
}

void MovesText::begin(const match::Match& match) {
  game_.reset();
  ends_.clear();
  text_.clear();
  if (is_own_ || is_star_game(match.game())) return;
  auto game = game::start(match.terms().game);
  if (!game) return;
  if (!match.terms().position.empty() && !(*game)->set_position(match.terms().position)) return;
  game_ = *std::move(game);
}

const std::string& MovesText::of(const match::Match& match) {
  if (ends_.empty() || !is_begun_by(match)) begin(match);
  const std::vector<match::PlayedMove>& moves = match.moves();
  std::optional<SquareNumbers> numbers;
  while (ends_.size() < moves.size()) {
    const match::PlayedMove& played = moves[ends_.size()];
    std::string word = played.text;
    if (game_) {
      if (!numbers) numbers.emplace(*game_);
      const auto move = game_->parse(played.text);
      // A move of a match is legal; if this build reads it otherwise, it is told as it was recorded.
      if (move && game_->play(*move)) word = numbers->steps_of(*move);
    }
    if (!text_.empty()) text_ += ' ';
    text_ += word;
    ends_.push_back({played.event, text_.size()});
  }
  return text_;
}

// ---- Steps that come ----

namespace {

// The squares of `2819`, `281910`; -1 for a number that is no square's. Empty where the text has another form.
std::vector<Point> squares_of(const Game& game, std::string_view text) {
  const bool is_steps = text.size() >= 2 * digits_of_a_square && text.size() % digits_of_a_square == 0 &&
                        is_digits(text) && !is_star_game(game);
  std::vector<Point> squares;
  if (!is_steps) return squares;
  const SquareNumbers numbers(game);
  for (std::size_t at = 0; at < text.size(); at += digits_of_a_square) {
    squares.push_back(numbers.point_of(base::parse_number<int>(text.substr(at, digits_of_a_square)).value_or(0)));
  }
  return squares;
}

bool has_unknown(const std::vector<Point>& squares) { return std::ranges::find(squares, -1) != squares.end(); }

// Whether these steps go on from there; another node may have kept it.
bool goes_on(const match::Match& match, const BegunCapture& before, const std::vector<Point>& squares) {
  const auto most = static_cast<Point>(match.game().layout().points.size());
  const bool is_sound = std::ranges::all_of(before.squares, [&](Point each) { return each >= 0 && each < most; });
  return is_sound && !before.squares.empty() && before.last_move == last_move(match) &&
         before.squares.back() == squares.front();
}

}  // namespace

bool is_jump(const Game& game, std::string_view text) {
  const std::vector<Point> squares = squares_of(game, text);
  return !squares.empty() && !has_unknown(squares) && jumped(game, squares).has_value();
}

std::expected<TakenSteps, match::Refused> take_steps(const match::Match& match,
                                                     const std::optional<BegunCapture>& before, std::string_view text) {
  const Game& game = match.game();
  std::vector<Point> squares = squares_of(game, text);
  if (squares.empty()) return TakenSteps{std::string(text), {}};
  if (has_unknown(squares)) return match::refused("illegal_move", "no legal move goes so: " + std::string(text));
  const auto legal = game.legal_moves();
  if (!legal) return match::refused("illegal_move", legal.error().reason);
  if (before && goes_on(match, *before, squares)) {
    std::vector<Point> all = before->squares;
    all.insert(all.end(), squares.begin() + 1, squares.end());
    squares = std::move(all);
  }
  const auto taken = jumped(game, squares);
  bool begins = false;
  for (const MoveView& move : *legal) {
    const Fit found = fit(game, move, squares, taken);
    if (found == Fit::whole) return TakenSteps{move.text, {}};
    begins = begins || found == Fit::begins;
  }
  if (begins) return TakenSteps{{}, BegunCapture{last_move(match), std::move(squares)}};
  // The match says why it is illegal: by which rule.
  const std::string& from = game.layout().points[index_of(squares.front())].label;
  const std::string& to = game.layout().points[index_of(squares.back())].label;
  return TakenSteps{from + (taken ? "x" : "-") + to, {}};
}

}  // namespace crownstar::server
