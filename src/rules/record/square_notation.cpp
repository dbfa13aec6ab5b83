#include "rules/record/square_notation.hpp"

#include <algorithm>
#include <cmath>

#include "base/text/letters.hpp"

namespace crownstar::game {

namespace {

std::string name_at(const std::vector<std::string>& from, const std::vector<std::string>& to, std::string_view name) {
  const auto found = std::ranges::find(from, name);
  return found == from.end() ? std::string() : to[static_cast<std::size_t>(found - from.begin())];
}

// Small, and without leading zeros: `C03` as c3.
std::string plain(std::string_view square) {
  std::string text;
  for (const char letter : square) {
    const bool leads = letter == '0' && (text.empty() || base::is_letter(text.back()));
    if (!leads) text += base::lowered(letter);
  }
  return text;
}

// `c3`, `11`: a letter at most, and digits.
std::size_t end_of_square(std::string_view text) {
  std::size_t end =
      !text.empty() && base::is_letter(text.front()) && text.front() != 'x' && text.front() != 'X' ? 1 : 0;
  const std::size_t digits = end;
  while (end < text.size() && base::is_digit(text[end])) ++end;
  return end > digits ? end : 0;
}

template <class Rename>
std::string renamed(std::string_view text, const Rename& rename) {
  std::string result;
  bool follows_square = false;
  while (!text.empty()) {
    const std::size_t end = end_of_square(text);
    if (end == 0) {
      result += text.front();
      text.remove_prefix(1);
      follows_square = false;
      continue;
    }
    const std::string square = rename(text.substr(0, end));
    if (square.empty()) return {};
    if (follows_square) result += '-';
    result += square;
    text.remove_prefix(end);
    follows_square = true;
  }
  return result;
}

std::vector<std::string_view> fields_of(std::string_view game_type) {
  std::vector<std::string_view> fields;
  for (std::size_t start = 0; start <= game_type.size();) {
    const std::size_t comma = std::min(game_type.find(',', start), game_type.size());
    fields.push_back(game_type.substr(start, comma - start));
    start = comma + 1;
  }
  return fields;
}

}  // namespace

SquareNotation::SquareNotation(const Layout& layout, SquareNames names, Corner first) {
  const bool is_right = first == Corner::bottom_right || first == Corner::top_right;
  const bool is_top = first == Corner::top_left || first == Corner::top_right;
  const auto take = [&](const LayoutPoint& point, int row) {
    if (!point.is_playable || static_cast<int>(is_top ? layout.rows - 1 - point.y : point.y) != row) return;
    own_.push_back(point.label);
    if (names == SquareNames::numbers) {
      written_.push_back(std::to_string(own_.size()));
    } else {
      const int column = static_cast<int>(is_right ? layout.columns - 1 - point.x : point.x);
      written_.push_back(static_cast<char>('a' + column) + std::to_string(row + 1));
    }
  };
  // A layout has its points row by row from White's left corner: taken so, they need no sorting.
  for (int row = 0; row < layout.rows; ++row) {
    for (std::size_t i = 0; i < layout.points.size(); ++i) {
      take(layout.points[is_right ? layout.points.size() - 1 - i : i], row);
    }
  }
}

std::string SquareNotation::own(std::string_view written) const { return name_at(written_, own_, plain(written)); }

std::string SquareNotation::written(std::string_view own) const { return name_at(own_, written_, own); }

std::string SquareNotation::text_in_own(std::string_view text) const {
  return renamed(text, [this](std::string_view square) { return own(square); });
}

std::string SquareNotation::text_as_written(std::string_view text) const {
  return renamed(text, [this](std::string_view square) { return written(square); });
}

SquareNames own_names(const Layout& layout) {
  const auto first = std::ranges::find(layout.points, true, &LayoutPoint::is_playable);
  const bool has_numbers =
      first != layout.points.end() && !first->label.empty() && base::is_digit(first->label.front());
  return has_numbers ? SquareNames::numbers : SquareNames::letters;
}

std::optional<SquareNotation> notation_of(const Layout& layout, std::string_view game_type) {
  if (layout.shape != BoardShape::squares) return std::nullopt;
  const std::vector<std::string_view> fields = fields_of(game_type);
  if (fields.size() < 5 || fields[4].size() != 2) return std::nullopt;
  const char kind = fields[4][0];
  const int digit = fields[4][1] - '0';
  // The corner is told as whoever begins sees it, and Black looks from the other side.
  const bool is_known = (kind == 'A' || kind == 'N' || kind == 'S') && digit >= 0 && digit <= 3;
  if (!is_known) return std::nullopt;
  const Corner corner = static_cast<Corner>(fields[1] == "B" ? 3 - digit : digit);
  SquareNotation notation(layout, kind == 'N' ? SquareNames::numbers : SquareNames::letters, corner);
  if (notation.is_own()) return std::nullopt;
  return notation;
}

std::string game_type_with(std::string_view game_type, SquareNames names) {
  std::vector<std::string_view> fields = fields_of(game_type);
  const bool has_letters = fields.size() > 4 && fields[4].starts_with('A');
  if (fields.size() < 5 || has_letters == (names == SquareNames::letters)) return std::string(game_type);
  const bool black_begins = fields[1] == "B";
  fields[4] = names == SquareNames::letters ? (black_begins ? "A3" : "A0") : black_begins ? "N1" : "N2";
  std::string type(fields.front());
  for (std::size_t index = 1; index < fields.size(); ++index) type += "," + std::string(fields[index]);
  return type;
}

SquareNotation usual_other_notation(const Layout& layout) {
  return own_names(layout) == SquareNames::letters ? SquareNotation(layout, SquareNames::numbers, Corner::top_left)
                                                   : SquareNotation(layout, SquareNames::letters, Corner::bottom_left);
}

}  // namespace crownstar::game
