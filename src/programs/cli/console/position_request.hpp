// Starts a game from a game token and an optional position on the command line.
#pragma once

#include <memory>
#include <string>

#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {

struct PositionRequest {
  std::string token;
  std::string position;  // empty for the start of the game
  bool has_position = false;
};

inline base::Checked<std::unique_ptr<game::Game>> begin(const PositionRequest& request) {
  auto game = game::start(request.token);
  if (!game || !request.has_position) return game;
  if (const auto set = (*game)->set_position(request.position); !set) return std::unexpected(set.error());
  return game;
}

}  // namespace crownstar::cli
