// Knows how one node tells the others what it has stored: the rows of a batch, as they are in the store, in lines.
// Refuses to know buses, and what the rows say.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownstar::live {

struct EventNews {
  std::string_view node;  // that stored them
  int first = 0;          // the first one's number
  std::vector<std::string_view> bodies;
};

// `bodies` are JSON on one line each.
std::string write_news(std::string_view node, int first, const std::vector<std::string>& bodies);
// Views into the text. Nothing where it is no such text.
std::optional<EventNews> read_news(std::string_view text);

}  // namespace crownstar::live
