// Why input was refused: the rule it breaks, if any, and a reason that a person can act on. Used for positions, moves,
// tokens and files alike.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace crownstar::base {

struct Refusal {
  std::string rule;    // the id of the rule broken (`AM-7`), empty where the input is not about a rule
  std::string reason;  // one line: what is wrong and what was expected

  bool operator==(const Refusal&) const = default;
};

// `AM-7: you must capture; 11x18 or 22x15`, the form in which every surface shows it.
inline std::string to_text(const Refusal& refusal) {
  return refusal.rule.empty() ? refusal.reason : refusal.rule + ": " + refusal.reason;
}

inline std::unexpected<Refusal> refuse(std::string rule, std::string reason) {
  return std::unexpected(Refusal{std::move(rule), std::move(reason)});
}

inline std::unexpected<Refusal> refuse(std::string reason) { return refuse({}, std::move(reason)); }

template <typename T>
using Checked = std::expected<T, Refusal>;

}  // namespace crownstar::base
