// The words of PDN 3.0: how bytes, handed over in pieces of any size, become tags, moves' texts, comments and
// signs. It does not know games, results and rules; a token is never held back for what might follow it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "rules/record/pdn/text.hpp"

namespace crownstar::game {

enum class PdnTokenKind : std::uint8_t {
  needs_more,     // the piece is used up
  end,            // the text is used up
  tag,            // `text` is the name, `value` the value without its escapes
  comment,        // between braces
  line_comment,   // from ; to the end of the line
  round_comment,  // between parentheses: words, no move
  word,           // a move, a result, a number without a dot
  number,         // digits and at least one dot
  dots,           // dots without digits
  strength,       // ! and ? in any number, also as (?)
  nag,            // `text` is the digits behind the $
  setup,          // `text` is what stands between the slashes
  open,
  close,
  star,
  problem  // `text` is the reason
};

struct PdnToken {
  PdnTokenKind kind = PdnTokenKind::needs_more;
  TextPlace place;
  std::string_view text;  // holds until the next token is asked for
  std::string_view value;
  std::uint64_t offset = 0;  // of its first byte in the whole text
  bool is_glued = false;     // nothing stands between it and the token before
  bool is_lost = false;      // a problem after which only a tag can show where a game begins
};

class PdnLexer {
 public:
  explicit PdnLexer(const PdnLimits& limits = {}) : limits_(limits) {}

  // The piece before must be used up; this one must outlive its tokens.
  void feed(std::string_view piece);
  // No more pieces: what is left open is now a problem.
  void finish() { is_finished_ = true; }
  PdnToken next();

  std::uint64_t offset() const { return offset_; }  // of the next byte in the whole text
  TextPlace place() const;                          // likewise

 private:
  enum class State : std::uint8_t {
    at_start,
    between,
    in_word,
    in_number_dots,
    in_dots,
    in_strength,
    in_nag,
    after_open,
    after_open_letter,
    in_open_strength,
    in_round_comment,
    in_comment,
    in_line_comment,
    in_skipped_line,
    in_setup,
    before_tag_name,
    in_tag_name,
    before_tag_value,
    in_tag_value,
    in_tag_escape,
    after_tag_quote
  };

  bool has_byte() const { return cursor_ < piece_.size(); }
  char byte() const { return piece_[cursor_]; }
  void advance();
  void count_line(char letter);
  void begin(State state);
  void keep_from_here() { run_ = cursor_; }
  void keep_rest_of_piece();
  std::size_t stop_of(std::size_t limit) const;
  bool is_longer_than(std::size_t limit) const;
  std::string_view kept();
  PdnToken token(PdnTokenKind kind, std::string_view text = {});
  PdnToken problem(std::string reason, State after = State::between);

  bool step(PdnToken& made);
  bool step_start();
  bool step_between(PdnToken& made);
  bool step_sign(char letter, PdnToken& made);
  bool step_run(PdnToken& made);
  bool step_word(PdnToken& made);
  bool step_strength(PdnToken& made);
  bool step_open(PdnToken& made);
  bool step_open_letter(PdnToken& made);
  bool step_comment(PdnToken& made);
  bool step_round_comment(PdnToken& made);
  bool step_line(PdnToken& made);
  bool step_setup(PdnToken& made);
  bool step_tag(PdnToken& made);
  bool step_tag_name(PdnToken& made);
  bool step_tag_value(PdnToken& made);
  bool step_tag_quote(char letter);
  bool closes_with_quote(char letter);
  bool step_after_tag_quote(PdnToken& made);
  PdnToken at_end();

  PdnLimits limits_;
  std::string_view piece_;
  std::size_t cursor_ = 0;
  std::size_t run_ = 0;  // where in the piece the text of the token goes on
  bool is_finished_ = false;
  State state_ = State::at_start;

  std::uint64_t offset_ = 0;
  std::uint64_t line_start_ = 0;
  // Where the last carriage return stood: a line feed behind it ends the same line.
  std::uint64_t carriage_return_ = ~std::uint64_t{1};
  std::uint64_t continued_ = 0;  // bytes of this line that continue a character
  std::uint32_t line_ = 1;

  TextPlace token_place_;
  TextPlace word_place_;  // of the first word behind a parenthesis
  std::uint64_t token_offset_ = 0;
  std::uint64_t last_token_end_ = ~std::uint64_t{0};
  std::string text_;             // of a token that began in an earlier piece
  std::size_t round_depth_ = 0;  // parentheses that are open in a comment between such
  bool holds_brace_ = false;     // the comment at hand holds a brace
  bool holds_tag_line_ = false;  // and a line that looks like a tag
  bool is_at_line_start_ = false;
  bool has_passed_line_ = false;  // a line ended since the closing quotation mark
  std::size_t matched_mark_ = 0;  // bytes of the byte order mark seen
  std::string tag_name_;
  std::string tag_value_;
  std::string tag_quote_;   // the typographer's mark that opened the value, empty for a plain one
  std::string tag_blanks_;  // between a quotation mark and what follows it
  std::string reason_;
};

}  // namespace crownstar::game
