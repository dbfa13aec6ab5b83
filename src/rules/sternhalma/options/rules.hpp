// The rules of one game of Chinese checkers as a value: the option table of docs/rules, one field a key.
// It does not know where anything stands; a value that came through `check` can be played.
#pragma once

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

struct Rules {
  int players = 2;  // CC-4
  int sets = 1;     // CC-5: sets a player
  int board = 121;  // CC-1: holes
  int pieces = 0;   // CC-3: pieces a set; 0 stands for what the board and the players call for
  Teams teams = Teams::none;
  Hop hop = Hop::standard;
  Rest rest = Rest::home;
  Goal goal = Goal::open;
  Win win = Win::filled;
  Places places = Places::all;
  int rounds = 300;  // CC-19: 0 for no limit
  int evacuate = 0;  // CC-20: 0 for off

  bool operator==(const Rules&) const = default;
};

inline constexpr int most_turns = 1'000'000'000;  // the bound of `rounds` and `evacuate`

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
  std::vector<std::string_view> values;  // empty where any number will do
  std::string_view fallback;
  std::string_view explanation;
  std::string_view rule;
};
std::span<const OptionRow> option_table();

// How many pieces a set has when nothing is said (CC-3).
int usual_pieces(const Rules& rules);

// Refuses a combination that cannot be played; otherwise the same rules with `pieces` filled in.
Checked<Rules> check(Rules rules);

// Reads the options of a token and checks their combination.
Checked<Rules> read_options(std::span<const OptionText> options);
// What differs from the default, in the order of the table.
std::vector<OptionText> write_options(const Rules& rules);

}  // namespace crownstar::sternhalma
