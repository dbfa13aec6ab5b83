// Calls a function on an open game for an exported call, and returns its result or refusal.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "programs/wasm/answers.hpp"
#include "programs/wasm/page_memory.hpp"

namespace crownstar::wasm {

// Asks one of the open games.
std::uint32_t ask(int number, auto&& question_of) {
  OpenGame* open_game = page_memory().games.find(number);
  if (open_game == nullptr) return give(refusal_answer({{}, "the game has been freed"}));
  if constexpr (std::is_invocable_v<decltype(question_of), OpenGame&>) {
    return give(question_of(*open_game));
  } else {
    return give(question_of(std::as_const(*open_game->game)));
  }
}

// The value of what may be refused, as `write(json, value)` writes it.
template <class Value>
std::string answer_to(const base::Checked<Value>& checked, auto&& write) {
  if (!checked) return refusal_answer(checked.error());
  return answer([&](base::JsonWriter& json) { write(json, *checked); });
}

}  // namespace crownstar::wasm
