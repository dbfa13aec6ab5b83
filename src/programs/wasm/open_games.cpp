#include "programs/wasm/open_games.hpp"

#include <utility>

#include "programs/wasm/answers.hpp"
#include "rules/game/sides.hpp"
#include "rules/record/record_moves.hpp"
#include "rules/record/recorded_position.hpp"

namespace crownstar::wasm {

using base::Checked;
using base::JsonWriter;
using game::Game;
using game::MoveView;

std::string_view take_part(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return part;
}

Checked<MoveView> find_move(const Game& game, std::string_view text) { return game::read_recorded_move(game, text); }

Checked<void> OpenGame::play(const MoveView& move) {
  if (auto played = game->play(move); !played) return played;
  turns.push_back(search::Turn::played(move.text));
  return {};
}

Checked<void> OpenGame::withdraw(int seat, std::string reason) {
  if (auto withdrawn = game->withdraw(seat, std::move(reason)); !withdrawn) return withdrawn;
  turns.push_back(search::Turn::withdrawn(seat));
  return {};
}

Checked<void> OpenGame::set_position(std::string_view text) {
  if (const auto set = game::set_written_position(*game, text); !set) return std::unexpected(set.error());
  start = game->position();
  turns.clear();
  return {};
}

search::SearchRequest OpenGame::request() const {
  search::SearchRequest request;
  request.token = game->token();
  request.position = start;
  request.turns = turns;
  return request;
}

std::string OpenGames::open(std::string_view token, std::string_view start, std::string_view moves) {
  auto game = game::start(token);
  if (!game) return refusal_answer(game.error());
  OpenGame open_game{std::move(*game), {}, {}};
  if (!start.empty()) {
    if (const auto set = open_game.set_position(start); !set) return refusal_answer(set.error());
  }
  for (int number = 1; !moves.empty(); ++number) {
    const std::string_view text = take_part(moves, '\n');
    const auto move = find_move(*open_game.game, text);
    const auto played = move ? open_game.play(*move) : Checked<void>(std::unexpected(move.error()));
    if (!played) {
      const base::Refusal& refusal = played.error();
      return refusal_answer(
          {refusal.rule, "move " + std::to_string(number) + ", " + std::string(text) + ": " + refusal.reason});
    }
  }
  return place(std::move(open_game));
}

std::string OpenGames::clone(int number) {
  const OpenGame* open_game = find(number);
  if (open_game == nullptr) return refusal_answer({{}, "there is no game of that number"});
  return place({open_game->game->clone(), open_game->start, open_game->turns});
}

void OpenGames::close(int number) {
  if (find(number) == nullptr) return;
  games_[static_cast<std::size_t>(number)] = {};
  free_numbers_.push_back(number);
}

OpenGame* OpenGames::find(int number) {
  const auto index = static_cast<std::size_t>(number);
  return number < 0 || index >= games_.size() || !games_[index].game ? nullptr : &games_[index];
}

std::string OpenGames::place(OpenGame open_game) {
  if (free_numbers_.empty()) {
    if (games_.size() >= most_games) {
      return refusal_answer({{}, "too many games are open; free those that are no longer needed"});
    }
    free_numbers_.push_back(static_cast<int>(games_.size()));
    games_.emplace_back();
  }
  const int number = free_numbers_.back();
  free_numbers_.pop_back();
  const Game& placed = *open_game.game;
  games_[static_cast<std::size_t>(number)] = std::move(open_game);
  return answer([&](JsonWriter& json) {
    json.begin_object();
    json.member("game", number);
    json.member("token", placed.token());
    json.member("seats", placed.seats());
    json.key("seatNames");
    json.begin_array();
    for (int seat = 0; seat < placed.seats(); ++seat) json.value(placed.seat_name(seat));
    json.end_array();
    json.key("sides");
    json.begin_array();
    for (int seat = 0; seat < placed.seats(); ++seat) json.value(game::sides_of(placed).of_seat(seat));
    json.end_array();
    json.end_object();
  });
}

}  // namespace crownstar::wasm
