// Knows where the page's questions and the module's answers stand in memory, and the games that are open.
// Refuses to know what is asked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "programs/wasm/tables.hpp"

namespace crownstar::wasm {

// A collection of some thousand games is a few megabytes; more is read from a file by the command line.
inline constexpr std::uint32_t most_question_bytes = 64U << 20U;

struct Desk {
  Tables tables;
  std::string question;
  std::string answer;
};

// One page, one thread: the state is the module's own.
Desk& desk();

inline std::string_view question() { return desk().question; }

// Puts an answer where the page finds it, and says how long it is.
std::uint32_t give(std::string answer);

}  // namespace crownstar::wasm
