// The functions that the page calls. It writes a request's text to `question_room`; a response's text stays at
// `answer_at` until the next call, and each call returns the response's length. One page, one thread: the state
// belongs to the module.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "programs/wasm/answers.hpp"
#include "programs/wasm/asking.hpp"
#include "programs/wasm/open_games.hpp"
#include "programs/wasm/page_memory.hpp"

namespace crownstar::wasm {
namespace {

using base::Checked;
using base::JsonWriter;
using game::Counting;
using game::Game;
using game::MoveView;

std::string done_or_refused(const Checked<void>& checked) {
  return checked ? done_answer() : refusal_answer(checked.error());
}

std::string text_answer(std::string_view text) {
  return answer([&](JsonWriter& json) { json.value(text); });
}

std::string hexadecimal(std::uint64_t number) {
  std::string digits(16, '0');
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, number >>= 4U) {
    *digit = "0123456789abcdef"[number & 15U];
  }
  return digits;
}

}  // namespace

namespace exported {

[[clang::export_name("question_room")]] char* question_room(std::uint32_t bytes) {
  if (bytes > most_question_bytes) return nullptr;
  page_memory().question.resize(bytes);
  return page_memory().question.data();
}

[[clang::export_name("answer_at")]] const char* answer_at() { return page_memory().answer.data(); }

[[clang::export_name("catalog")]] std::uint32_t catalog() {
  return give(wasm::answer([](JsonWriter& json) { write_catalog(json); }));
}

// Whether this module has the game of the token in question; 1 for what no module has, since the refusal is the same.
[[clang::export_name("covers")]] int covers() {
  std::string_view id = question();
  id = take_part(id, ':');
  const bool is_known = std::ranges::contains(game::catalog(), id, &game::CatalogEntry::id);
  return !is_known || game::start(id).has_value() ? 1 : 0;
}

// The question: the token, the position or nothing, the moves; a line each.
[[clang::export_name("open")]] std::uint32_t open() {
  std::string_view moves = question();
  const std::string_view token = take_part(moves, '\n');
  const std::string_view start = take_part(moves, '\n');
  return give(page_memory().games.open(token, start, moves));
}

[[clang::export_name("clone")]] std::uint32_t clone(int number) { return give(page_memory().games.clone(number)); }

[[clang::export_name("close")]] void close(int number) { page_memory().games.close(number); }

[[clang::export_name("layout")]] std::uint32_t layout(int number) {
  return ask(number,
             [](const Game& game) { return answer([&](JsonWriter& json) { write_layout(json, game.layout()); }); });
}

[[clang::export_name("position")]] std::uint32_t position(int number) {
  return ask(number, [](const Game& game) { return text_answer(game.position()); });
}

[[clang::export_name("set_position")]] std::uint32_t set_position(int number) {
  return ask(number, [](OpenGame& open_game) { return done_or_refused(open_game.set_position(question())); });
}

[[clang::export_name("pieces")]] std::uint32_t pieces(int number) {
  return ask(number,
             [](const Game& game) { return answer([&](JsonWriter& json) { write_pieces(json, game.pieces()); }); });
}

[[clang::export_name("key")]] std::uint32_t key(int number) {
  return ask(number, [](const Game& game) { return text_answer(hexadecimal(game.key())); });
}

// -1 where there is no such game.
[[clang::export_name("seat_to_move")]] int seat_to_move(int number) {
  const OpenGame* open_game = page_memory().games.find(number);
  return open_game == nullptr ? -1 : open_game->game->seat_to_move();
}

[[clang::export_name("legal_moves")]] std::uint32_t legal_moves(int number) {
  return ask(number, [](const Game& game) { return answer_to(game.legal_moves(), write_moves); });
}

[[clang::export_name("paths")]] std::uint32_t paths(int number) {
  return ask(number, [](const Game& game) {
    const auto move = find_move(game, question());
    if (!move) return refusal_answer(move.error());
    return answer_to(game.paths(*move), write_paths);
  });
}

[[clang::export_name("parse")]] std::uint32_t parse(int number) {
  return ask(number, [](const Game& game) { return answer_to(game.parse(question()), write_move); });
}

[[clang::export_name("play")]] std::uint32_t play(int number) {
  return ask(number, [](OpenGame& open_game) {
    const auto move = find_move(*open_game.game, question());
    if (!move) return refusal_answer(move.error());
    if (const auto played = open_game.play(*move); !played) return refusal_answer(played.error());
    return answer([&](JsonWriter& json) { write_move(json, *move); });
  });
}

[[clang::export_name("outcome")]] std::uint32_t outcome(int number) {
  return ask(number,
             [](const Game& game) { return answer([&](JsonWriter& json) { write_outcome(json, game.outcome()); }); });
}

[[clang::export_name("draw_counts")]] std::uint32_t draw_counts(int number) {
  return ask(number, [](const Game& game) {
    return answer([&](JsonWriter& json) { write_draw_counts(json, game.draw_counts()); });
  });
}

[[clang::export_name("withdraw")]] std::uint32_t withdraw(int number, int seat) {
  return ask(number,
             [&](OpenGame& open_game) { return done_or_refused(open_game.withdraw(seat, std::string(question()))); });
}

[[clang::export_name("perft")]] std::uint32_t perft(int number, int depth) {
  return ask(number, [&](const Game& game) {
    return answer_to(game.perft()->count(depth, Counting::moves),
                     [](JsonWriter& json, std::uint64_t nodes) { json.value(nodes); });
  });
}

[[clang::export_name("levels")]] std::uint32_t levels() {
  return give(wasm::answer([](JsonWriter& json) { write_levels(json); }));
}

}  // namespace exported

}  // namespace crownstar::wasm
