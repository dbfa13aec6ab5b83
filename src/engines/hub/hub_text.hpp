// A line of Hub 2 as text: a command and its arguments `name=value`.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/refusal.hpp"
#include "engines/search/request.hpp"

namespace crownstar::hub {

using base::Checked;

struct HubLine {
  std::string command;
  std::vector<std::pair<std::string, std::string>> arguments;  // a bare word has no value

  // Empty where there is none of that name.
  std::string_view value(std::string_view name) const;
  bool has(std::string_view name) const;
  // The first name that stands there twice; empty if none does.
  std::string_view given_twice() const;
  bool operator==(const HubLine&) const = default;
};

Checked<HubLine> read_hub_line(std::string_view text);

// Without a line feed.
std::string write_hub_line(const HubLine& line);

// In men, as Scan reports it: a win in N half-moves is 100 - N / 100, a win by endgame tables less than 90.
std::string hub_score(const search::Score& score);

}  // namespace crownstar::hub
