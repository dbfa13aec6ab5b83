// From a game's id to the variant whose tables are asked for.
#pragma once

#include <string>
#include <string_view>

#include "base/refusal.hpp"
#include "rules/draughts/notation/setup.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

// Calls `use.template operator()<Variant>()` for the game's variant. Refused where it has no tables.
template <class Result, class Use>
base::Checked<Result> with_variant(std::string_view game, const Use& use) {
  base::Checked<Result> result = base::refuse("there are no endgame tables of " + std::string(game) +
                                              "; a draughts game is expected (crownstar games lists them)");
  draughts::AllVariants::for_each([&]<class Variant>() {
    if (Variant::id != game) return;
    if constexpr (Variant::rules.king_moves_in_a_row > 0) {
      const auto& ids = Variant::rules.ids;
      result = base::refuse(draughts::rule_id(ids, ids.special),
                            "there are no endgame tables of " + std::string(game) +
                                ": a king may move only so often in a row, and tables do not know how often it has");
    } else {
      result = use.template operator()<Variant>();
    }
  });
  return result;
}

}  // namespace crownstar::tablebase
