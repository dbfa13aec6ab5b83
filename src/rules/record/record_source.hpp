// Where a reader of records finds the games: by the number of their GameType, by their id, by their token.
// It does not know their rules.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game/game.hpp"
#include "rules/record/record.hpp"

namespace crownstar::game {

struct RecordedGame {
  std::string id;
  std::string game_type;  // `21,B,8,8,N1,0`
  ResultForm result_form = ResultForm::one_point;
  // CC-22: an option that a record says whatever its value is, as older ones did not: `leave`.
  std::string said_option{};
  std::string usual_value{};  // `removed`
  std::string older_value{};  // what a record without it means: `stay`
};

struct RecordSource {
  std::vector<RecordedGame> games;
  std::function<Checked<std::unique_ptr<Game>>(std::string_view token)> start;
  std::function<std::string(std::string_view name)> id_named;  // of any name of a game; empty text for none

  const RecordedGame* find_id(std::string_view token_or_id) const;
  const RecordedGame* find_number(int number) const;  // codes that other programs use privately are understood too
};

// The number at the front of a GameType, -1 if there is none.
int game_type_number(std::string_view game_type);

// Every game of the catalogue.
RecordSource catalog_source();

// An empty record of a game that stands at its first position.
GameRecord begin_record(const Game& game, const RecordSource& source);

}  // namespace crownstar::game
