#include "wasm/tables.hpp"

#include <utility>

#include "game/record_moves.hpp"
#include "wasm/answers.hpp"

namespace crownstar::wasm {

using board::Checked;
using game::Game;
using game::MoveView;
using text::JsonWriter;

std::string_view take_part(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return part;
}

Checked<MoveView> find_move(const Game& game, std::string_view text) { return game::read_recorded_move(game, text); }

std::string Tables::open(std::string_view token, std::string_view start, std::string_view moves) {
  auto game = game::start(token);
  if (!game) return refusal_answer(game.error());
  if (!start.empty()) {
    if (const auto set = (*game)->set_position(start); !set) return refusal_answer(set.error());
  }
  for (int number = 1; !moves.empty(); ++number) {
    const std::string_view text = take_part(moves, '\n');
    const auto move = find_move(**game, text);
    const auto played = move ? (*game)->play(*move) : Checked<void>(std::unexpected(move.error()));
    if (!played) {
      const board::Refusal& refusal = played.error();
      return refusal_answer(
          {refusal.rule, "move " + std::to_string(number) + ", " + std::string(text) + ": " + refusal.reason});
    }
  }
  return place(std::move(*game));
}

std::string Tables::clone(int number) {
  const Game* game = find(number);
  if (game == nullptr) return refusal_answer({{}, "there is no game of that number"});
  return place(game->clone());
}

void Tables::close(int number) {
  if (find(number) == nullptr) return;
  games_[static_cast<std::size_t>(number)].reset();
  free_numbers_.push_back(number);
}

Game* Tables::find(int number) {
  const auto index = static_cast<std::size_t>(number);
  return number < 0 || index >= games_.size() ? nullptr : games_[index].get();
}

std::string Tables::place(std::unique_ptr<Game> game) {
  if (free_numbers_.empty()) {
    if (games_.size() >= most_games) {
      return refusal_answer({{}, "too many games are open; free those that are no longer needed"});
    }
    free_numbers_.push_back(static_cast<int>(games_.size()));
    games_.emplace_back();
  }
  const int number = free_numbers_.back();
  free_numbers_.pop_back();
  const Game& placed = *game;
  games_[static_cast<std::size_t>(number)] = std::move(game);
  return answer([&](JsonWriter& json) {
    json.begin_object();
    json.member("game", number);
    json.member("token", placed.token());
    json.member("seats", placed.seats());
    json.key("seatNames");
    json.begin_array();
    for (int seat = 0; seat < placed.seats(); ++seat) json.value(placed.seat_name(seat));
    json.end_array();
    json.end_object();
  });
}

}  // namespace crownstar::wasm
