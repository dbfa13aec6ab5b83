#include "rules/record/pdn/strict.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "base/text/letters.hpp"
#include "base/text/utf8.hpp"

namespace crownstar::game {

namespace {

constexpr std::string_view strict_blanks = " \t\r\n";
constexpr std::string_view strengths = "!?";

bool is_small(char letter) { return letter >= 'a' && letter <= 'z'; }

// Takes what a grammar's rule would from the front of a text.
struct Taking {
  std::string_view text;

  bool take(char letter) {
    if (!text.starts_with(letter)) return false;
    text.remove_prefix(1);
    return true;
  }
  bool take_any(std::string_view wanted) {
    if (text.empty() || !wanted.contains(text.front())) return false;
    text.remove_prefix(1);
    return true;
  }
  // `c3`, `11`: without a leading zero. Gives what it is.
  std::string_view take_square() {
    std::size_t end = !text.empty() && is_small(text.front()) ? 1 : 0;
    const std::size_t digits = end;
    while (end < text.size() && end < digits + 2 && base::is_digit(text[end])) ++end;
    if (end == digits || text[digits] == '0') return {};
    const std::string_view square = text.substr(0, end);
    text.remove_prefix(end);
    return square;
  }
  bool take_number() {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(end);
    return end > 0;
  }
};

bool is_strict_fen(std::string_view value) {
  Taking fen{value};
  if (!fen.take_any("WB?")) return false;
  while (fen.take(':')) {
    if (fen.text.starts_with('+')) return true;  // the counts of Frisian kings, which the standard does not know
    if (fen.text.empty() || fen.text.starts_with(':')) continue;  // no pieces, as in the null move `B::`
    if (!fen.take_any("WB?")) return false;
    if (fen.text.empty() || fen.text.starts_with(':')) continue;
    do {
      fen.take('K');
      if (fen.take_square().empty()) return false;
      if (fen.take('-') && fen.take_square().empty()) return false;
    } while (fen.take(','));
  }
  return fen.text.empty();
}

// `20` or `20,W,10,10,N2,0`.
bool is_strict_game_type(std::string_view value) {
  Taking type{value};
  if (!type.take_number()) return false;
  if (type.text.empty()) return true;
  const bool has_board = type.take(',') && type.take_any("WB") && type.take(',') && type.take_number() &&
                         type.take(',') && type.take_number() && type.take(',') && type.take_any("ANS") &&
                         type.take_any("0123");
  if (!has_board) return false;
  return type.text.empty() || (type.take(',') && type.take_any("01") && type.text.empty());
}

class StrictReader {
 public:
  StrictReader(std::string_view text, const std::function<void(const PdnProblem&)>& on_problem)
      : text_(text), on_problem_(on_problem) {}

  std::uint64_t read() {
    std::uint64_t good = 0;
    if (!base::is_utf8(text_)) on_problem_(pdn_problem({}, "the text is not UTF-8, which PDN 3.0 asks for"));
    skip_blanks();
    while (at_ < text_.size()) {
      start_ = at_;
      if (const auto reason = read_game()) {
        on_problem_(pdn_problem(place_of(at_), *reason));
        skip_game();
      } else {
        ++good;
      }
      skip_blanks();
    }
    return good;
  }

 private:
  using Reason = std::optional<std::string>;

  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  // Problems come in the order of the text, so each line is counted once.
  TextPlace place_of(std::size_t offset) {
    for (; counted_ < offset; ++counted_) {
      const char letter = text_[counted_];
      if (letter == '\n') {
        ++place_.line;
        place_.column = 1;
      } else if (!base::is_within_letter(letter)) {
        ++place_.column;
      }
    }
    return place_;
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (strict_blanks.contains(here())) {
        ++at_;
      } else if (here() == '%') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return;
      }
    }
  }

  void skip_game() {
    std::size_t next = std::max(at_, start_ + 1);
    // The tags of the game itself follow each other; the next game's come after something else.
    bool has_left_tags = !is_in_tags_;
    while (next < text_.size()) {
      const std::size_t line = std::min(text_.find('\n', next), text_.size());
      next = std::min(line + 1, text_.size());
      if (next >= text_.size()) break;
      const bool is_tag = text_[next] == '[';
      if (is_tag && has_left_tags) break;
      if (!is_tag && text_[next] != '\n' && text_[next] != '\r') has_left_tags = true;
    }
    at_ = next;
  }

  Reason read_game() {
    type_ = {};
    depth_ = 0;
    bool is_empty = true;
    is_in_tags_ = true;
    for (; here() == '['; skip_blanks(), is_empty = false) {
      if (auto reason = read_tag()) return reason;
    }
    is_in_tags_ = false;
    for (bool is_open_empty = false; at_ < text_.size(); skip_blanks()) {
      const char letter = here();
      if (letter == '*' || letter == '[') {
        if (depth_ > 0) return "a variation that is not closed; expected )";
        if (letter == '[') return "expected * before the next game's tags";
        if (is_empty) return "a game without tags and moves";
        ++at_;
        return {};
      }
      if (letter == ')') {
        if (depth_ == 0) return "a ) without its (";
        if (is_open_empty) return "a variation without moves";
        --depth_;
        ++at_;
        continue;
      }
      is_open_empty = letter == '(';
      is_empty = false;
      if (auto reason = read_item(letter)) return reason;
    }
    if (depth_ > 0) return "a variation that is not closed; expected )";
    return {};
  }

  Reason read_item(char letter) {
    if (letter == '{') return read_until('}', "a comment that is not closed; expected }");
    if (letter == '/') return read_until('/', "a setup that is not closed; expected /");
    if (letter == '$') {
      Taking nag{text_.substr(++at_)};
      if (!nag.take_number()) return "a $ without its number";
      at_ = text_.size() - nag.text.size();
      return {};
    }
    if (letter == '(') {
      ++at_;
      if (strengths.contains(here())) return "a strength stands right behind its move";
      ++depth_;
      return {};
    }
    return read_move();
  }

  Reason read_until(char end, const char* reason) {
    const std::size_t found = text_.find(end, at_ + 1);
    if (found == std::string_view::npos) return reason;
    at_ = found + 1;
    return {};
  }

  Reason read_tag() {
    Taking tag{text_.substr(at_ + 1)};
    const auto blanks = [&] {
      while (tag.take_any(strict_blanks)) continue;
    };
    blanks();
    const std::size_t end = std::min(
        tag.text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"), tag.text.size());
    const std::string_view name = tag.text.substr(0, end);
    if (name.empty() || !base::is_letter(name.front()) || is_small(name.front())) {
      return "a tag's name begins with a capital letter and holds letters, digits and _";
    }
    tag.text.remove_prefix(end);
    blanks();
    if (!tag.take('"')) return "a tag's value stands in quotation marks";
    std::size_t close = 0;
    while (close < tag.text.size() && tag.text[close] != '"') close += tag.text[close] == '\\' ? std::size_t{2} : 1;
    if (close >= tag.text.size()) return "a tag's value is not closed; expected a quotation mark";
    const std::string_view value = tag.text.substr(0, close);
    tag.text.remove_prefix(close + 1);
    blanks();
    if (!tag.take(']')) return "a tag is not closed; expected ] (a quotation mark in a value is \\\")";
    if (name == "GameType") {
      if (!is_strict_game_type(value)) return "expected a GameType such as 20 or 20,W,10,10,N2,0";
      type_ = value;
    }
    if (name == "FEN" && !type_.starts_with("90") && !is_strict_fen(value)) {
      return "expected a FEN such as W:W31-50:B1-20, without blanks and a final dot";
    }
    at_ = text_.size() - tag.text.size();
    return {};
  }

  // The private type of the star, whose moves are paths.
  bool is_star() const { return type_.starts_with("90"); }

  Reason read_move() {
    Taking move{text_.substr(at_)};
    Taking number = move;
    if (number.take_number() && number.take('.')) {
      if (number.take('.') && !number.take('.')) return "a move's number has one dot or three";
      while (number.take_any(strict_blanks)) continue;
      move = number;
    }
    at_ = text_.size() - move.text.size();
    if (is_star() && move.text.starts_with("--")) {
      at_ += 2;
      return {};
    }
    std::string_view square = move.take_square();
    if (square.empty()) return "expected a move, a comment, a variation or *";
    const bool has_letter = is_small(square.front());
    const bool is_letters_type = type_.contains(",A");
    if (!is_star() && (has_letter ? type_.contains(",N") : is_letters_type)) {
      return "the squares are not in the notation that the GameType names";
    }
    const bool has_colon = type_.starts_with("25") || type_.starts_with("41");
    int squares = 1;
    char first_sign = '\0';
    while (true) {
      Taking next = move;
      const char sign = next.text.empty() ? '\0' : next.text.front();
      const bool is_sign = sign == '-' || sign == 'x' || (has_colon && sign == ':');
      // `a3b4`: letters need no sign.
      if (is_sign) next.take(sign);
      const bool is_run_together = !is_sign && has_letter && squares == 1;
      if (!is_sign && !is_run_together) break;
      if (squares > 1 && sign != first_sign) break;
      square = next.take_square();
      if (square.empty() || is_small(square.front()) != has_letter) break;
      if (squares > 1 && sign == '-' && !is_star()) break;
      first_sign = sign;
      move = next;
      ++squares;
    }
    if (squares < 2) return "expected a move such as 32-28 or 28x19; a result stands in its tag, and * ends a game";
    read_strength(move);
    at_ = text_.size() - move.text.size();
    const bool ends = move.text.empty() || std::string_view(" \t\r\n{()$/*%[").contains(move.text.front());
    if (!ends) return "expected a blank behind the move";
    return {};
  }

  static void read_strength(Taking& move) {
    Taking strength = move;
    const bool is_bracketed = strength.take('(');
    bool has_any = false;
    while (strength.take_any(strengths)) has_any = true;
    if (has_any && (!is_bracketed || strength.take(')'))) move = strength;
  }

  std::string_view text_;
  const std::function<void(const PdnProblem&)>& on_problem_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;  // of the game at hand
  bool is_in_tags_ = false;
  std::string_view type_;    // its GameType
  int depth_ = 0;            // of variations
  std::size_t counted_ = 0;  // how far `place_` has been counted
  TextPlace place_;
};

}  // namespace

std::uint64_t check_strict_pdn(std::string_view text,
                               const std::function<void(const PdnProblem& problem)>& on_problem) {
  return StrictReader(text, on_problem).read();
}

}  // namespace crownstar::game
