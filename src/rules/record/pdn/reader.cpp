#include "rules/record/pdn/reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/letters.hpp"

namespace crownstar::game {

namespace {

bool is_separator(char letter) { return letter == '-' || letter == 'x' || letter == ':' || letter == 'X'; }

bool are_digits(std::string_view text) { return std::ranges::all_of(text, base::is_digit); }

// `7`, `31`, `c3`, `m10`: what may stand alone before a separator.
bool is_bare_square(std::string_view text) {
  if (text.empty() || text.size() > 3) return false;
  return are_digits(text) || (base::is_letter(text.front()) && text.size() > 1 && are_digits(text.substr(1)));
}

bool is_comment(PdnTokenKind kind) {
  return kind == PdnTokenKind::comment || kind == PdnTokenKind::line_comment || kind == PdnTokenKind::round_comment;
}

// The numeric annotation glyph that means the same as the sign (PGN 8.2.4). Longer signs count as their nearest.
int number_of_sign(std::string_view sign) {
  const bool praises = sign.front() == '!';
  const bool is_single = sign.size() == 1;
  const bool is_pure = std::ranges::all_of(sign, [&](char letter) { return letter == sign.front(); });
  if (is_single) return praises ? 1 : 2;
  if (is_pure) return praises ? 3 : 4;
  return praises ? 5 : 6;
}

constexpr int forced_move = 7;

// What authors write behind a move of who stands better, and typographers' forms of ! and ?, with the glyph that means
// the same. A longer one stands before those that it ends with.
constexpr std::array<std::pair<std::string_view, int>, 19> remarks{{{"+/=", 14},
                                                                    {"=/+", 15},
                                                                    {"+/-", 16},
                                                                    {"-/+", 17},
                                                                    {"+=", 14},
                                                                    {"=+", 15},
                                                                    {"+-", 18},
                                                                    {"-+", 19},
                                                                    {"=", 10},
                                                                    {"\xE2\x88\x9E", 13},  // unclear
                                                                    {"\xE2\xA9\xB2", 14},
                                                                    {"\xE2\xA9\xB1", 15},
                                                                    {"\xC2\xB1", 16},
                                                                    {"\xE2\x88\x93", 17},
                                                                    {"\xE2\x96\xA1", forced_move},
                                                                    {"\xE2\x80\xBC", 3},    // !!
                                                                    {"\xE2\x81\x89", 5},    // !?
                                                                    {"\xE2\x81\x88", 6},    // ?!
                                                                    {"\xE2\x81\x87", 4}}};  // ??

// The sign that the word ends with: alone, or behind a move.
const std::pair<std::string_view, int>* remark_ending(std::string_view word) {
  const std::pair<std::string_view, int>* const end = remarks.data() + remarks.size();
  const auto* const found = std::ranges::find_if(remarks.data(), end, [&](const auto& remark) {
    if (!word.ends_with(remark.first)) return false;
    const std::size_t before = word.size() - remark.first.size();
    return before == 0 || base::is_digit(word[before - 1]);
  });
  return found == end ? nullptr : found;
}

bool is_remark(std::string_view word) {
  const auto* const remark = remark_ending(word);
  return remark != nullptr && remark->first == word;
}

// Whatever the capitals.
bool is_tag_called(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right,
                            [](char one, char other) { return base::lowered(one) == base::lowered(other); });
}

// Typographers' dashes and times signs, as three or two bytes of UTF-8, each with the letter that it stands for.
constexpr std::array<std::pair<std::string_view, char>, 7> spellings{{{"\xE2\x80\x90", '-'},
                                                                      {"\xE2\x80\x91", '-'},
                                                                      {"\xE2\x80\x92", '-'},
                                                                      {"\xE2\x80\x93", '-'},
                                                                      {"\xE2\x80\x94", '-'},
                                                                      {"\xE2\x88\x92", '-'},
                                                                      {"\xC3\x97", 'x'}}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> results{{{"1-0", "1-0"},
                                                                                 {"0-1", "0-1"},
                                                                                 {"1/2-1/2", "1/2-1/2"},
                                                                                 {"1/2", "1/2-1/2"},
                                                                                 {"\xC2\xBD-\xC2\xBD", "1/2-1/2"},
                                                                                 {"\xC2\xBD", "1/2-1/2"},
                                                                                 {"2-0", "2-0"},
                                                                                 {"1-1", "1-1"},
                                                                                 {"0-2", "0-2"},
                                                                                 {"0-0", "0-0"},
                                                                                 {"*", "*"}}};

}  // namespace

std::string_view pdn_result(std::string_view word) {
  if (word.empty() || word.size() > 7) return {};
  for (const auto& [written, meant] : results) {
    if (word == written) return meant;
  }
  return {};
}

const PdnTag* PdnGame::find_tag(std::string_view name) const {
  const auto found = std::ranges::find_if(tags, [&](const PdnTag& tag) { return is_tag_called(tag.name, name); });
  return found == tags.end() ? nullptr : &*found;
}

PdnReader::PdnReader(const PdnLimits& limits) : limits_(limits), lexer_(limits) {
  // Never more is kept of a game than was read of it.
  text_.reserve(limits.game_bytes + 1);
}

// Word processors and web pages bring no-break spaces into moves and tags: they are blanks like others.
void PdnReader::feed(std::string_view piece) {
  constexpr std::string_view hard_blank = "\xC2\xA0";
  const bool is_clean = !holds_half_blank_ && !piece.ends_with(hard_blank[0]) && !piece.contains(hard_blank);
  if (is_clean || piece.empty()) return lexer_.feed(piece);
  piece_.assign(hard_blank.substr(0, holds_half_blank_ ? 1 : 0)).append(piece);
  holds_half_blank_ = piece_.ends_with(hard_blank[0]);
  if (holds_half_blank_) piece_.pop_back();
  std::size_t kept = 0;
  for (std::size_t index = 0; index < piece_.size(); ++index) {
    const bool is_hard = std::string_view(piece_).substr(index).starts_with(hard_blank);
    piece_[kept++] = is_hard ? ' ' : piece_[index];
    if (is_hard) ++index;
  }
  piece_.resize(kept);
  lexer_.feed(piece_);
}

void PdnReader::finish() {
  if (std::exchange(holds_half_blank_, false)) lexer_.feed("\xC2");
  lexer_.finish();
}

PdnStep PdnReader::next() {
  if (std::exchange(must_restart_, false)) start_game();
  while (true) {
    const PdnToken token = std::exchange(has_held_, false) ? held_ : lexer_.next();
    const PdnStep step = skipping_ == Skipping::nothing ? take(token) : skip(token);
    if (step != PdnStep::needs_more || token.kind == PdnTokenKind::needs_more) return step;
  }
}

void PdnReader::start_game() {
  game_.tags.clear();
  game_.items.clear();
  game_.result = {};
  text_.clear();
  open_.clear();
  waiting_ = {};
  has_begun_ = has_moves_ = has_number_ = has_round_numbers_ = is_over_ = ended_with_star_ = has_glued_star_ =
      is_joined_ = false;
}

PdnStep PdnReader::complain(TextPlace place, std::string reason, Skipping skipping) {
  problem_ = pdn_problem(place, std::move(reason));
  const bool had_moves = has_moves_;
  start_game();
  skipping_ = skipping;
  has_moves_ = had_moves && skipping != Skipping::nothing;
  return PdnStep::problem;
}

bool PdnReader::is_worth_having() const { return has_moves_ || !game_.tags.empty() || !game_.items.empty(); }

// The token at hand belongs to what comes next and is held.
PdnStep PdnReader::end_of_game() {
  if (!open_.empty()) return complain(open_.back(), "a variation that is not closed; expected )", Skipping::nothing);
  if (game_.result.empty()) infer_result();
  must_restart_ = true;
  return PdnStep::game;
}

// A game that only the next one or the end of the text has ended: its last word may have been its result all the same.
void PdnReader::infer_result() {
  if (game_.items.empty()) return;
  const PdnItem last = game_.items.back();
  if (has_glued_star_) {
    game_.result = "*";
  } else if (const PdnTag* tag = game_.find_tag("Result");
             tag != nullptr && last.kind == PdnItemKind::move && last.text == tag->value) {
    game_.result = last.text;  // such as 4-6, which some tournaments use
  } else {
    return;
  }
  game_.result_place = last.place;
  game_.items.pop_back();
}

PdnStep PdnReader::take(const PdnToken& token) {
  if (token.kind == PdnTokenKind::needs_more) return PdnStep::needs_more;
  if (is_round_number(token)) return take_round_number();
  if (!waiting_.empty() && !joins_waiting_word(token)) settle_waiting_word();
  if (is_over_) {
    const bool trails = is_comment(token.kind) && !ended_with_star_ && token.place.line == game_.result_place.line;
    if (!trails) {
      held_ = token;
      has_held_ = true;
      return end_of_game();
    }
  }
  if (token.kind == PdnTokenKind::end) {
    if (!has_moves_ && game_.tags.empty()) return PdnStep::end;
    held_ = token;
    has_held_ = true;
    return end_of_game();
  }
  if (!has_begun_) {
    has_begun_ = true;
    start_ = token.offset;
    game_.place = token.place;
  }
  if (lexer_.offset() - start_ > limits_.game_bytes && token.kind != PdnTokenKind::problem) {
    return complain(game_.place, "a game longer than " + std::to_string(limits_.game_bytes) + " bytes",
                    Skipping::rest_of_game);
  }
  switch (token.kind) {
    case PdnTokenKind::tag:
      return add_tag(token);
    case PdnTokenKind::word:
      return add_word(token);
    case PdnTokenKind::comment:
    case PdnTokenKind::line_comment:
    case PdnTokenKind::round_comment:
      add_item(PdnItemKind::comment, token.place, keep(token.text));
      game_.items.back().is_round = token.kind == PdnTokenKind::round_comment;
      return PdnStep::needs_more;
    case PdnTokenKind::strength:
      add_item(PdnItemKind::nag, token.place, {}, number_of_sign(token.text));
      return PdnStep::needs_more;
    case PdnTokenKind::nag:
      return add_nag(token);
    case PdnTokenKind::star:
      add_star(token);
      return PdnStep::needs_more;
    case PdnTokenKind::problem:
      return complain(token.place, std::string(token.text),
                      token.is_lost ? Skipping::everything_but_a_tag : Skipping::rest_of_game);
    default:
      return add_bracket_or_setup(token);
  }
}

// `1) 32-28`. In a variation a parenthesis may be its end, unless the game has written its numbers so before.
bool PdnReader::is_round_number(const PdnToken& token) const {
  return token.kind == PdnTokenKind::close && token.is_glued && are_digits(waiting_) && !waiting_.empty() &&
         !has_number_ && (open_.empty() || has_round_numbers_);
}

PdnStep PdnReader::take_round_number() {
  waiting_ = {};
  has_moves_ = has_number_ = has_round_numbers_ = true;
  return PdnStep::needs_more;
}

PdnStep PdnReader::add_bracket_or_setup(const PdnToken& token) {
  has_moves_ = true;
  has_number_ = has_number_ || token.kind == PdnTokenKind::number;
  if (token.kind == PdnTokenKind::open) {
    if (open_.size() == limits_.nesting) {
      return complain(token.place, "variations nested deeper than " + std::to_string(limits_.nesting),
                      Skipping::rest_of_game);
    }
    open_.push_back(token.place);
    add_item(PdnItemKind::open, token.place, {});
  } else if (token.kind == PdnTokenKind::close) {
    if (open_.empty()) return complain(token.place, "a ) without its (", Skipping::rest_of_game);
    open_.pop_back();
    add_item(PdnItemKind::close, token.place, {});
  } else if (token.kind == PdnTokenKind::setup) {
    add_item(PdnItemKind::setup, token.place, keep(token.text));
  }
  return PdnStep::needs_more;  // numbers and dots say nothing that the order of the moves does not say
}

PdnStep PdnReader::add_tag(const PdnToken& token) {
  // Between tags stand comments, too. A comment and then a tag that is there already: a game of tags and words has
  // ended. So has one of tags alone where the next [Event stands, which opens nearly every game.
  const bool is_same_tag = game_.find_tag(token.text) != nullptr;
  const bool is_event = is_same_tag && is_tag_called(token.text, "Event");
  const bool is_next_game = has_moves_ || is_event || (!game_.items.empty() && is_same_tag);
  if (is_next_game) {
    held_ = token;
    has_held_ = true;
    return end_of_game();
  }
  if (game_.tags.size() == limits_.tags) {
    return complain(token.place, "a game of more than " + std::to_string(limits_.tags) + " tags",
                    Skipping::rest_of_game);
  }
  const std::string_view name = keep(token.text);
  game_.tags.push_back({name, keep(token.value), token.place});
  return PdnStep::needs_more;
}

PdnStep PdnReader::add_word(const PdnToken& token) {
  if (!waiting_.empty()) {  // it joins
    waiting_ = {waiting_.data(), waiting_.size() + keep_word(token.text).size()};
    is_joined_ = true;
    if (!is_separator(waiting_.back())) return PdnStep::needs_more;
  } else {
    waiting_ = keep_word(token.text);
    waiting_place_ = token.place;
    is_joined_ = false;
    if (is_remark(waiting_)) {
      add_item(PdnItemKind::nag, token.place, {}, remark_ending(std::exchange(waiting_, {}))->second);
      return PdnStep::needs_more;
    }
  }
  const bool may_go_on = is_bare_square(waiting_) || waiting_ == "-" ||
                         (waiting_.size() > 1 && is_separator(waiting_.back()) && !is_separator(waiting_.front()) &&
                          remark_ending(waiting_) == nullptr);
  if (!may_go_on) settle_waiting_word();
  return PdnStep::needs_more;
}

// Old files hold moves with blanks around the sign: `1- 7`, `1 - 7`, `22 x 15 x 8`.
bool PdnReader::joins_waiting_word(const PdnToken& token) {
  const bool may_join = token.kind == PdnTokenKind::word && !is_remark(token.text) &&
                        waiting_.size() + token.text.size() <= limits_.word_bytes;
  if (!may_join) return false;
  const char first = token.text.front();
  if (waiting_ == "-") return token.text == "-";  // `- -`, a null move
  if (is_separator(waiting_.back())) return base::is_digit(first) || (base::is_letter(first) && token.text.size() > 1);
  const bool begins_with_sign = is_separator(first) && (token.text.size() == 1 || !is_separator(token.text[1]));
  return begins_with_sign && (is_joined_ || is_bare_square(waiting_));
}

void PdnReader::settle_waiting_word() {
  const std::string_view word = std::exchange(waiting_, {});
  const std::string_view result = pdn_result(word);
  if (!result.empty() && open_.empty()) {
    if (is_worth_having()) {
      game_.result = result;
      game_.result_place = waiting_place_;
      is_over_ = true;
    } else {
      start_game();
    }
  } else if (!result.empty()) {
    add_item(PdnItemKind::comment, waiting_place_, word);  // how a variation would have ended
  } else {
    has_moves_ = true;
    // Of two numbers in a row the second is none of a move: `1. 11 15` holds what should be one.
    const bool is_number = word.size() < 4 && are_digits(word) && !std::exchange(has_number_, true);
    if (is_number) return;
    const auto* const remark = remark_ending(word);
    const std::string_view move = word.substr(0, word.size() - (remark == nullptr ? 0 : remark->first.size()));
    add_item(word == "--" ? PdnItemKind::pass : PdnItemKind::move, waiting_place_, move);
    if (remark != nullptr) add_item(PdnItemKind::nag, waiting_place_, {}, remark->second);
  }
}

void PdnReader::add_item(PdnItemKind kind, TextPlace place, std::string_view text, int number) {
  has_glued_star_ = has_number_ = false;
  game_.items.push_back({kind, number, place, text, false});
}

PdnStep PdnReader::add_nag(const PdnToken& token) {
  constexpr std::size_t most_digits = 4;
  if (token.text.size() > most_digits) {
    return complain(token.place,
                    "$" + std::string(token.text.substr(0, most_digits)) + "... is no sign; expected $0 to $255",
                    Skipping::rest_of_game);
  }
  int number = 0;
  for (const char digit : token.text) number = number * 10 + (digit - '0');
  add_item(PdnItemKind::nag, token.place, {}, number);
  return PdnStep::needs_more;
}

// Written onto a move the star says that the move was forced; alone it ends the game.
void PdnReader::add_star(const PdnToken& token) {
  const bool follows_move = !game_.items.empty() && (game_.items.back().kind == PdnItemKind::move ||
                                                     game_.items.back().kind == PdnItemKind::nag);
  if (follows_move && (token.is_glued || !open_.empty())) {
    add_item(PdnItemKind::nag, token.place, {}, forced_move);
    has_glued_star_ = open_.empty();
  } else if (open_.empty() && !is_worth_having()) {
    start_game();
  } else if (open_.empty()) {
    game_.result = "*";
    game_.result_place = token.place;
    is_over_ = ended_with_star_ = true;
  }
}

// After a problem: passes over what is left of its game.
PdnStep PdnReader::skip(const PdnToken& token) {
  if (token.kind == PdnTokenKind::needs_more) return PdnStep::needs_more;
  if (is_over_) {
    if (is_comment(token.kind) && token.place.line == game_.result_place.line) return PdnStep::needs_more;
  } else if (skipping_ == Skipping::everything_but_a_tag || token.kind == PdnTokenKind::tag) {
    const bool may_begin = skipping_ == Skipping::everything_but_a_tag || has_moves_;
    if (token.kind != PdnTokenKind::end && (token.kind != PdnTokenKind::tag || !may_begin)) return PdnStep::needs_more;
  } else if (token.kind != PdnTokenKind::end) {
    const bool ends = (token.kind == PdnTokenKind::star && !token.is_glued) ||
                      (token.kind == PdnTokenKind::word && !pdn_result(token.text).empty());
    if (ends) {
      is_over_ = true;
      game_.result_place = token.place;
    } else if (!is_comment(token.kind) && token.kind != PdnTokenKind::problem) {
      has_moves_ = true;
    }
    return PdnStep::needs_more;
  }
  start_game();
  skipping_ = Skipping::nothing;
  return take(token);
}

std::string_view PdnReader::keep(std::string_view text) {
  const std::size_t start = text_.size();
  text_.append(text);
  return std::string_view(text_).substr(start);
}

std::string_view PdnReader::keep_word(std::string_view text) {
  const bool is_plain =
      std::ranges::none_of(text, [](char letter) { return (static_cast<unsigned char>(letter) & 0x80U) != 0; });
  if (is_plain) return keep(text);
  const std::size_t start = text_.size();
  while (!text.empty()) {
    const auto spelling =
        std::ranges::find_if(spellings, [&](const auto& pair) { return text.starts_with(pair.first); });
    const bool is_known = spelling != spellings.end();
    text_ += is_known ? spelling->second : text.front();
    text.remove_prefix(is_known ? spelling->first.size() : 1);
  }
  return std::string_view(text_).substr(start);
}

}  // namespace crownstar::game
