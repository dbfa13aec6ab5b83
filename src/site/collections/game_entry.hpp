// What an index keeps of a recorded game: who, where and when, how it ended, and every position of its main line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/record/record.hpp"

namespace crownstar::collections {

struct EntryPlayer {
  std::string side;  // `White`, `Black`; a star's `Seat1`
  std::string name;
};

struct EntryPosition {
  std::int64_t hash = 0;
  std::string move;  // that was made in it; empty for the last one
};

struct GameEntry {
  std::string token;
  std::string event;
  std::string site;
  std::string date;
  std::string round;
  std::optional<int> year;
  std::vector<EntryPlayer> players;  // by seat, the first mover first
  std::string result;
  std::string winner;  // `White`, `Black`, `draw`; a star's `Seat1`; empty where nobody knows
  std::vector<EntryPosition> positions;
  std::vector<std::pair<std::int64_t, int>> materials;  // each once, with the half-moves before it
  // The same for the same moves from the same start by the same players; none for a game without a move.
  std::optional<std::int64_t> identity;
  std::string pdn;

  int plies() const { return positions.empty() ? 0 : static_cast<int>(positions.size()) - 1; }
};

GameEntry entry_of(const game::GameRecord& record);

// In small letters, for comparing names: ASCII, Latin and Cyrillic.
std::string folded(std::string_view text);

}  // namespace crownstar::collections
