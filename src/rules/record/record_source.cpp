#include "rules/record/record_source.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "rules/game/token.hpp"

namespace crownstar::game {

namespace {

// lidraughts writes 99 for an international game that began from a position.
constexpr std::array<std::pair<int, int>, 1> foreign_numbers{{{99, 20}}};

}  // namespace

int game_type_number(std::string_view game_type) {
  constexpr int most = 100000;
  int number = -1;
  for (const char letter : game_type) {
    if (letter < '0' || letter > '9') break;
    number = std::max(number, 0) * 10 + (letter - '0');
    if (number >= most) return -1;
  }
  return number;
}

const RecordedGame* RecordSource::find_id(std::string_view token_or_id) const {
  const std::string_view id = id_of(token_or_id);
  const auto found = std::ranges::find(games, id, &RecordedGame::id);
  return found == games.end() ? nullptr : &*found;
}

const RecordedGame* RecordSource::find_number(int number) const {
  const auto find = [&](int wanted) -> const RecordedGame* {
    const auto has_it = [&](const RecordedGame& game) { return game_type_number(game.game_type) == wanted; };
    const auto found = std::ranges::find_if(games, has_it);
    return found == games.end() ? nullptr : &*found;
  };
  if (number < 0) return nullptr;
  if (const RecordedGame* game = find(number)) return game;
  const auto foreign = std::ranges::find(foreign_numbers, number, &std::pair<int, int>::first);
  return foreign == foreign_numbers.end() ? nullptr : find(foreign->second);
}

GameRecord begin_record(const Game& game, const RecordSource& source) {
  GameRecord record;
  record.token = game.token();
  record.seats = game.seats();
  if (const RecordedGame* known = source.find_id(record.token)) {
    record.game_type = known->game_type;
    record.result_form = known->result_form;
    if (record.seats > 2) {
      record.said_option = known->said_option;
      record.usual_value = known->usual_value;
    }
  }
  const auto fresh = source.start(record.token);
  if (!fresh || (*fresh)->position() != game.position()) record.start = game.position();
  complete_tags(record);
  return record;
}

}  // namespace crownstar::game
