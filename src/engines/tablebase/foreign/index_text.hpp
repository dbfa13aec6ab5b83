// Reads the text of an index file, line by line and number by number.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/refusal.hpp"
#include "base/text/quote.hpp"
#include "engines/tablebase/probe.hpp"

namespace crownstar::tablebase {

inline constexpr std::size_t index_block = 1024;  // bytes of a block, in whose numbers places are written

class IndexText {
 public:
  explicit IndexText(std::string_view text) : left_(text) { next_line(); }

  bool is_at_end() const { return is_at_end_; }

  // To the next line that is not empty.
  void next_line() {
    do {
      if (left_.empty()) {
        is_at_end_ = true;
        line_ = {};
        rest_ = {};
        return;
      }
      ++number_;
      const std::size_t end = left_.find('\n');
      line_ = left_.substr(0, end);
      left_ = end == std::string_view::npos ? std::string_view{} : left_.substr(end + 1);
      while (!line_.empty() && (line_.back() == '\r' || line_.back() == ' ')) line_.remove_suffix(1);
    } while (line_.empty());
    rest_ = line_;
  }

  // Each takes what it names from the rest of the line; false, and takes nothing, where it is not there.
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool take_digit(int& digit) {
    if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') return false;
    digit = rest_.front() - '0';
    rest_.remove_prefix(1);
    return true;
  }
  bool take_number(std::uint32_t& number) {
    skip_blanks();
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc{}) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }
  // A place among packed values, `2026/143`: a block of 1024 bytes and a byte in it.
  bool take_place(std::size_t& place) {
    std::uint32_t block = 0;
    std::uint32_t byte = 0;
    if (!take_number(block) || !take("/") || !take_number(byte)) return false;
    place = std::size_t{block} * index_block + byte;
    return byte < index_block;
  }
  bool is_line_done() {
    skip_blanks();
    return rest_.empty();
  }

  // Of the line that is being read.
  std::unexpected<base::Refusal> refuse(std::string_view reason) const {
    const std::string where = is_at_end_ ? "its end" : "line " + std::to_string(number_) + ", " + base::quoted(line_);
    return base::refuse(where + ": " + std::string(reason));
  }

 private:
  void skip_blanks() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }

  std::string_view left_;
  std::string_view line_;
  std::string_view rest_;
  std::size_t number_ = 0;
  bool is_at_end_ = false;
};

// `=`, `+` or `-`: drawn, won or lost for the side to move.
inline std::optional<Value> take_value_sign(IndexText& text) {
  if (text.take("=")) return Value::draw;
  if (text.take("+")) return Value::win;
  if (text.take("-")) return Value::loss;
  return std::nullopt;
}

}  // namespace crownstar::tablebase
