#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "oracle/draughts_oracle.hpp"

// The board itself, its start, and its two written forms.
namespace crownstar::oracle {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

std::optional<int> read_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

std::optional<Side> read_side(std::string_view text) {
  if (text == "W") {
    return Side::white;
  }
  return text == "B" ? std::optional{Side::black} : std::nullopt;
}

Board empty_board(const Rules& rules) {
  Board board;
  board.rows = rules.rows;
  board.columns = rules.columns;
  board.cells.assign(static_cast<std::size_t>(rules.rows * rules.columns), Cell::empty);
  board.side_to_move = rules.first_mover;
  return board;
}

// The played squares in the order of their numbers.
std::vector<Position> numbered_squares(const Rules& rules) {
  std::vector<Position> squares;
  for (int row = 0; row < rules.rows; ++row) {
    for (int column = 0; column < rules.columns; ++column) {
      if (is_played(rules, {row, column})) {
        squares.push_back({row, column});
      }
    }
  }
  if (rules.numbering == Numbering::from_bottom_right) {
    std::ranges::reverse(squares);
  }
  return squares;
}

std::optional<Position> read_algebraic(const Rules& rules, std::string_view text) {
  if (text.size() < 2 || text[0] < 'a' || text[0] > 'z') {
    return std::nullopt;
  }
  const std::optional<int> rank = read_number(text.substr(1));
  if (!rank) {
    return std::nullopt;
  }
  return Position{rules.rows - *rank, text[0] - 'a'};
}

std::optional<std::vector<Position>> read_squares(const Rules& rules, std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = read_square(rules, text.substr(0, dash));
  if (!first) {
    return std::nullopt;
  }
  if (dash == std::string_view::npos) {
    return std::vector<Position>{*first};
  }
  const auto last = read_square(rules, text.substr(dash + 1));
  if (!last || rules.numbering == Numbering::algebraic_from_bottom_left) {
    return std::nullopt;
  }
  const std::vector<Position> squares = numbered_squares(rules);
  const auto begin = std::ranges::find(squares, *first);
  const auto end = std::ranges::find(squares, *last);
  if (begin > end) {
    return std::nullopt;
  }
  return std::vector<Position>(begin, end + 1);
}

// One side's list: `W31,K46`, with or without pieces.
bool put_pieces(const Rules& rules, std::string_view text, Board& board) {
  const std::optional<Side> side = read_side(text.substr(0, 1));
  if (!side) {
    return false;
  }
  text.remove_prefix(1);
  if (text.empty()) {
    return true;
  }
  for (std::string_view item : split(text, ',')) {
    const bool king = item.starts_with('K');
    item.remove_prefix(king ? 1 : 0);
    const auto squares = read_squares(rules, item);
    if (!squares) {
      return false;
    }
    for (const Position square : *squares) {
      if (board.at(square) != Cell::empty) {
        return false;
      }
      board.put(square, *side == Side::white ? (king ? Cell::white_king : Cell::white_man)
                                             : (king ? Cell::black_king : Cell::black_man));
    }
  }
  return true;
}

bool read_rows(const Rules& rules, std::string_view text, Board& board) {
  const std::vector<std::string_view> rows = split(text, '/');
  if (rows.size() != static_cast<std::size_t>(board.rows)) {
    return false;
  }
  for (int row = 0; row < board.rows; ++row) {
    const std::string_view cells = rows[static_cast<std::size_t>(row)];
    if (cells.size() != static_cast<std::size_t>(board.columns)) {
      return false;
    }
    for (int column = 0; column < board.columns; ++column) {
      const char cell = cells[static_cast<std::size_t>(column)];
      const bool is_known = std::string_view{".wWbB"}.find(cell) != std::string_view::npos;
      if (!is_known || (cell != '.' && !is_played(rules, {row, column}))) {
        return false;
      }
      board.put({row, column}, static_cast<Cell>(cell));
    }
  }
  return true;
}

bool read_king_run(std::string_view text, Board& board) {
  if (!text.starts_with("w=") && !text.starts_with("b=")) {
    return false;
  }
  const std::vector<std::string_view> numbers = split(text.substr(2), ',');
  if (numbers.size() != 3) {
    return false;
  }
  const auto row = read_number(numbers[0]);
  const auto column = read_number(numbers[1]);
  const auto moves = read_number(numbers[2]);
  if (!row || !column || !moves || !board.holds({*row, *column})) {
    return false;
  }
  board.king_runs[text[0] == 'w' ? 0 : 1] = {*moves, {*row, *column}};
  return true;
}

std::string write_pieces(const Rules& rules, const Board& board, Cell man, Cell king) {
  std::string text;
  for (const Position square : numbered_squares(rules)) {
    const Cell cell = board.at(square);
    if (cell == man || cell == king) {
      text += text.empty() ? "" : ",";
      text += (cell == king ? "K" : "") + write_square(rules, square);
    }
  }
  return text;
}

}  // namespace

Cell Board::at(Position position) const {
  return cells[static_cast<std::size_t>(position.row * columns + position.column)];
}

void Board::put(Position position, Cell cell) {
  cells[static_cast<std::size_t>(position.row * columns + position.column)] = cell;
}

bool Board::holds(Position position) const {
  return position.row >= 0 && position.row < rows && position.column >= 0 && position.column < columns;
}

bool is_played(const Rules& rules, Position position) {
  if (rules.every_cell_is_played) {
    return true;
  }
  const bool has_colour_of_bottom_left = (position.row + position.column) % 2 == (rules.rows - 1) % 2;
  return has_colour_of_bottom_left == rules.bottom_left_is_played;
}

Board start(const Rules& rules) {
  Board board = empty_board(rules);
  for (int row = rules.vacant_home_rows; row < rules.vacant_home_rows + rules.men_rows; ++row) {
    for (int column = 0; column < rules.columns; ++column) {
      const Position black{row, column};
      const Position white{rules.rows - 1 - row, column};
      if (is_played(rules, black)) {
        board.put(black, Cell::black_man);
      }
      if (is_played(rules, white)) {
        board.put(white, Cell::white_man);
      }
    }
  }
  return board;
}

std::string write_board(const Board& board) {
  std::string text{board.side_to_move == Side::white ? "W " : "B "};
  for (int row = 0; row < board.rows; ++row) {
    text += row == 0 ? "" : "/";
    for (int column = 0; column < board.columns; ++column) {
      text += static_cast<char>(board.at({row, column}));
    }
  }
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const KingRun& run = board.king_runs[side];
    if (run.moves > 0) {
      text += (side == 0 ? " w=" : " b=") + std::to_string(run.king.row) + ',' + std::to_string(run.king.column) + ',' +
              std::to_string(run.moves);
    }
  }
  return text;
}

std::optional<Board> read_board(const Rules& rules, std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ' ');
  Board board = empty_board(rules);
  if (parts.size() < 2 || !read_side(parts[0]) || !read_rows(rules, parts[1], board)) {
    return std::nullopt;
  }
  board.side_to_move = *read_side(parts[0]);
  for (std::size_t part = 2; part < parts.size(); ++part) {
    if (!read_king_run(parts[part], board)) {
      return std::nullopt;
    }
  }
  return board;
}

std::optional<Position> read_square(const Rules& rules, std::string_view text) {
  if (rules.numbering == Numbering::algebraic_from_bottom_left) {
    const std::optional<Position> square = read_algebraic(rules, text);
    return square && empty_board(rules).holds(*square) && is_played(rules, *square) ? square : std::nullopt;
  }
  const std::vector<Position> squares = numbered_squares(rules);
  const std::optional<int> number = read_number(text);
  if (!number || *number < 1 || *number > static_cast<int>(squares.size())) {
    return std::nullopt;
  }
  return squares[static_cast<std::size_t>(*number - 1)];
}

std::string write_square(const Rules& rules, Position position) {
  if (rules.numbering == Numbering::algebraic_from_bottom_left) {
    return static_cast<char>('a' + position.column) + std::to_string(rules.rows - position.row);
  }
  const std::vector<Position> squares = numbered_squares(rules);
  return std::to_string(std::ranges::find(squares, position) - squares.begin() + 1);
}

std::optional<Board> read_fen(const Rules& rules, std::string_view text) {
  if (text == "start") {
    return start(rules);
  }
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() != 3 || !read_side(parts[0])) {
    return std::nullopt;
  }
  Board board = empty_board(rules);
  board.side_to_move = *read_side(parts[0]);
  if (!put_pieces(rules, parts[1], board) || !put_pieces(rules, parts[2], board)) {
    return std::nullopt;
  }
  return board;
}

std::string write_fen(const Rules& rules, const Board& board) {
  const std::string side{board.side_to_move == Side::white ? "W" : "B"};
  return side + ":W" + write_pieces(rules, board, Cell::white_man, Cell::white_king) + ":B" +
         write_pieces(rules, board, Cell::black_man, Cell::black_king);
}

}  // namespace crownstar::oracle
