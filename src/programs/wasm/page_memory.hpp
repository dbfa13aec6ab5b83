// The module's state: the page's request and the module's response in memory, and the open games.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "programs/wasm/open_games.hpp"

namespace crownstar::wasm {

// A collection of some thousand games is a few megabytes; more is read from a file by the command line.
inline constexpr std::uint32_t most_question_bytes = 64U << 20U;

struct PageMemory {
  OpenGames games;
  std::string question;
  std::string answer;
};

// One page, one thread: the state is the module's own.
PageMemory& page_memory();

inline std::string_view question() { return page_memory().question; }

// Puts an answer where the page finds it, and says how long it is.
std::uint32_t give(std::string answer);

}  // namespace crownstar::wasm
