#include "engines/hub/hub_text.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/limits.hpp"

namespace crownstar::hub {
namespace {

bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n'; }

bool is_plain(char letter) { return !is_space(letter) && letter != '"' && letter != '='; }

class Reading {
 public:
  explicit Reading(std::string_view text) : text_(text) {}

  Checked<HubLine> read() {
    HubLine line;
    skip_spaces();
    line.command = word();
    if (line.command.empty()) return base::refuse("a line begins with its command");
    while (skip_spaces()) {
      auto& [name, value] = line.arguments.emplace_back(word(), "");
      if (name.empty()) return base::refuse("an argument is `name=value`");
      skip_spaces();
      if (at_ == text_.size() || text_[at_] != '=') continue;
      ++at_;
      skip_spaces();
      if (!read_value(value)) return base::refuse("a value in quotation marks is not closed");
    }
    return line;
  }

 private:
  bool skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_ < text_.size();
  }

  std::string word() {
    const std::size_t first = at_;
    while (at_ < text_.size() && is_plain(text_[at_])) ++at_;
    return std::string(text_.substr(first, at_ - first));
  }

  bool read_value(std::string& value) {
    if (at_ == text_.size() || text_[at_] != '"') {
      const std::size_t first = at_;
      while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '"') ++at_;
      value = text_.substr(first, at_ - first);
      return true;
    }
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) return false;
    value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string_view HubLine::value(std::string_view name) const {
  for (const auto& [each, value] : arguments) {
    if (each == name) return value;
  }
  return {};
}

bool HubLine::has(std::string_view name) const {
  return std::ranges::any_of(arguments, [&](const auto& argument) { return argument.first == name; });
}

std::string_view HubLine::given_twice() const {
  for (auto each = arguments.begin(); each != arguments.end(); ++each) {
    const auto is_same = [&](const auto& argument) { return argument.first == each->first; };
    if (std::any_of(arguments.begin(), each, is_same)) return each->first;
  }
  return {};
}

Checked<HubLine> read_hub_line(std::string_view text) {
  if (text.size() > limits::hub_line_bytes) return base::refuse("the line is too long");
  return Reading(text).read();
}

std::string write_hub_line(const HubLine& line) {
  std::string text = line.command;
  for (const auto& [name, value] : line.arguments) {
    text += ' ';
    text += name;
    // The protocol has no way to write a quotation mark within a value, nor a line's end.
    std::string shown;
    for (const char letter : value) shown += letter == '"' || letter == '\n' || letter == '\r' ? '\'' : letter;
    // Without a value stands "": clients that split at the sign expect one.
    const bool is_bare = !shown.empty() && std::ranges::all_of(shown, is_plain);
    text += is_bare ? "=" + shown : "=\"" + shown + "\"";
  }
  return text;
}

std::string hub_score(const search::Score& score) {
  constexpr int end = 10'000;
  constexpr int least_win = 9'000;
  int hundredths = std::clamp(score.hundredths, 1 - least_win, least_win - 1);
  if (score.plies_to_end) {
    const int plies = std::min(std::abs(*score.plies_to_end), end - least_win - 1);
    hundredths = *score.plies_to_end > 0 ? end - plies : plies - end;
  }
  return fmt::format("{:.2f}", hundredths / 100.0);
}

}  // namespace crownstar::hub
