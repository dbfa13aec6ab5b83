#include "site/live/cluster/event_codec.hpp"

#include "site/bus/nodes/words.hpp"

namespace crownstar::live {
namespace {

using bus::take_number;
using bus::take_to;
using bus::take_word;

}  // namespace

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
