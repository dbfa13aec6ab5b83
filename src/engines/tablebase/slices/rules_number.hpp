// A number for the rules that a variant's tables depend on: other rules, other number. Rules for draws by counting, for
// notation and for the first position do not matter.
#pragma once

#include <cstdint>

#include "base/mixing.hpp"
#include "rules/draughts/variants/rules.hpp"

namespace crownstar::tablebase {

// Raised when tables are to be made anew though the rules' fields are the same.
inline constexpr std::uint64_t edition = 1;

template <class Variant>
constexpr std::uint64_t rules_number() {
  constexpr const draughts::Rules& rules = Variant::rules;
  std::uint64_t number = base::splitmix64(edition);
  const auto add = [&](auto value) { number = base::splitmix64(number ^ static_cast<std::uint64_t>(value)); };
  add(rules.rows);
  add(rules.columns);
  add(rules.playing);
  add(rules.man_moves);
  add(rules.man_captures);
  add(rules.man_may_take_king);
  add(rules.king_lines);
  add(rules.king_captures);
  add(rules.king_move);
  add(rules.king_capture);
  add(rules.stops_behind_a_king_taken_last);
  add(rules.king_moves_in_a_row);
  add(rules.crowning);
  add(rules.removal);
  add(rules.may_turn_back);
  for (const draughts::Criterion criterion : rules.precedence) add(criterion);
  add(rules.king_takes_before_man);
  add(rules.ending);
  return number;
}

}  // namespace crownstar::tablebase
