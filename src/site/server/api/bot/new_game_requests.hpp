// Reads what programs send to begin a game with anybody: with the computer, or with whoever waits in the lobby.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/refusal.hpp"
#include "site/server/api/services.hpp"
#include "site/server/http/http_types.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::server {

struct ComputerBody {
  std::optional<int> level;  // 1 to 8, as the large sites count
  std::string engine;        // in its place: our own name of a level or an engine
};

// Refused with what is wrong in it.
base::Checked<ComputerBody> read_computer(const Request& request);
// The engine that is meant, out of those that play the game; refused where nothing is said of it.
base::Checked<std::string> engine_of(const ComputerBody& asked, const std::vector<engine::EngineChoice>& choices);

// The names of those who alone may play an open challenge: none, or `Ann,Ben`.
base::Checked<std::vector<std::string>> read_users(const Request& request);

struct SeekBody {
  bool is_rated = false;
  std::optional<match::Milliseconds> main;
  std::optional<int> increment;  // seconds
  std::optional<int> days;
  std::string variant;
  wire::BotColourChoice colour = wire::BotColourChoice::random;
  std::string ratings;  // `1500-1800`
};

base::Checked<SeekBody> read_seek(const Request& request);
base::Checked<live::SeekRequest> seek_terms(const SeekBody& asked);

}  // namespace crownstar::server
