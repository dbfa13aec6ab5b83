#include "site/server/http/request_head.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/text/quote.hpp"
#include "site/server/http/http_types.hpp"
#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

using base::Checked;
using base::refuse;

constexpr std::string_view line_end = "\r\n";

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// RFC 9110, 5.6.2.
bool is_of_token(char letter) {
  return is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         std::string_view("!#$%&'*+-.^_`|~").contains(letter);
}

bool is_token(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_of_token); }

bool is_control(char letter) { return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f; }

// RFC 9112, 3: one space between the three parts, and no other.
Checked<bool> check_request_line(std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  const std::string_view version = last == std::string_view::npos ? line : line.substr(last + 1);
  const bool is_one_point_one = version == "HTTP/1.1";
  if (first == std::string_view::npos || first == last || !is_token(line.substr(0, first)) ||
      (!is_one_point_one && version != "HTTP/1.0")) {
    return refuse("expected a line such as GET /path HTTP/1.1");
  }
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const bool is_plain = std::ranges::all_of(
      target, [](char letter) { return letter > ' ' && static_cast<unsigned char>(letter) < 0x7f; });
  if (target.empty() || !is_plain) return refuse("the address has letters that must be encoded");
  return is_one_point_one;
}

// The headers that say where the body ends, which must not be ambiguous (RFC 9112, 6).
class Framing {
 public:
  Checked<void> add(std::string_view name, std::string_view value) {
    if (is_same_name(name, "Content-Length")) {
      if (has_length_) return refuse("Content-Length is given more than once");
      has_length_ = true;
      constexpr std::size_t most_digits = 18;
      if (value.empty() || value.size() > most_digits || !std::ranges::all_of(value, is_digit)) {
        return refuse("Content-Length is no number");
      }
    }
    if (is_same_name(name, "Transfer-Encoding")) {
      if (is_chunked_) return refuse("Transfer-Encoding is given more than once");
      is_chunked_ = true;
      if (!is_same_name(value, "chunked")) return refuse("no Transfer-Encoding but chunked is understood");
    }
    return {};
  }

  Checked<void> check(bool is_one_point_one) const {
    if (is_chunked_ && has_length_) return refuse("Transfer-Encoding and Content-Length exclude each other");
    if (is_chunked_ && !is_one_point_one) return refuse("HTTP/1.0 has no Transfer-Encoding");
    return {};
  }

 private:
  bool has_length_ = false;
  bool is_chunked_ = false;
};

Checked<void> check_field(std::string_view line, Framing& framing) {
  if (line.front() == ' ' || line.front() == '\t') return refuse("a header may not go on in the next line");
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
    return refuse("expected a header such as Host: example.org instead of " + base::quoted(line));
  }
  const std::string_view value = without_blanks(line.substr(colon + 1));
  if (std::ranges::any_of(value, [](char letter) { return is_control(letter) && letter != '\t'; })) {
    return refuse("a header has letters that cannot be shown");
  }
  return framing.add(line.substr(0, colon), value);
}

// One line after the other, without their ends.
class Lines {
 public:
  Checked<void> add(std::string_view line) {
    if (line.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos) {
      return refuse("CR and LF stand together only, at the end of a line");
    }
    if (is_one_point_one_) return check_field(line, framing_);
    const auto version = check_request_line(line);
    if (!version) return std::unexpected(version.error());
    is_one_point_one_ = *version;
    return {};
  }
  Checked<void> end() const { return framing_.check(is_one_point_one_.value_or(false)); }

 private:
  std::optional<bool> is_one_point_one_;
  Framing framing_;
};

// Takes a line and its end from the front; nothing where no line is whole.
std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find(line_end);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + line_end.size());
  return line;
}

}  // namespace

Checked<void> check_head(std::string_view head) {
  Lines lines;
  bool is_first = true;
  while (const auto line = take_line(head)) {
    if (line->empty() && !std::exchange(is_first, false)) return lines.end();
    is_first = false;
    if (auto checked = lines.add(*line); !checked) return checked;
  }
  return refuse("a line does not end with CR LF");
}

Checked<void> check_beginning_of_head(std::string_view head) {
  Lines lines;
  while (const auto line = take_line(head)) {
    if (auto checked = lines.add(*line); !checked) return checked;
  }
  // The last letter may be the first half of a line's end.
  if (head.ends_with('\r')) head.remove_suffix(1);
  if (head.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos) {
    return refuse("CR and LF stand together only, at the end of a line");
  }
  return {};
}

}  // namespace crownstar::server
