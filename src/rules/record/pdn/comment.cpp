#include "rules/record/pdn/comment.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text/letters.hpp"
#include "base/text/utf8.hpp"

namespace crownstar::game {

namespace {

constexpr std::array<std::pair<std::string_view, ClockKind>, 5> commands{{{"clk", ClockKind::remaining},
                                                                          {"mct", ClockKind::elapsed},
                                                                          {"egt", ClockKind::game_time},
                                                                          {"emt", ClockKind::move_time},
                                                                          {"clock", ClockKind::both_clocks}}};

bool is_blank(char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }
unsigned code(char letter) { return static_cast<unsigned char>(letter); }

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
}

std::optional<std::int64_t> take_number(std::string_view& text, std::size_t most_digits) {
  std::int64_t number = 0;
  std::size_t digits = 0;
  for (; digits < text.size() && base::is_digit(text[digits]); ++digits) {
    if (digits == most_digits) return std::nullopt;
    number = number * 10 + (text[digits] - '0');
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

// Thousandths behind the point. More decimals than three can't be kept, so such a command stays text.
std::optional<std::int64_t> take_decimals(std::string_view& text) {
  const std::size_t before = text.size();
  std::optional<std::int64_t> decimals = take_number(text, 3);
  if (!decimals) return std::nullopt;
  for (std::size_t digits = before - text.size(); digits < 3; ++digits) *decimals *= 10;
  return decimals;
}

// `h:mm:ss` or `h:mm:ss.d`, with `w` or `b` before it where the side is told.
std::optional<ClockTime> take_time(std::string_view& text) {
  ClockTime time;
  constexpr std::string_view side_letters = "wWbB";
  if (const std::size_t letter = side_letters.find(text.front()); letter != std::string_view::npos) {
    time.side = letter < 2 ? ClockSide::white : ClockSide::black;
    time.is_running = letter % 2 == 1;
    text.remove_prefix(1);
  }
  constexpr std::array<std::size_t, 3> most_digits{6, 2, 2};
  std::int64_t seconds = 0;
  for (std::size_t part = 0; part < most_digits.size(); ++part) {
    if (part > 0) {
      if (!text.starts_with(':')) return std::nullopt;
      text.remove_prefix(1);
    }
    const std::optional<std::int64_t> number = take_number(text, most_digits[part]);
    if (!number || (part > 0 && *number > 59)) return std::nullopt;
    seconds = seconds * 60 + *number;
  }
  time.milliseconds = seconds * 1000;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::optional<std::int64_t> decimals = take_decimals(text);
    if (!decimals) return std::nullopt;
    time.milliseconds += *decimals;
  }
  return time;
}

// What stands between `[%` and `]`.
std::optional<ClockReading> read_command(std::string_view text) {
  const std::size_t name_end = std::min(text.find_first_of(" \t"), text.size());
  const auto command =
      std::ranges::find(commands, text.substr(0, name_end), &std::pair<std::string_view, ClockKind>::first);
  if (command == commands.end()) return std::nullopt;
  text.remove_prefix(name_end);
  ClockReading reading{command->second, {}};
  skip_blanks(text);
  while (!text.empty() && reading.times.size() < 2) {
    const std::optional<ClockTime> time = take_time(text);
    if (!time) return std::nullopt;
    reading.times.push_back(*time);
    skip_blanks(text);
  }
  if (!text.empty() || reading.times.empty()) return std::nullopt;
  // Two times need to say whose each is.
  const bool is_clear = reading.times.size() == 1 ||
                        (reading.times[0].side != ClockSide::mover && reading.times[1].side != ClockSide::mover);
  return is_clear ? std::optional(reading) : std::nullopt;
}

std::string two_digits(std::int64_t number) {
  return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
}

std::string to_text(const ClockTime& time) {
  std::string text;
  if (time.side == ClockSide::white) text = time.is_running ? "W" : "w";
  if (time.side == ClockSide::black) text = time.is_running ? "B" : "b";
  const std::int64_t seconds = time.milliseconds / 1000;
  text += std::to_string(seconds / 3600) + ':' + two_digits(seconds / 60 % 60) + ':' + two_digits(seconds % 60);
  const std::int64_t thousandths = time.milliseconds % 1000;
  if (thousandths == 0) return text;
  text += '.';
  text += static_cast<char>('0' + thousandths / 100);
  if (thousandths % 100 != 0) text += static_cast<char>('0' + thousandths / 10 % 10);
  if (thousandths % 10 != 0) text += static_cast<char>('0' + thousandths % 10);
  return text;
}

}  // namespace

std::string to_text(const ClockReading& reading) {
  const auto command = std::ranges::find(commands, reading.kind, &std::pair<std::string_view, ClockKind>::second);
  std::string text = "[%" + std::string(command->first);
  for (const ClockTime& time : reading.times) text += " " + to_text(time);
  return text + "]";
}

std::string to_utf8(std::string_view text) {
  std::string result(text);
  if (!base::is_utf8(text)) {
    std::u32string letters;  // ISO 8859-1: each byte is the code point
    for (const char letter : text) letters += static_cast<char32_t>(code(letter));
    result = base::encode_utf8(letters);
  }
  // A no-break space is a blank like others, as PdnReader has it.
  constexpr std::string_view hard_blank = "\xC2\xA0";
  for (auto at = result.find(hard_blank); at != std::string::npos; at = result.find(hard_blank, at)) {
    result.replace(at, hard_blank.size(), " ");
  }
  return result;
}

std::string tidy_comment(std::string_view comment) {
  std::string result;
  for (const char letter : to_utf8(comment)) {
    if (!is_blank(letter)) {
      result += letter == '}' ? ')' : letter;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

CommentParts take_apart(std::string_view comment) {
  const std::string tidy = tidy_comment(comment);
  std::string_view rest = tidy;
  CommentParts parts;
  std::string words;
  while (true) {
    const std::size_t start = rest.find("[%");
    const std::size_t end = start == std::string_view::npos ? start : rest.find(']', start);
    if (end == std::string_view::npos) break;
    const std::string_view command = rest.substr(start + 2, end - start - 2);
    // A command inside a command is no command; from here on all is words, or taking one out could make another.
    if (command.find("[%") != std::string_view::npos) break;
    std::optional<ClockReading> reading = read_command(command);
    words += rest.substr(0, reading ? start : end + 1);
    if (reading) {
      parts.clocks.push_back(std::move(*reading));
      words += ' ';
    }
    rest.remove_prefix(end + 1);
  }
  words += rest;
  parts.words = tidy_comment(words);
  return parts;
}

}  // namespace crownstar::game
