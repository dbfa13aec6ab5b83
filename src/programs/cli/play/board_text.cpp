#include "programs/cli/play/board_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace crownstar::cli {
namespace {

using game::BoardShape;
using game::Layout;
using game::LayoutPoint;
using game::PieceView;
using game::Point;

char lowered(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }
char raised(char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; }

// Wraps a text into the terminal's signs for a colour (ECMA-48, SGR), which take no room.
std::string painted(std::string_view text, std::string_view code, const BoardLook& look) {
  return look.is_coloured ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string faint(std::string_view text, const BoardLook& look) { return painted(text, "2", look); }

char first_letter(const BoardPicture& picture, const PieceView& piece) {
  const std::string& name = picture.seat_names.at(static_cast<std::size_t>(piece.seat));
  return name.empty() ? '?' : name.front();
}

std::string square_piece(const BoardPicture& picture, const PieceView& piece, const BoardLook& look) {
  const char letter = first_letter(picture, piece);
  const bool is_white = raised(letter) == 'W';
  std::string sign(1, piece.is_king ? raised(letter) : lowered(letter));
  if (look.is_unicode) sign = is_white ? (piece.is_king ? "⛁" : "⛀") : (piece.is_king ? "⛃" : "⛂");
  return painted(sign, is_white ? "1" : raised(letter) == 'R' ? "1;31" : "1;36", look);
}

std::string star_piece(const PieceView& piece, const BoardLook& look) {
  constexpr std::array<std::string_view, 7> circled{"○", "①", "②", "③", "④", "⑤", "⑥"};
  constexpr std::array<std::string_view, 7> colours{"1", "1;31", "1;32", "1;33", "1;34", "1;35", "1;36"};
  const auto set = static_cast<std::size_t>(std::clamp(piece.set, 0, 6));
  return painted(look.is_unicode ? std::string(circled[set]) : std::to_string(set), colours[set], look);
}

// What stands on each point, for both kinds of board.
class PlacedPieces {
 public:
  explicit PlacedPieces(const BoardPicture& picture)
      : pieces_(picture.layout.points.size()), is_marked_(picture.layout.points.size(), false) {
    for (const PieceView& piece : picture.pieces) pieces_.at(static_cast<std::size_t>(piece.point)) = piece;
    for (const Point point : picture.marked) is_marked_.at(static_cast<std::size_t>(point)) = true;
  }

  const std::optional<PieceView>& at(Point point) const { return pieces_[static_cast<std::size_t>(point)]; }
  bool is_marked(Point point) const { return is_marked_[static_cast<std::size_t>(point)]; }

 private:
  std::vector<std::optional<PieceView>> pieces_;
  std::vector<bool> is_marked_;
};

// Squares are cells of five letters. Numbers stand in the cells; letters and numbers of c3 stand at the edges.
class SquareBoard {
 public:
  SquareBoard(const BoardPicture& picture, const BoardLook& look)
      : picture_(picture), layout_(picture.layout), look_(look), placed_(picture) {
    const auto is_lettered = [](const LayoutPoint& point) {
      return !point.label.empty() && point.label.front() >= 'a' && point.label.front() <= 'z';
    };
    has_letters_ = std::ranges::any_of(layout_.points, is_lettered);
    points_.resize(static_cast<std::size_t>(layout_.rows),
                   std::vector<Point>(static_cast<std::size_t>(layout_.columns), -1));
    for (std::size_t index = 0; index < layout_.points.size(); ++index) {
      const int row = static_cast<int>(std::lround(layout_.points[index].y));
      const int column = static_cast<int>(std::lround(layout_.points[index].x));
      points_.at(line_of(row)).at(place_of(column)) = static_cast<Point>(index);
    }
  }

  std::string draw() const {
    std::string text = files();
    for (std::size_t line = 0; line < points_.size(); ++line) {
      text += border(line);
      const std::string rank = rank_of(points_[line]);
      text += has_letters_ ? faint(fmt::format("{:>3} ", rank), look_) : std::string(1, ' ');
      for (const Point point : points_[line]) text += (look_.is_unicode ? "│" : "|") + cell(point);
      text += look_.is_unicode ? "│" : "|";
      if (has_letters_) text += faint(" " + rank, look_);
      text += '\n';
    }
    return text + border(points_.size()) + files();
  }

 private:
  std::size_t line_of(int row) const {
    return static_cast<std::size_t>(look_.is_flipped ? row : layout_.rows - 1 - row);
  }
  std::size_t place_of(int column) const {
    return static_cast<std::size_t>(look_.is_flipped ? layout_.columns - 1 - column : column);
  }

  const LayoutPoint* found(Point point) const {
    return point < 0 ? nullptr : &layout_.points[static_cast<std::size_t>(point)];
  }

  std::string cell(Point point) const {
    const LayoutPoint* square = found(point);
    if (square == nullptr || !square->is_playable) return look_.is_unicode ? faint("░░░░░", look_) : "     ";
    const std::string number = has_letters_ ? " " : faint(fmt::format("{:>2}", square->label), look_);
    const std::string end = has_letters_ ? " " : "";
    const auto& piece = placed_.at(point);
    if (!piece) return number + (has_letters_ ? (look_.is_unicode ? " · " : " . ") : "   ") + end;
    const std::string sign = square_piece(picture_, *piece, look_);
    const bool is_marked = placed_.is_marked(point);
    return number + (is_marked ? "[" : " ") + sign + (is_marked ? "]" : " ") + end;
  }

  std::string border(std::size_t line) const {
    const bool is_first = line == 0;
    const bool is_last = line == points_.size();
    std::string_view left = "+";
    std::string_view middle = "+";
    std::string_view right = "+";
    if (look_.is_unicode) {
      left = is_first ? "┌" : is_last ? "└" : "├";
      middle = is_first ? "┬" : is_last ? "┴" : "┼";
      right = is_first ? "┐" : is_last ? "┘" : "┤";
    }
    std::string text(has_letters_ ? 4 : 1, ' ');
    for (int column = 0; column < layout_.columns; ++column) {
      text += column == 0 ? left : middle;
      text += look_.is_unicode ? "─────" : "-----";
    }
    return text.append(right) + "\n";
  }

  // The letters of the files; nothing on a board whose squares have numbers.
  std::string files() const {
    if (!has_letters_) return "";
    std::string text(4, ' ');
    for (std::size_t place = 0; place < points_.front().size(); ++place) {
      char letter = ' ';
      for (const auto& line : points_) {
        const LayoutPoint* square = found(line[place]);
        if (square != nullptr && !square->label.empty()) letter = square->label.front();
      }
      text += std::string("   ") + letter + "  ";
    }
    return faint(text.erase(text.find_last_not_of(' ') + 1), look_) + "\n";
  }

  std::string rank_of(const std::vector<Point>& line) const {
    for (const Point point : line) {
      const LayoutPoint* square = found(point);
      if (has_letters_ && square != nullptr && !square->label.empty()) return square->label.substr(1);
    }
    return "";
  }

  const BoardPicture& picture_;
  const Layout& layout_;
  const BoardLook& look_;
  PlacedPieces placed_;
  std::vector<std::vector<Point>> points_;  // as they are shown, from the top left corner
  bool has_letters_ = false;
};

// A star is drawn on a sheet of letters: one line a row, four letters between neighbours, so that a line of holes that
// slants goes two letters aside with each row. Row letters stand at both margins; a column's number stands below and
// to the right of its lowest hole, where its next hole would be.
class StarBoard {
 public:
  StarBoard(const BoardPicture& picture, const BoardLook& look)
      : layout_(picture.layout), look_(look), placed_(picture) {
    for (const LayoutPoint& point : layout_.points) {
      left_ = std::min(left_, half_steps(point));
      right_ = std::max(right_, half_steps(point));
      lowest_ = std::min(lowest_, row(point));
      highest_ = std::max(highest_, row(point));
    }
    // One line more, for the numbers below the lowest hole.
    lines_.resize(static_cast<std::size_t>(highest_ - lowest_ + 2));
  }

  std::string draw() {
    std::map<std::string, Point> lowest_of_column;
    for (std::size_t index = 0; index < layout_.points.size(); ++index) {
      const auto point = static_cast<Point>(index);
      put_hole(point);
      const std::string& label = layout_.points[index].label;
      const auto [lowest, is_new] = lowest_of_column.try_emplace(column_name(label), point);
      if (!is_new && row(layout_.points[index]) < row(hole(lowest->second))) lowest->second = point;
    }
    for (const auto& [name, point] : lowest_of_column) {
      put(row(hole(point)) - 1, place(hole(point)) + 2, faint(name, look_), name.size());
    }
    std::string text;
    for (const Line& line : lines_) text += text_of(line) + "\n";
    return text;
  }

 private:
  // What begins at which place of a line, and how many letters it takes.
  struct Piece {
    std::string text;
    std::size_t width = 1;
  };
  using Line = std::map<int, Piece>;

  int side() const { return look_.is_flipped ? -1 : 1; }
  int half_steps(const LayoutPoint& point) const { return side() * static_cast<int>(std::lround(point.x * 2)); }
  int row(const LayoutPoint& point) const {
    return side() * static_cast<int>(std::lround(point.y / (std::sqrt(3.0) / 2)));
  }
  int place(const LayoutPoint& point) const { return (half_steps(point) - left_) * 2 + 4; }
  const LayoutPoint& hole(Point point) const { return layout_.points[static_cast<std::size_t>(point)]; }

  static std::string row_name(std::string_view label) {
    return std::string(label.substr(0, label.find_first_of("0123456789")));
  }
  static std::string column_name(std::string_view label) { return std::string(label.substr(row_name(label).size())); }

  void put(int row, int place, std::string text, std::size_t width) {
    lines_.at(static_cast<std::size_t>(highest_ - row))[place] = {std::move(text), width};
  }

  void put_hole(Point point) {
    const LayoutPoint& at = hole(point);
    const std::string name = faint(row_name(at.label), look_);
    put(row(at), 1, name, 1);
    put(row(at), (right_ - left_) * 2 + 9, name, 1);
    const auto& piece = placed_.at(point);
    if (!piece) {
      put(row(at), place(at), look_.is_unicode ? "·" : ".", 1);
      return;
    }
    const bool is_marked = placed_.is_marked(point);
    const std::string sign = star_piece(*piece, look_);
    if (look_.is_unicode && !is_marked) {
      put(row(at), place(at), sign, 1);
    } else {
      put(row(at), place(at) - 1, (is_marked ? "[" : "(") + sign + (is_marked ? "]" : ")"), 3);
    }
  }

  static std::string text_of(const Line& line) {
    std::string text;
    int end = 0;
    for (const auto& [begin, piece] : line) {
      if (begin > end) text.append(static_cast<std::size_t>(begin - end), ' ');
      text += piece.text;
      end = begin + static_cast<int>(piece.width);
    }
    return text;
  }

  const Layout& layout_;
  const BoardLook& look_;
  PlacedPieces placed_;
  int left_ = 0;  // in half steps
  int right_ = 0;
  int lowest_ = 0;
  int highest_ = 0;
  std::vector<Line> lines_;  // from the top
};

}  // namespace

BoardPicture picture_of(const game::Game& game) {
  BoardPicture picture{game.layout(), game.pieces(), {}, {}};
  for (int seat = 0; seat < game.seats(); ++seat) picture.seat_names.push_back(game.seat_name(seat));
  return picture;
}

std::string draw_board(const BoardPicture& picture, const BoardLook& look) {
  if (picture.layout.shape == BoardShape::star) return StarBoard(picture, look).draw();
  return SquareBoard(picture, look).draw();
}

std::string draw_piece(const BoardPicture& picture, const PieceView& piece, const BoardLook& look) {
  if (picture.layout.shape != BoardShape::star) return square_piece(picture, piece, look);
  const std::string sign = star_piece(piece, look);
  return look.is_unicode ? sign : "(" + sign + ")";
}

}  // namespace crownstar::cli
