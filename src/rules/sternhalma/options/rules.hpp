// The rules of one game of Chinese checkers as a value: the option table of docs/rules, one field a key.
// It does not know where anything stands; a value that came through `check` can be played.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"

namespace crownstar::sternhalma {

using base::Checked;
using base::Refusal;
using base::refuse;

enum class Hop : std::uint8_t { standard, super, symmetric, catapult };
enum class Teams : std::uint8_t { none, opposite };
enum class Rest : std::uint8_t { home, anywhere };
enum class Goal : std::uint8_t { open, closed };
enum class Win : std::uint8_t { filled, own };
enum class Places : std::uint8_t { all, first };
enum class Leave : std::uint8_t { removed, stay };
enum class LastRound : std::uint8_t { no, yes };

// CC-25: how many pieces fewer each set begins with; index 0 is the set of point 1.
using Handicaps = std::array<std::uint8_t, 6>;

struct Rules {
  int players = 2;  // CC-4
  int sets = 1;     // CC-5: sets a player
  int board = 121;  // CC-1: holes
  int pieces = 0;   // CC-3: pieces a set; 0: the usual number for the board and the players
  Teams teams = Teams::none;
  Hop hop = Hop::standard;
  Rest rest = Rest::home;
  Goal goal = Goal::open;
  Win win = Win::filled;
  Places places = Places::all;
  int rounds = 300;                      // CC-19: 0 for no limit
  int evacuate = 0;                      // CC-20: 0 for off
  Leave leave = Leave::removed;          // CC-22: the pieces of a player who leaves; no effect with two players
  LastRound last_round = LastRound::no;  // CC-24: whether the round is played out when a player comes home
  Handicaps handicap{};                  // CC-25

  bool operator==(const Rules&) const = default;
};

inline constexpr int most_turns = 1'000'000'000;  // the bound of `rounds` and `evacuate`
inline constexpr int most_pieces = 21;            // of a set, on the biggest board

// CC-9, CC-12, CC-13 or CC-13b.
constexpr std::string_view rule_of(Hop hop) {
  switch (hop) {
    case Hop::super:
      return "CC-12";
    case Hop::symmetric:
      return "CC-13";
    case Hop::catapult:
      return "CC-13b";
    default:
      return "CC-9";
  }
}

struct OptionText {
  std::string key;
  std::string value;

  bool operator==(const OptionText&) const = default;
};

// One row of the option table, for lists and help texts.
struct OptionRow {
  std::string_view key;
  std::vector<std::string_view> values;  // empty where no list holds them all
  std::string_view fallback;
  std::string_view explanation;
  std::string_view rule;
  std::string_view form{};  // what a value looks like where there is no list
};
std::span<const OptionRow> option_table();

// How many pieces a set has by default (CC-3).
int usual_pieces(const Rules& rules);

constexpr int handicap_of(const Rules& rules, int set) { return rules.handicap[static_cast<std::size_t>(set)]; }
// How many pieces a set begins with (CC-25).
constexpr int pieces_of(const Rules& rules, int set) { return rules.pieces - handicap_of(rules, set); }
constexpr bool has_handicap(const Rules& rules) { return rules.handicap != Handicaps{}; }
// CC-22: whether the pieces of a player who leaves are taken off the board.
constexpr bool removes_leavers(const Rules& rules) { return rules.players > 2 && rules.leave == Leave::removed; }

// Refuses a combination that cannot be played; otherwise the same rules with `pieces` filled in.
Checked<Rules> check(Rules rules);

// Reads the options of a token and checks their combination.
Checked<Rules> read_options(std::span<const OptionText> options);
// What differs from the default, in the order of the table.
std::vector<OptionText> write_options(const Rules& rules);

}  // namespace crownstar::sternhalma
