#include "programs/wasm/desk.hpp"

#include <utility>

namespace crownstar::wasm {

Desk& desk() {
  static Desk only;
  return only;
}

std::uint32_t give(std::string answer) {
  desk().answer = std::move(answer);
  return static_cast<std::uint32_t>(desk().answer.size());
}

}  // namespace crownstar::wasm
