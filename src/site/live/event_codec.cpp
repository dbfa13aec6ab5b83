#include "site/live/event_codec.hpp"

#include <algorithm>
#include <charconv>

namespace crownstar::live {
namespace {

std::string_view take_to(std::string_view& text, char end) {
  const std::size_t at = std::min(text.find(end), text.size());
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return taken;
}

}  // namespace

std::string_view take_word(std::string_view& text) { return take_to(text, ' '); }

std::optional<long long> take_number(std::string_view& text) {
  const std::string_view word = take_word(text);
  long long number = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

std::string write_news(std::string_view node, int first, const std::vector<std::string>& bodies) {
  std::string text(node);
  text += ' ';
  text += std::to_string(first);
  for (const std::string& body : bodies) {
    text += '\n';
    text += body;
  }
  return text;
}

std::optional<EventNews> read_news(std::string_view text) {
  std::string_view head = take_to(text, '\n');
  EventNews news;
  news.node = take_word(head);
  const auto first = take_number(head);
  if (!first || *first < 0 || *first > 1'000'000 || !head.empty()) return std::nullopt;
  news.first = static_cast<int>(*first);
  while (!text.empty()) news.bodies.push_back(take_to(text, '\n'));
  if (news.bodies.empty()) return std::nullopt;
  return news;
}

}  // namespace crownstar::live
