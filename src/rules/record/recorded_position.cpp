#include "rules/record/recorded_position.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/letters.hpp"
#include "base/text/parse_number.hpp"
#include "rules/draughts/notation/fen.hpp"

namespace crownstar::game {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Out of `[FEN "…"]`, `/FEN "…"/` and `FEN …`.
std::string unwrapped(std::string_view text) {
  text = trimmed(text);
  for (const auto& [open, close] : {std::pair('[', ']'), std::pair('/', '/')}) {
    if (text.size() > 1 && text.front() == open && text.back() == close)
      text = trimmed(text.substr(1, text.size() - 2));
  }
  std::string value = value_after_word(text, "FEN");
  return value.empty() ? std::string(text) : value;
}

// With the letters W, B and K as they should be, and plain dashes for those of web pages (U+2010 to U+2014).
std::string with_usual_signs(std::string_view text, const Layout& layout) {
  constexpr int files_before_k = 10;  // with more of them k2 is a square, and no king on 2
  const bool has_small_kings = layout.columns <= files_before_k;
  std::string usual;
  char before = ':';  // the sign before, which is no blank
  for (std::size_t index = 0; index < text.size(); ++index) {
    const bool is_dash = text.substr(index).starts_with("\xE2\x80") && index + 2 < text.size() &&
                         text[index + 2] >= '\x90' && text[index + 2] <= '\x94';
    if (is_dash) index += 2;
    char letter = is_dash ? '-' : text[index];
    const bool begins_side = before == ':' && (letter == 'w' || letter == 'b');
    const bool begins_piece = std::string_view("WB,-").contains(before) && letter == 'k' && has_small_kings;
    if (begins_side || begins_piece) letter = static_cast<char>(letter - 'a' + 'A');
    usual += letter;
    if (!blanks.contains(letter)) before = letter;
  }
  return usual;
}

// A position as it is written, square by square.
struct WrittenPosition {
  struct Piece {
    bool is_white = false;
    bool is_king = false;
    std::string square;
  };

  char turn = '?';
  bool names_sides = false;  // and not only who is to move
  bool has_gap = false;      // a field with nothing in it
  std::vector<Piece> pieces;
  std::string extras;  // fields of counts, each with its colon
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(draughts::without_ornaments(text)) {}

  std::optional<WrittenPosition> read() {
    std::string_view rest = text_;
    const std::string_view turn = take_field(rest);
    if (turn != "W" && turn != "B" && turn != "?") return std::nullopt;
    position_.turn = turn.front();
    while (has_more_) {
      const std::string_view field = take_field(rest);
      if (field.empty()) {
        position_.has_gap = true;
        continue;
      }
      if (std::string_view("+HF").contains(field.front())) {
        position_.extras += ":" + std::string(field);
      } else if (!read_side(field)) {
        return std::nullopt;
      }
    }
    return std::move(position_);
  }

 private:
  std::string_view take_field(std::string_view& rest) {
    const std::size_t colon = rest.find(':');
    const std::string_view field = rest.substr(0, colon);
    has_more_ = colon != std::string_view::npos;
    rest.remove_prefix(has_more_ ? colon + 1 : rest.size());
    return field;
  }

  bool read_side(std::string_view field) {
    if (field.front() != 'W' && field.front() != 'B') return false;
    const bool is_white = field.front() == 'W';
    position_.names_sides = true;
    field.remove_prefix(1);
    while (!field.empty()) {
      const std::size_t comma = std::min(field.find(','), field.size());
      if (!read_pieces(is_white, field.substr(0, comma))) return false;
      field.remove_prefix(std::min(comma + 1, field.size()));
    }
    return true;
  }

  bool read_pieces(bool is_white, std::string_view text) {
    // More than any board could be meant to hold.
    constexpr std::size_t most_pieces = 400;
    const bool is_king = text.starts_with('K');
    if (is_king) text.remove_prefix(1);
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos) {
      std::string square(text);
      std::ranges::transform(square, square.begin(), base::lowered);
      position_.pieces.push_back({is_white, is_king, std::move(square)});
      return position_.pieces.size() <= most_pieces;
    }
    const int first = number_in(text.substr(0, dash));
    const std::string_view end = text.substr(dash + 1);
    const int last = number_in(is_king && end.starts_with('K') ? end.substr(1) : end);
    if (first < 1 || last < first) return false;
    for (int square = first; square <= last; ++square) {
      position_.pieces.push_back({is_white, is_king, std::to_string(square)});
    }
    return position_.pieces.size() <= most_pieces;
  }

  static int number_in(std::string_view text) {
    if (text.empty() || text.size() > 3 || !std::ranges::all_of(text, base::is_digit)) return 0;
    int number = 0;
    for (const char digit : text) number = number * 10 + (digit - '0');
    return number;
  }

  std::string text_;
  bool has_more_ = false;
  WrittenPosition position_;
};

// The squares by the game's own labels; false if one is none.
bool rename_squares(WrittenPosition& position, const Layout& layout, const SquareNotation& notation) {
  return std::ranges::all_of(position.pieces, [&](WrittenPosition::Piece& piece) {
    const auto is_own = [&](const LayoutPoint& point) { return point.is_playable && point.label == piece.square; };
    std::string own = notation.own(piece.square);
    if (own.empty() && std::ranges::any_of(layout.points, is_own)) own = piece.square;
    piece.square = std::move(own);
    return !piece.square.empty();
  });
}

// A man where it would have been crowned is one that a problem's maker took for a king.
void crown(WrittenPosition& position, const Game& game, std::vector<std::string>& notes) {
  const int white_set = game.seat_name(0) == "White" ? 1 : 2;
  for (WrittenPosition::Piece& piece : position.pieces) {
    const auto point = std::ranges::find(game.layout().points, piece.square, &LayoutPoint::label);
    if (piece.is_king || point == game.layout().points.end()) continue;
    if (point->goal_of != (piece.is_white ? white_set : 3 - white_set)) continue;
    piece.is_king = true;
    notes.push_back("the man on " + piece.square + ", where it is crowned, is taken as a king");
  }
}

std::string text_of(const WrittenPosition& position) {
  std::string sides[2];
  for (const WrittenPosition::Piece& piece : position.pieces) {
    std::string& side = sides[piece.is_white ? 0 : 1];
    side += (side.empty() ? "" : ",") + std::string(piece.is_king ? "K" : "") + piece.square;
  }
  return std::string(1, position.turn) + ":W" + sides[0] + ":B" + sides[1] + position.extras;
}

}  // namespace

std::string value_after_word(std::string_view text, std::string_view upper_word) {
  text = trimmed(text);
  const auto is_same = [](char letter, char upper) { return letter == upper || letter == upper - 'A' + 'a'; };
  if (!std::ranges::equal(text.substr(0, upper_word.size()), upper_word, is_same)) return {};
  text = trimmed(text.substr(upper_word.size()));
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return std::string(text);
}

std::string position_as_written(std::string_view text, const SquareNotation& notation) {
  std::optional<WrittenPosition> position = Reader(text).read();
  if (!position) return std::string(text);
  for (WrittenPosition::Piece& piece : position->pieces) piece.square = notation.written(piece.square);
  // By number, or row by row: the other notation may count from another corner.
  std::ranges::sort(position->pieces, {}, [](const WrittenPosition::Piece& piece) {
    const std::string_view square = piece.square;
    const std::size_t letter_count = std::min(square.find_first_of("0123456789"), square.size());
    return std::pair(base::parse_number<int>(square.substr(letter_count)).value_or(0), square.substr(0, letter_count));
  });
  return text_of(*position);
}

namespace {

bool read_position(const std::string& plain, bool mends, WrittenPosition& position) {
  std::optional<WrittenPosition> read = Reader(plain).read();
  if (!read || (read->has_gap && !mends)) return false;
  position = *std::move(read);
  return true;
}

Checked<std::vector<std::string>> set_position(Game& game, std::string_view text, const SquareNotation* notation,
                                               bool mends) {
  const bool is_star = game.layout().shape == BoardShape::star;
  const std::string plain = is_star ? unwrapped(text) : with_usual_signs(unwrapped(text), game.layout());
  std::vector<std::string> notes;
  Checked<void> set = base::refuse("");
  if (notation == nullptr) {
    set = game.set_position(plain);
    if (set) return notes;
  }
  WrittenPosition position;
  if (!is_star && read_position(plain, mends, position)) {
    if (position.turn == '?') {
      position.turn = game.position().front();
      notes.push_back("who is to move is not said: " + game.seat_name(game.seat_to_move()));
    }
    if (mends && !position.names_sides) {
      const std::string standing = game.position();
      const bool is_null_move = standing.front() != position.turn;
      notes.emplace_back(is_null_move ? "a null move: the same pieces with the other side to move"
                                      : "a position without pieces: those that stand are kept");
      if (auto kept = game.set_position(position.turn + standing.substr(1)); !kept) {
        return std::unexpected(kept.error());
      }
      return notes;
    }
    const SquareNotation other = notation != nullptr ? *notation : usual_other_notation(game.layout());
    if (rename_squares(position, game.layout(), other)) {
      if (mends) crown(position, game, notes);
      const Checked<void> renamed = game.set_position(text_of(position));
      if (renamed) return notes;
      // A reason in terms of the rules says more than that the squares are not the game's.
      if (notation != nullptr || (set.error().rule.empty() && !renamed.error().rule.empty())) set = renamed;
    } else if (notation != nullptr) {
      set = game.set_position(plain);
    }
  } else if (notation != nullptr) {
    set = game.set_position(plain);
  }
  if (!set) return std::unexpected(set.error());
  return notes;
}

}  // namespace

Checked<std::vector<std::string>> set_written_position(Game& game, std::string_view text) {
  return set_position(game, text, nullptr, false);
}

Checked<std::vector<std::string>> set_recorded_position(Game& game, std::string_view text,
                                                        const SquareNotation* notation) {
  return set_position(game, text, notation, true);
}

}  // namespace crownstar::game
