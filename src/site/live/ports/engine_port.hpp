// The port to the engines: which player can be seated, a move for a position, and cancelling a question. It does not
// know searches, threads and processes; engines/engine_player.hpp stands behind it, or a test.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "site/match/match.hpp"

namespace crownstar::live {

// What an engine is to think about, in the match's own terms.
struct Question {
  std::string_view engine;              // the id of the player in the seat
  const match::Match* match = nullptr;  // for as long as the call lasts
  int seat = 0;
  std::optional<match::Milliseconds> left;  // on its clock; nothing where none runs
};

struct EngineFailure {
  enum class Kind {
    broken,
    busy,    // nothing is wrong with it: it has too much to do just now
    absent,  // there is none of this name that plays this game here; another node may have it
  };

  std::string reason;
  Kind kind = Kind::broken;
};
using EngineAnswer = std::expected<std::string, EngineFailure>;  // a move as Game::parse reads it

class EnginePort {
 public:
  virtual ~EnginePort() = default;

  // The player that sits down for this engine; refused where there is none that plays this game.
  virtual std::expected<match::Player, match::Refused> player(std::string_view engine,
                                                              const match::Terms& terms) const = 0;
  // Answers once on the event loop's thread, perhaps before the call returns; or never after `forget`. The ticket names
  // the question.
  virtual std::uint64_t ask(const Question& question, std::function<void(EngineAnswer)> done) = 0;
  virtual void forget(std::uint64_t ticket) = 0;
  virtual std::size_t thinking() const = 0;
};

}  // namespace crownstar::live
