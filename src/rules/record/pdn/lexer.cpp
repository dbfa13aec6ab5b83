#include "rules/record/pdn/lexer.hpp"

#include <algorithm>
#include <array>

#include "base/text/letters.hpp"
#include "base/text/quote.hpp"
#include "base/text/utf8.hpp"

namespace crownstar::game {

namespace {

enum class Letter : std::uint8_t { word, blank, newline, dot, mark, other };

constexpr std::array<Letter, 256> letters = [] {
  std::array<Letter, 256> kinds{};
  kinds.fill(Letter::other);
  for (std::size_t code = 0x80; code < 256; ++code) kinds[code] = Letter::word;
  for (char letter = '0'; letter <= '9'; ++letter) kinds[static_cast<std::size_t>(letter)] = Letter::word;
  for (char letter = 'a'; letter <= 'z'; ++letter) kinds[static_cast<std::size_t>(letter)] = Letter::word;
  for (char letter = 'A'; letter <= 'Z'; ++letter) kinds[static_cast<std::size_t>(letter)] = Letter::word;
  // A slash belongs to a word only inside it (1/2-1/2); in front it opens a setup.
  for (const char letter : std::string_view("-:+=,_'#&@^~|\\<>/`")) {
    kinds[static_cast<std::size_t>(letter)] = Letter::word;
  }
  // DOS ended its texts with Ctrl-Z.
  for (const char letter : std::string_view(" \t\v\f\x1A")) kinds[static_cast<std::size_t>(letter)] = Letter::blank;
  for (const char letter : std::string_view("\r\n")) kinds[static_cast<std::size_t>(letter)] = Letter::newline;
  for (const char letter : std::string_view("!?")) kinds[static_cast<std::size_t>(letter)] = Letter::mark;
  kinds[static_cast<std::size_t>('.')] = Letter::dot;
  return kinds;
}();

Letter kind_of(char letter) { return letters[static_cast<unsigned char>(letter)]; }

// Of ASCII or not.
bool is_letter_of_word(char letter) {
  return base::is_letter(letter) || (static_cast<unsigned char>(letter) & 0x80U) != 0;
}

std::string shown(char letter) {
  if (letter > ' ' && letter <= '~') return std::string(1, letter);
  constexpr std::string_view digits = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(letter);
  return std::string("the byte 0x") + digits[code >> 4U] + digits[code & 15U];
}

}  // namespace

void PdnLexer::feed(std::string_view piece) {
  piece_ = piece;
  cursor_ = 0;
  run_ = 0;
}

TextPlace PdnLexer::place() const {
  return {line_, static_cast<std::uint32_t>(offset_ - line_start_ - continued_ + 1)};
}

void PdnLexer::count_line(char letter) {
  const bool ends_the_same_line = letter == '\n' && carriage_return_ + 1 == offset_;
  if (letter == '\r') carriage_return_ = offset_;
  if (!ends_the_same_line) ++line_;
  line_start_ = offset_ + 1;
  continued_ = 0;
}

void PdnLexer::advance() {
  const char letter = byte();
  if (kind_of(letter) == Letter::newline) {
    count_line(letter);
  } else if (base::is_within_letter(letter)) {
    ++continued_;
  }
  ++cursor_;
  ++offset_;
}

// Called at the first byte of a token.
void PdnLexer::begin(State state) {
  state_ = state;
  token_place_ = place();
  token_offset_ = offset_;
  text_.clear();
  run_ = cursor_;
}

void PdnLexer::keep_rest_of_piece() {
  const bool is_open = state_ == State::in_word || state_ == State::in_number_dots || state_ == State::in_strength ||
                       state_ == State::in_nag || state_ == State::in_open_strength || state_ == State::in_comment ||
                       state_ == State::in_line_comment || state_ == State::in_setup ||
                       state_ == State::after_open_letter || state_ == State::in_round_comment;
  if (is_open) text_.append(piece_.substr(run_));
  run_ = piece_.size();
}

// How far the token at hand may be read: one byte past its limit, wherever the pieces end.
std::size_t PdnLexer::stop_of(std::size_t limit) const {
  return std::min(piece_.size(), cursor_ + limit + 1 - static_cast<std::size_t>(offset_ - token_offset_));
}

bool PdnLexer::is_longer_than(std::size_t limit) const { return offset_ - token_offset_ > limit; }

// The text of the token up to here: a view of the piece where it lies in one piece.
std::string_view PdnLexer::kept() {
  const std::string_view run = piece_.substr(run_, cursor_ - run_);
  if (text_.empty()) return run;
  text_.append(run);
  run_ = cursor_;
  return text_;
}

PdnToken PdnLexer::token(PdnTokenKind kind, std::string_view text) {
  const bool is_glued = token_offset_ == last_token_end_;
  last_token_end_ = offset_;
  state_ = State::between;
  return {kind, token_place_, text, {}, token_offset_, is_glued, false};
}

PdnToken PdnLexer::problem(std::string reason, State after) {
  reason_ = std::move(reason);
  PdnToken result = token(PdnTokenKind::problem, reason_);
  state_ = after;
  return result;
}

PdnToken PdnLexer::next() {
  PdnToken result;
  while (has_byte()) {
    if (step(result)) return result;
  }
  keep_rest_of_piece();
  return is_finished_ ? at_end() : PdnToken{};
}

// One state's work on the bytes at hand; true once it has made a token.
bool PdnLexer::step(PdnToken& made) {
  switch (state_) {
    case State::at_start:
      return step_start();
    case State::between:
      return step_between(made);
    case State::in_word:
    case State::in_number_dots:
    case State::in_dots:
      return step_word(made);
    case State::in_strength:
    case State::in_nag:
      return step_run(made);
    case State::after_open:
    case State::in_open_strength:
      return step_open(made);
    case State::after_open_letter:
      return step_open_letter(made);
    case State::in_round_comment:
      return step_round_comment(made);
    case State::in_comment:
      return step_comment(made);
    case State::in_line_comment:
    case State::in_skipped_line:
      return step_line(made);
    case State::in_setup:
      return step_setup(made);
    default:
      return step_tag(made);
  }
}

// A byte order mark is passed over.
bool PdnLexer::step_start() {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (byte() != mark[matched_mark_]) {
    state_ = State::between;
    return false;
  }
  ++cursor_;
  ++offset_;
  ++line_start_;
  if (++matched_mark_ == mark.size()) state_ = State::between;
  return false;
}

bool PdnLexer::step_between(PdnToken& made) {
  const char letter = byte();
  const Letter kind = kind_of(letter);
  if (kind == Letter::blank || kind == Letter::newline) {
    advance();
    return false;
  }
  begin(State::between);
  if (letter == '/') {
    state_ = State::in_setup;
  } else if (kind == Letter::word) {
    state_ = State::in_word;
    return false;
  } else if (kind == Letter::mark) {
    state_ = State::in_strength;
    return false;
  } else if (kind == Letter::dot) {
    state_ = State::in_dots;
    return false;
  }
  advance();
  keep_from_here();
  return letter != '/' && step_sign(letter, made);
}

// A sign has been passed that opens something or stands alone.
bool PdnLexer::step_sign(char letter, PdnToken& made) {
  switch (letter) {
    case '[':
      state_ = State::before_tag_name;
      return false;
    case '{':
      holds_brace_ = holds_tag_line_ = is_at_line_start_ = false;
      state_ = State::in_comment;
      return false;
    case ';':
      state_ = State::in_line_comment;
      return false;
    case '%':
      state_ = State::in_skipped_line;
      return false;
    case '$':
      state_ = State::in_nag;
      return false;
    case '(':
      state_ = State::after_open;
      return false;
    case ')':
      made = token(PdnTokenKind::close);
      return true;
    case '*':
      made = token(PdnTokenKind::star);
      return true;
    case '}':
      made = problem("a } without its {");
      return true;
    default:
      made = problem("unexpected " + shown(letter) + "; expected a move, a tag, a comment or a result");
      return true;
  }
}

bool PdnLexer::step_word(PdnToken& made) {
  if (state_ == State::in_word) {
    for (const std::size_t stop = stop_of(limits_.word_bytes); cursor_ < stop && kind_of(byte()) == Letter::word;) {
      if (base::is_within_letter(byte())) ++continued_;
      ++cursor_;
      ++offset_;
    }
    if (is_longer_than(limits_.word_bytes)) {
      made = problem("a word longer than " + std::to_string(limits_.word_bytes) + " bytes; expected a move");
      return true;
    }
    if (!has_byte()) return false;
    const std::string_view word = kept();
    if (byte() != '.' || !std::ranges::all_of(word, base::is_digit)) {
      made = token(PdnTokenKind::word, word);
      return true;
    }
    text_.assign(word);
    state_ = State::in_number_dots;
  }
  while (has_byte() && byte() == '.') advance();
  run_ = cursor_;
  if (!has_byte()) return false;
  made = state_ == State::in_dots ? token(PdnTokenKind::dots) : token(PdnTokenKind::number, text_);
  return true;
}

// ! and ? in a row, or the digits behind a $.
bool PdnLexer::step_run(PdnToken& made) {
  const bool is_nag = state_ == State::in_nag;
  for (const std::size_t stop = stop_of(limits_.word_bytes);
       cursor_ < stop && (is_nag ? base::is_digit(byte()) : kind_of(byte()) == Letter::mark);) {
    advance();
  }
  if (is_longer_than(limits_.word_bytes)) {
    made =
        problem("a sign longer than " + std::to_string(limits_.word_bytes) + " bytes; expected !, ? or $ and a number");
    return true;
  }
  if (!has_byte()) return false;
  const std::string_view text = kept();
  if (is_nag && text.empty()) {
    made = problem("a $ without its number; expected $0 to $255");
  } else {
    made = token(is_nag ? PdnTokenKind::nag : PdnTokenKind::strength, text);
  }
  return true;
}

// Behind a parenthesis: `(?)` is a sign, `(a blunder)` a comment, anything else a variation.
bool PdnLexer::step_open(PdnToken& made) {
  if (state_ == State::after_open) {
    if (kind_of(byte()) == Letter::blank || kind_of(byte()) == Letter::newline) {
      advance();
      return false;
    }
    if (is_letter_of_word(byte())) {
      keep_from_here();
      word_place_ = place();
      state_ = State::after_open_letter;
      return false;
    }
    if (kind_of(byte()) != Letter::mark) {
      made = token(PdnTokenKind::open);
      return true;
    }
    keep_from_here();
    state_ = State::in_open_strength;
  }
  for (const std::size_t stop = stop_of(limits_.word_bytes); cursor_ < stop && kind_of(byte()) == Letter::mark;)
    advance();
  if (is_longer_than(limits_.word_bytes)) {
    made = problem("a sign longer than " + std::to_string(limits_.word_bytes) + " bytes; expected ! or ?");
    return true;
  }
  if (!has_byte()) return false;
  const std::string_view marks = kept();
  if (byte() == ')') {
    const std::string_view text = text_.assign(marks);
    advance();
    made = token(PdnTokenKind::strength, text);
    return true;
  }
  // A variation whose first word is a sign: the sign is the next token, read off what has been kept.
  text_.assign(marks);
  const std::uint64_t signs_end = offset_;
  made = token(PdnTokenKind::open);
  last_token_end_ = signs_end - text_.size();
  token_offset_ = last_token_end_;
  ++token_place_.column;
  run_ = cursor_;
  state_ = State::in_strength;
  return true;
}

// A first word with a digit, such as `cb4`, is a move of a variation.
bool PdnLexer::step_open_letter(PdnToken& made) {
  while (has_byte() && kind_of(byte()) == Letter::word && !base::is_digit(byte()) &&
         !is_longer_than(limits_.word_bytes)) {
    advance();
  }
  if (!has_byte()) return false;
  if (!base::is_digit(byte())) {
    round_depth_ = 1;
    is_at_line_start_ = false;
    state_ = State::in_round_comment;
    return false;
  }
  text_.assign(std::string(kept()));
  made = token(PdnTokenKind::open);
  last_token_end_ = token_offset_ = offset_ - text_.size();
  token_place_ = word_place_;
  run_ = cursor_;
  state_ = State::in_word;
  return true;
}

// As CheckerBoard and Nemesis have them. A tag's line shows that the closing one is missing.
bool PdnLexer::step_round_comment(PdnToken& made) {
  for (const std::size_t stop = stop_of(limits_.game_bytes); cursor_ < stop;) {
    const char letter = byte();
    if (kind_of(letter) == Letter::newline) {
      is_at_line_start_ = true;
    } else if (is_at_line_start_ && kind_of(letter) != Letter::blank) {
      is_at_line_start_ = false;
      if (letter == '[') {
        made = problem("a comment that is not closed; expected )");
        return true;
      }
    }
    if (letter == '(') ++round_depth_;
    if (letter == ')' && --round_depth_ == 0) {
      const std::string_view text = kept();
      advance();
      made = token(PdnTokenKind::round_comment, text);
      return true;
    }
    advance();
  }
  if (!is_longer_than(limits_.game_bytes)) return false;
  made = problem("a comment longer than " + std::to_string(limits_.game_bytes) + " bytes; is its ) missing?");
  made.is_lost = true;
  return true;
}

bool PdnLexer::step_comment(PdnToken& made) {
  for (const std::size_t stop = stop_of(limits_.game_bytes); cursor_ < stop;) {
    const char letter = byte();
    if (letter == '}') break;
    if (letter == '{') holds_brace_ = true;
    if (letter == '\n' || letter == '\r') {
      is_at_line_start_ = true;
    } else if (is_at_line_start_ && kind_of(letter) != Letter::blank) {
      is_at_line_start_ = false;
      if (letter == '[') holds_tag_line_ = true;
    }
    advance();
  }
  if (is_longer_than(limits_.game_bytes)) {
    made = problem("a comment longer than " + std::to_string(limits_.game_bytes) + " bytes; is its } missing?");
    made.is_lost = true;
    return true;
  }
  if (!has_byte()) return false;
  const std::string_view text = kept();
  // Comments don't nest, so a brace and a tag's line in one comment show that it ran into the next game's comment.
  const bool ran_away = holds_brace_ && holds_tag_line_;
  advance();
  made = ran_away ? problem("a comment that runs on into another game; expected its } before the next tag")
                  : token(PdnTokenKind::comment, text);
  return true;
}

bool PdnLexer::step_line(PdnToken& made) {
  const bool is_skipped = state_ == State::in_skipped_line;
  for (const std::size_t stop = is_skipped ? piece_.size() : stop_of(limits_.game_bytes);
       cursor_ < stop && kind_of(byte()) != Letter::newline;) {
    if (base::is_within_letter(byte())) ++continued_;
    ++cursor_;
    ++offset_;
  }
  if (is_skipped) {
    if (has_byte()) state_ = State::between;
    return false;
  }
  if (is_longer_than(limits_.game_bytes)) {
    made = problem("a comment longer than " + std::to_string(limits_.game_bytes) + " bytes", State::in_skipped_line);
    return true;
  }
  if (!has_byte()) return false;
  made = token(PdnTokenKind::line_comment, kept());
  return true;
}

bool PdnLexer::step_setup(PdnToken& made) {
  for (const std::size_t stop = stop_of(limits_.setup_bytes); cursor_ < stop && byte() != '/';) advance();
  if (is_longer_than(limits_.setup_bytes)) {
    made = problem("a setup longer than " + std::to_string(limits_.setup_bytes) + " bytes; is its closing / missing?");
    return true;
  }
  if (!has_byte()) return false;
  const std::string_view text = kept();
  advance();
  made = token(PdnTokenKind::setup, text);
  return true;
}

PdnToken PdnLexer::at_end() {
  const State open = state_;
  state_ = State::between;
  switch (open) {
    case State::at_start:
    case State::between:
    case State::in_skipped_line:
      token_place_ = place();
      return {PdnTokenKind::end, token_place_, {}, {}, offset_, false, false};
    case State::in_word:
      return token(PdnTokenKind::word, text_);
    case State::in_number_dots:
      return token(PdnTokenKind::number, text_);
    case State::in_dots:
      return token(PdnTokenKind::dots);
    case State::in_strength:
      return token(PdnTokenKind::strength, text_);
    case State::in_nag:
      return text_.empty() ? problem("a $ without its number; expected $0 to $255") : token(PdnTokenKind::nag, text_);
    case State::after_open:
    case State::in_open_strength:
      return token(PdnTokenKind::open);
    case State::after_open_letter:
    case State::in_round_comment:
      return problem("a comment that is not closed; expected )");
    case State::in_comment:
      return problem("a comment that is not closed; expected }");
    case State::in_line_comment:
      return token(PdnTokenKind::line_comment, text_);
    case State::in_setup:
      return problem("a setup that is not closed; expected /");
    default:
      return problem("a tag that is not closed; expected ]");
  }
}

}  // namespace crownstar::game
