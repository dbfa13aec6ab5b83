#include "site/wire/json/json_reader.hpp"

#include <algorithm>
#include <cstring>

#include "base/limits.hpp"
#include "base/text/quote.hpp"
#include "base/text/utf8.hpp"

namespace crownstar::wire {

namespace {

bool is_space(char letter) { return letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r'; }

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

bool is_id_letter(char letter) {
  return is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '-' ||
         letter == '_' || letter == '.' || letter == ':';
}

// C0, DEL and C1: nothing that a line of text has.
bool is_control(std::string_view letter) {
  const auto first = static_cast<unsigned char>(letter.front());
  if (letter.size() == 1) return first < 0x20 || first == 0x7f;
  return letter.size() == 2 && first == 0xc2 && static_cast<unsigned char>(letter[1]) < 0xa0;
}

std::string list_of(std::span<const std::string_view> words) {
  constexpr std::size_t longest = 200;
  std::string list;
  for (const std::string_view word : words) {
    if (list.size() > longest) return list + ", ...";
    list += list.empty() ? "" : ", ";
    list += word;
  }
  return list;
}

int index_of(std::string_view word, std::span<const std::string_view> words) {
  const auto found = std::ranges::find(words, word);
  return found == words.end() ? -1 : static_cast<int>(found - words.begin());
}

}  // namespace

void JsonReader::skip_space() {
  while (at_ != end_ && is_space(*at_)) ++at_;
}

bool JsonReader::fail(std::string reason) {
  if (!has_failed_) reason_ = std::move(reason);
  has_failed_ = true;
  return false;
}

bool JsonReader::fail_here(std::string_view expected) {
  const std::string place = at_ == end_ ? "at the end" : "at byte " + std::to_string(at_ - begin_ + 1);
  return fail("expected " + std::string(expected) + " " + place);
}

bool JsonReader::fail_count(std::string_view bound, int count) {
  return fail(std::string(bound) + " " + std::to_string(count) + " items are expected");
}

bool JsonReader::inside(std::string_view member) {
  const bool needs_point = !path_.empty() && path_.front() != '[';
  path_ = std::string(member) + (needs_point ? "." : "") + path_;
  return false;
}

bool JsonReader::inside(int item) {
  const bool needs_point = !path_.empty() && path_.front() != '[';
  path_ = "[" + std::to_string(item) + "]" + (needs_point ? "." : "") + path_;
  return false;
}

Refusal JsonReader::refusal() const { return {{}, path_.empty() ? reason_ : path_ + ": " + reason_}; }

bool JsonReader::finish() {
  skip_space();
  return at_ == end_ || fail_here("nothing more");
}

bool JsonReader::open(char bracket, std::string_view expected) {
  skip_space();
  if (at_ == end_ || *at_ != bracket) return fail_here(expected);
  ++at_;
  return true;
}

bool JsonReader::has_next(char closing, bool is_first) {
  skip_space();
  if (at_ != end_ && *at_ == closing) {
    ++at_;
    return false;
  }
  if (is_first) return at_ != end_ || fail_here("more");
  if (at_ == end_ || *at_ != ',') return fail_here(closing == '}' ? "`,` or `}`" : "`,` or `]`");
  ++at_;
  return true;
}

bool JsonReader::read_bool(bool& value) {
  skip_space();
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  const bool is_true = rest.starts_with("true");
  if (!is_true && !rest.starts_with("false")) return fail_here("true or false");
  at_ += is_true ? 4 : 5;
  value = is_true;
  return true;
}

bool JsonReader::read_number(std::int64_t& number, std::int64_t low, std::int64_t high) {
  skip_space();
  const char* digit = at_;
  const bool is_negative = digit != end_ && *digit == '-';
  if (is_negative) ++digit;
  const char* const first = digit;
  std::int64_t size = 0;
  // Eighteen digits fit; every bound is below that.
  while (digit != end_ && is_digit(*digit) && digit - first < 18) size = size * 10 + (*digit++ - '0');
  const bool is_wrong = digit == first || (*first == '0' && digit - first > 1);
  const bool goes_on = digit != end_ && (is_digit(*digit) || *digit == '.' || *digit == 'e' || *digit == 'E');
  if (is_wrong || (goes_on && !is_digit(*digit))) return fail_here("a whole number");
  number = is_negative ? -size : size;
  if (goes_on || number < low || number > high) {
    return fail("expected a number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  at_ = digit;
  return true;
}

bool JsonReader::read_plain(std::string_view& text, std::string_view expected) {
  skip_space();
  if (at_ == end_ || *at_ != '"') return fail_here(expected);
  const char* const first = at_ + 1;
  const char* last = first;
  while (last != end_ && *last != '"' && *last != '\\' && static_cast<unsigned char>(*last) >= 0x20) ++last;
  if (last == end_ || *last != '"') return fail_here(expected);
  text = {first, static_cast<std::size_t>(last - first)};
  at_ = last + 1;
  return true;
}

bool JsonReader::read_text(std::string& value, int low, int high) {
  value.clear();
  skip_space();
  if (at_ == end_ || *at_ != '"') return fail_here("a text");
  ++at_;
  int count = 0;
  while (true) {
    const char* const run = at_;
    while (at_ != end_ && *at_ >= 0x20 && *at_ < 0x7f && *at_ != '"' && *at_ != '\\' && count <= high) {
      ++at_;
      ++count;
    }
    value.append(run, at_);
    if (count > high) return fail("a text may have " + std::to_string(high) + " letters");
    if (at_ == end_) return fail_here("a closing quotation mark");
    if (*at_ == '"') break;
    if (*at_ == '\\' ? !read_escape(value) : !read_letter(value)) return false;
    ++count;
  }
  ++at_;
  if (count > high) return fail("a text may have " + std::to_string(high) + " letters");
  if (count < low) return fail("a text of at least " + std::to_string(low) + " letters is expected");
  return true;
}

bool JsonReader::read_letter(std::string& value) {
  const std::string_view letter = base::next_letter({at_, static_cast<std::size_t>(end_ - at_)});
  if (!base::is_utf8_letter(letter)) return fail_here("UTF-8");
  if (is_control(letter)) return fail_here("no control character");
  value += letter;
  at_ += letter.size();
  return true;
}

bool JsonReader::read_hex(unsigned& unit) {
  if (end_ - at_ < 4) return fail_here("four digits");
  unit = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char letter = *at_;
    const int digit = is_digit(letter)                   ? letter - '0'
                      : (letter >= 'a' && letter <= 'f') ? letter - 'a' + 10
                      : (letter >= 'A' && letter <= 'F') ? letter - 'A' + 10
                                                         : -1;
    if (digit < 0) return fail_here("four digits");
    unit = unit * 16 + static_cast<unsigned>(digit);
  }
  return true;
}

bool JsonReader::read_escape(std::string& value) {
  ++at_;
  if (at_ == end_) return fail_here("a closing quotation mark");
  const char kind = *at_;
  if (kind == '"' || kind == '\\' || kind == '/') {
    value += kind;
    ++at_;
    return true;
  }
  if (kind != 'u')
    return fail_here(std::strchr("bfnrt", kind) != nullptr ? "no control character" : "an escape of JSON");
  ++at_;
  unsigned letter = 0;
  if (!read_hex(letter)) return false;
  if (letter >= 0xd800 && letter < 0xdc00) {
    unsigned low = 0;
    if (end_ - at_ < 2 || at_[0] != '\\' || at_[1] != 'u') return fail_here("the other half of a letter");
    at_ += 2;
    if (!read_hex(low)) return false;
    if (low < 0xdc00 || low > 0xdfff) return fail_here("the other half of a letter");
    letter = 0x10000 + ((letter - 0xd800) << 10) + (low - 0xdc00);
  } else if (letter >= 0xdc00 && letter < 0xe000) {
    return fail_here("no half of a letter");
  }
  const std::size_t before = value.size();
  base::append_utf8(value, letter);
  return !is_control(std::string_view(value).substr(before)) || fail_here("no control character");
}

bool JsonReader::read_id(std::string& value) {
  std::string_view text;
  if (!read_plain(text, "an id")) return false;
  if (text.empty() || text.size() > limits::id_letters || !std::ranges::all_of(text, is_id_letter)) {
    return fail("an id has 1 to " + std::to_string(limits::id_letters) + " letters, digits and - _ . :");
  }
  value.assign(text);
  return true;
}

int JsonReader::read_word(std::span<const std::string_view> words) {
  std::string_view text;
  if (!read_plain(text, "a word")) return -1;
  const int word = index_of(text, words);
  if (word < 0) fail("expected one of " + list_of(words) + "; not " + base::quoted(text));
  return word;
}

bool JsonReader::read_tag(std::string_view tag) { return read_word({&tag, 1}) == 0; }

int JsonReader::find_tag(std::string_view key, std::span<const std::string_view> tags) {
  JsonReader ahead(*this);
  if (!ahead.open('{', "an object")) {
    *this = std::move(ahead);
    return -1;
  }
  for (bool is_first = true; ahead.has_next('}', is_first); is_first = false) {
    std::string_view name;
    if (!ahead.read_plain(name, "a member's name") || !ahead.open(':', "`:`")) break;
    if (name == key) {
      const int tag = ahead.read_word(tags);
      if (tag < 0) ahead.inside(key);
      if (tag >= 0) return tag;
      break;
    }
    if (!ahead.skip_value(ahead.at_)) ahead.fail_here("JSON");
    if (ahead.has_failed_) break;
  }
  if (!ahead.has_failed_) ahead.fail("lacks the member " + std::string(key));
  has_failed_ = true;
  reason_ = std::move(ahead.reason_);
  path_ = std::move(ahead.path_);
  return -1;
}

// Only finds where the value ends; it is checked when it is read.
bool JsonReader::skip_value(const char*& at) const {
  int depth = 0;
  bool is_in_text = false;
  for (; at != end_; ++at) {
    const char letter = *at;
    if (is_in_text) {
      if (letter == '\\' && at + 1 != end_) ++at;
      is_in_text = letter != '"';
    } else if (letter == '"') {
      is_in_text = true;
    } else if (letter == '{' || letter == '[') {
      if (++depth > limits::nesting) return false;
    } else if (depth == 0 && (letter == ',' || letter == '}' || letter == ']')) {
      return true;
    } else if (letter == '}' || letter == ']') {
      --depth;
    }
  }
  return false;
}

int ObjectReader::find(std::string_view key) const {
  // Most writers keep the order of the source.
  const std::size_t likely = static_cast<std::size_t>(current_ + 1);
  if (likely < names_.size() && names_[likely] == key) return current_ + 1;
  return index_of(key, names_);
}

bool ObjectReader::skip_unknown(std::string_view key) {
  if (from_.unknown_ == JsonReader::Unknown::refused) {
    return from_.fail("no member " + base::quoted(key) + " is expected; there are " + list_of(names_));
  }
  return from_.open(':', "`:`") && (from_.skip_value(from_.at_) || from_.fail_here("JSON"));
}

bool ObjectReader::skip_null() {
  constexpr std::string_view null = "null";
  if (from_.unknown_ == JsonReader::Unknown::refused) return false;
  from_.skip_space();
  if (!std::string_view(from_.at_, from_.end_).starts_with(null)) return false;
  from_.at_ += null.size();
  return true;
}

int ObjectReader::next() {
  if (is_first_ && !from_.open('{', "an object")) return -1;
  std::string_view key;
  int member = -1;
  while (member < 0) {
    if (!from_.has_next('}', is_first_)) return -1;
    is_first_ = false;
    if (!from_.read_plain(key, "a member's name")) return -1;
    member = find(key);
    if (member < 0 && !skip_unknown(key)) return -1;
    if (member < 0) continue;
    if (!from_.open(':', "`:`")) return -1;
    if (skip_null()) member = -1;
  }
  const std::uint64_t bit = std::uint64_t{1} << member;
  if ((seen_ & bit) != 0) {
    from_.fail("the member " + std::string(key) + " comes twice");
    return -1;
  }
  seen_ |= bit;
  current_ = member;
  return member;
}

bool ObjectReader::is_whole() {
  if (from_.has_failed_) return false;
  const std::uint64_t missing = required_ & ~seen_;
  if (missing == 0) return true;
  return from_.fail("lacks the member " + std::string(names_[static_cast<std::size_t>(__builtin_ctzll(missing))]));
}

}  // namespace crownstar::wire
