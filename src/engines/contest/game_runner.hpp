// Runs one game between engines, to its end by the rules, by adjudication, by agreement or by its length.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/contest/players/engine_spec.hpp"
#include "engines/contest/starts.hpp"
#include "rules/record/record.hpp"

namespace crownstar::contest {

// Scores on which both engines must agree, in hundredths of a man, for a game to end before its end.
struct Agreement {
  std::optional<int> win;         // both see one side ahead by so much, for three moves each
  std::optional<int> draw_after;  // both see nothing for five moves each, this many moves each into the game
};

struct GameTerms {
  std::string token;
  int most_moves = 300;  // of each seat: then it is a draw, or the rest of the places is shared
  Agreement agreement;
  search::FindTables adjudication_tables{};  // ends a game that these tables know; empty: nobody does
  search::StopSignal stop{};                 // breaks it off
};

// An engine at a seat. It plays one game at a time.
struct EngineSeat {
  search::Searcher* searcher = nullptr;
  const EngineSpec* spec = nullptr;
  search::SearchLimits limits;
};

// What an engine did with its moves.
struct SearchTotals {
  std::uint64_t moves = 0;
  std::uint64_t nodes = 0;
  std::uint64_t depth = 0;  // of all moves together
  std::chrono::microseconds time{};
  std::chrono::microseconds longest{};

  void add(const SearchTotals& other);
  bool operator==(const SearchTotals&) const = default;
};

// What counts of a game that has ended.
struct GameSummary {
  std::vector<int> places;    // by seat, the same for team mates; a best place that rivals share is a draw
  bool is_undecided = false;  // no side is first alone: a draw
  std::string reason;
  int plies = 0;
  int failed_seat = -1;  // who answered with no legal move; it lost
  bool was_agreed = false;
  bool was_adjudicated = false;  // to the referee's tables
  bool was_too_long = false;
  std::vector<SearchTotals> search_totals;  // by seat
  std::uint64_t line = 0;                   // of its start and its moves: two games that went alike have the same

  bool operator==(const GameSummary&) const = default;
};

struct PlayedGame : GameSummary {
  bool was_stopped = false;  // broken off; it counts for nothing
  game::GameRecord record;   // with the score, the depth and the time of each move
};

// Refused where the start itself cannot be played.
Checked<PlayedGame> run_game(const GameTerms& terms, const Start& start, const std::vector<EngineSeat>& seats,
                             std::uint64_t seed);

}  // namespace crownstar::contest
