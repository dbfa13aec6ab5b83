// What the numbered rules of a draughts variant are about, in words that a program can look a sentence up by.
// It does not know those sentences, nor any language.
#pragma once

#include <string>
#include <vector>

#include "rules/draughts/variants/rules.hpp"

namespace crownstar::game {

// What one rule is about: `AM-7` is about `must_capture` in every language.
struct RuleTopic {
  std::string rule;
  std::string topic;

  bool operator==(const RuleTopic&) const = default;
};

// Each rule once, with the first of the topics that it covers.
std::vector<RuleTopic> topics_of(const draughts::Rules& rules);

}  // namespace crownstar::game
