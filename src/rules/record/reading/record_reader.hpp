// How a game as it is written becomes a record whose every move the rules allow.
// It does not know how the text was cut into words, and where it came from.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_guess.hpp"
#include "rules/record/record.hpp"
#include "rules/record/record_source.hpp"

namespace crownstar::game {

struct ReadRecord {
  GameRecord record;
  std::vector<std::string> notes;  // what was taken for granted or passed over, a line each
  std::string guess;               // how the game without a GameType was found, which is often the same in a whole file
};

// Says that a game without a GameType is to be guessed.
inline constexpr std::string_view guessed_game = "auto";

// `fallback` is the token of a game without a GameType. Where it is guessed, `file` knows the games beside it, if there
// are any. The problem names the place, the move and the rule.
std::expected<ReadRecord, PdnProblem> read_record(const PdnGame& game, const RecordSource& source,
                                                  std::string_view fallback = guessed_game,
                                                  const FileGames* file = nullptr);

}  // namespace crownstar::game
