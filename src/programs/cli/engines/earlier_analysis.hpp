// Removes what `analyse` has added to a record: summary, evaluations, signs and variations. Other people's comments
// stay.
#pragma once

#include <string>

#include "engines/contest/review.hpp"
#include "rules/game/game.hpp"
#include "rules/record/record.hpp"

namespace crownstar::cli {

// The signs that PDN has for them: ??, ? and ?!.
constexpr int nag_of(contest::Mark mark) {
  return mark == contest::Mark::blunder ? 4 : mark == contest::Mark::mistake ? 2 : 6;
}

// `+ is good for White`: how a summary ends, which no other comment does.
std::string end_of_summary(const game::Game& game);

// The record as it was before; as it is where no analysis has left its summary. `game` is of its kind.
game::GameRecord without_earlier_analysis(game::GameRecord record, const game::Game& game);

}  // namespace crownstar::cli
