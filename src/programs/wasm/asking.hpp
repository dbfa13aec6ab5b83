// Knows how an exported call asks one of the open games, and answers with what may be refused.
// Refuses to know what is asked.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "programs/wasm/answers.hpp"
#include "programs/wasm/desk.hpp"

namespace crownstar::wasm {

// Asks one of the open games.
std::uint32_t ask(int number, auto&& question_of) {
  Table* table = desk().tables.find(number);
  if (table == nullptr) return give(refusal_answer({{}, "the game has been freed"}));
  if constexpr (std::is_invocable_v<decltype(question_of), Table&>) {
    return give(question_of(*table));
  } else {
    return give(question_of(std::as_const(*table->game)));
  }
}

// The value of what may be refused, as `write(json, value)` writes it.
template <class Value>
std::string answer_to(const board::Checked<Value>& checked, auto&& write) {
  if (!checked) return refusal_answer(checked.error());
  return answer([&](text::JsonWriter& json) { write(json, *checked); });
}

}  // namespace crownstar::wasm
