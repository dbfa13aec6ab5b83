#include "rules/record/record_numbers.hpp"

#include <algorithm>
#include <optional>

#include "base/letters.hpp"

namespace crownstar::game {

namespace {

std::optional<std::size_t> take_square(std::string_view& text, std::size_t squares) {
  std::size_t number = 0;
  std::size_t digits = 0;
  while (digits < text.size() && digits < 4 && base::is_digit(text[digits])) {
    number = number * 10 + static_cast<std::size_t>(text[digits++] - '0');
  }
  if (digits == 0 || number == 0 || number > squares) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

}  // namespace

std::vector<std::string> numbered_labels(const Layout& layout) {
  if (layout.shape != BoardShape::squares) return {};
  std::vector<const LayoutPoint*> squares;
  for (const LayoutPoint& point : layout.points) {
    if (!point.is_playable) continue;
    if (point.label.empty() || base::is_digit(point.label.front())) return {};
    squares.push_back(&point);
  }
  std::ranges::sort(squares, [](const LayoutPoint* left, const LayoutPoint* right) {
    return left->y != right->y ? left->y > right->y : left->x < right->x;
  });
  std::vector<std::string> labels;
  for (const LayoutPoint* square : squares) labels.push_back(square->label);
  return labels;
}

std::string position_with_letters(std::string_view text, const std::vector<std::string>& labels) {
  std::string result;
  while (!text.empty()) {
    const char letter = text.front();
    if (!base::is_digit(letter)) {
      result += letter;
      text.remove_prefix(1);
      continue;
    }
    const bool is_king = result.ends_with('K') || result.ends_with('k');
    const std::optional<std::size_t> first = take_square(text, labels.size());
    std::optional<std::size_t> last = first;
    if (first && text.starts_with('-')) {
      text.remove_prefix(1);
      last = take_square(text, labels.size());
    }
    if (!first || !last || *last < *first) return {};
    for (std::size_t square = *first; square <= *last; ++square) {
      if (square > *first) result += is_king ? ",K" : ",";
      result += labels[square - 1];
    }
  }
  return result;
}

Checked<void> set_recorded_position(Game& game, std::string_view text) {
  Checked<void> set = game.set_position(text);
  if (set) return set;
  const std::vector<std::string> labels = numbered_labels(game.layout());
  if (labels.empty()) return set;
  const std::string lettered = position_with_letters(text, labels);
  if (lettered.empty() || lettered == text) return set;
  const Checked<void> other = game.set_position(lettered);
  // A reason in terms of the rules says more than that numbers are not the game's notation.
  if (other || (set.error().rule.empty() && !other.error().rule.empty())) return other;
  return set;
}

}  // namespace crownstar::game
