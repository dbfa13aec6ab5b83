#include "site/store/older_games.hpp"

#include <string>

namespace crownstar::store {

void keep_older_meaning(MatchHeader& header, std::vector<EventRow>& events) {
  // The number of players stands first in a stored token, and is left out where it is two.
  const bool is_meant = header.game.starts_with("sternhalma:players=") && !header.game.contains("leave=");
  if (!is_meant) return;
  const std::string game = header.game + ",leave=stay";
  if (!events.empty()) {
    std::string& body = events.front().body;
    const std::string before = "\"game\":\"" + header.game + "\"";
    const std::size_t at = body.find(before);
    if (at != std::string::npos) body.replace(at, before.size(), "\"game\":\"" + game + "\"");
  }
  header.game = game;
}

}  // namespace crownstar::store
