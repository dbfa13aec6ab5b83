// The part of the lexer that reads tags: [Name "value"].
#include <algorithm>
#include <optional>

#include "base/text/letters.hpp"
#include "rules/record/pdn/lexer.hpp"
#include "rules/record/pdn/tag_quotes.hpp"

namespace crownstar::game {

namespace {

constexpr std::size_t longest_tag_name = 100;

bool is_name_letter(char letter) {
  return base::is_letter(letter) || (letter >= '0' && letter <= '9') || letter == '_';
}
bool is_newline(char letter) { return letter == '\n' || letter == '\r'; }

}  // namespace

bool PdnLexer::step_tag(PdnToken& made) {
  switch (state_) {
    case State::before_tag_name:
    case State::in_tag_name:
      return step_tag_name(made);
    case State::after_tag_quote:
      return step_after_tag_quote(made);
    default:
      return step_tag_value(made);
  }
}

bool PdnLexer::step_tag_name(PdnToken& made) {
  const char letter = byte();
  if (state_ == State::before_tag_name) {
    if (is_gap(letter) || is_newline(letter)) {
      advance();
    } else if (base::is_letter(letter)) {
      tag_name_.clear();
      tag_quote_.clear();
      state_ = State::in_tag_name;
    } else {
      made = problem("a [ without the name of a tag; expected [Name \"value\"]", State::in_skipped_line);
      return true;
    }
    return false;
  }
  if (!is_name_letter(letter)) {
    state_ = State::before_tag_value;
    return false;
  }
  if (tag_name_.size() == longest_tag_name) {
    made = problem("a tag's name longer than " + std::to_string(longest_tag_name) + " letters", State::in_skipped_line);
    return true;
  }
  tag_name_ += letter;
  advance();
  return false;
}

bool PdnLexer::step_tag_value(PdnToken& made) {
  const char letter = byte();
  if (state_ == State::before_tag_value) {
    if (tag_quote_.empty() && (is_gap(letter) || is_newline(letter))) {
      advance();
    } else if (tag_quote_.empty() && letter == '"') {
      tag_value_.clear();
      advance();
      state_ = State::in_tag_value;
    } else if (!step_tag_quote(letter)) {
      made = problem("the tag " + tag_name_ + " without a value; expected [" + tag_name_ + " \"value\"]",
                     State::in_skipped_line);
      return true;
    }
    return false;
  }
  if (closes_with_quote(letter)) {
    if (letter == ']') advance();
    made = token(PdnTokenKind::tag, tag_name_);
    made.value = tag_value_;
    return true;
  }
  if (is_newline(letter)) {
    made = problem("the value of the tag " + tag_name_ + " is not closed on its line; expected \"]",
                   State::in_skipped_line);
    return true;
  }
  if (tag_value_.size() >= limits_.game_bytes) {
    made = problem(
        "the value of the tag " + tag_name_ + " is longer than " + std::to_string(limits_.game_bytes) + " bytes",
        State::in_skipped_line);
    return true;
  }
  advance();
  if (state_ == State::in_tag_escape) {
    // Only a quotation mark, the escape itself and a bracket that would begin a tag are escaped; before any other
    // letter the sign stands for itself.
    const bool is_escaped = letter == '"' || letter == '\\' || (letter == '[' && before_closing_quote(tag_value_));
    if (!is_escaped) tag_value_ += '\\';
    tag_value_ += letter;
    state_ = State::in_tag_value;
  } else if (letter == '\\') {
    state_ = State::in_tag_escape;
  } else if (letter == '"' && tag_quote_.empty()) {
    tag_blanks_.clear();
    has_passed_line_ = false;
    state_ = State::after_tag_quote;
  } else {
    tag_value_ += letter;
  }
  return false;
}

// A typographer's quotation mark opens the value, too. False where the letter cannot be of one.
bool PdnLexer::step_tag_quote(char letter) {
  tag_quote_ += letter;
  const auto quote =
      std::ranges::find_if(typographers_quotes, [&](std::string_view each) { return each.starts_with(tag_quote_); });
  if (quote == typographers_quotes.end()) return false;
  advance();
  if (*quote == tag_quote_) {
    tag_value_.clear();
    state_ = State::in_tag_value;
  }
  return true;
}

// [White “Ann”] ends at the bracket behind a mark of any form. In [White "Ann”] that bracket may belong to the value:
// it does not if the line ends there, or the next tag begins. What was the value's is taken from it.
bool PdnLexer::closes_with_quote(char letter) {
  std::optional<std::string_view> meant;
  if (tag_quote_.empty()) {
    const bool begins_tag = letter == '[' && state_ != State::in_tag_escape;
    if (is_newline(letter) || begins_tag) meant = before_closing_quote(tag_value_);
  } else if (letter == ']') {
    meant = before_quote(tag_value_, true);
  }
  if (!meant) return false;
  tag_value_.resize(meant->size());
  return true;
}

// A quotation mark closes the value if a bracket follows; within the line anything else makes it part of the value,
// as in [White "Joe "King" Doe"], which old files hold.
bool PdnLexer::step_after_tag_quote(PdnToken& made) {
  const char letter = byte();
  if (letter == ']') {
    advance();
    made = token(PdnTokenKind::tag, tag_name_);
    made.value = tag_value_;
    return true;
  }
  if (is_newline(letter)) {
    has_passed_line_ = true;
    advance();
    return false;
  }
  if (is_gap(letter)) {
    if (!has_passed_line_) tag_blanks_ += letter;
    advance();
    if (tag_blanks_.size() <= limits_.game_bytes) return false;
  }
  if (has_passed_line_ || tag_blanks_.size() > limits_.game_bytes) {
    made = problem("the tag " + tag_name_ + " is not closed; expected ]");
    return true;
  }
  tag_value_ += '"';
  tag_value_ += tag_blanks_;
  state_ = State::in_tag_value;
  return false;
}

}  // namespace crownstar::game
