// Where in a text something stands, and how a complaint about it is shown.
// It does not know what the text is about.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>

#include "base/limits.hpp"
#include "base/refusal.hpp"

namespace crownstar::game {

// Both count from 1, as editors do; a column is one character, whatever number of bytes UTF-8 gives it.
struct TextPlace {
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  auto operator<=>(const TextPlace&) const = default;
};

struct PdnProblem {
  TextPlace place;
  std::string text;  // what stands there, where it is worth showing: a move, a tag
  base::Refusal refusal;

  bool operator==(const PdnProblem&) const = default;
};

// `line 12, column 5: 11-15: AM-7: you must capture; 11x18`.
inline std::string to_text(const PdnProblem& problem) {
  std::string result =
      "line " + std::to_string(problem.place.line) + ", column " + std::to_string(problem.place.column) + ": ";
  if (!problem.text.empty()) result += problem.text + ": ";
  return result + to_text(problem.refusal);
}

inline PdnProblem pdn_problem(TextPlace place, std::string reason) {
  return {place, {}, base::Refusal{{}, std::move(reason)}};
}

// A game beyond them is a problem that names the limit.
struct PdnLimits {
  std::size_t game_bytes = limits::pdn_game_bytes;
  std::size_t setup_bytes = limits::pdn_setup_bytes;
  std::size_t word_bytes = limits::pdn_word_bytes;
  std::size_t nesting = limits::pdn_nesting;
  std::size_t tags = limits::pdn_tags;
};

}  // namespace crownstar::game
