#include "rules/sternhalma/options/rules.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"
#include "rules/sternhalma/options/seating.hpp"

namespace crownstar::sternhalma {
namespace {

using base::quoted;

constexpr std::string_view handicap_key = "handicap";

const std::array<OptionRow, 15>& rows() {
  static const std::array<OptionRow, 15> table{{
      {"players", {"2", "3", "4", "5", "6"}, "2", "how many players", "CC-4, CC-23"},
      {"sets", {"1", "2", "3"}, "1", "sets a player: 2 with two or three players, 3 with two", "CC-5"},
      {"board", {"121", "181", "253"}, "121", "holes of the board", "CC-1"},
      {"pieces",
       {"10", "15", "21"},
       "15 with two players of one set on 121, otherwise 10, 15 or 21 as the board says",
       "pieces of a set",
       "CC-3"},
      {"teams", {"none", "opposite"}, "none", "team mates sit at opposite points (four or six players)", "CC-6"},
      {"hop",
       {"standard", "super", "symmetric", "catapult"},
       "standard",
       "what a hop may pass over",
       "CC-9, CC-12, CC-13, CC-13b"},
      {"rest", {"home", "anywhere"}, "home", "where a move may end", "CC-14"},
      {"goal", {"open", "closed"}, "open", "whether a piece may leave its goal", "CC-18"},
      {"win", {"filled", "own"}, "filled", "what brings a set home", "CC-17"},
      {"places", {"all", "first"}, "all", "play on for the places, or stop at the winner", "CC-15"},
      {"rounds", {}, "300", "the round after which the game is drawn, 0 for no limit", "CC-19", "a number"},
      {"evacuate", {}, "0", "own turns in which the start must be left, 0 for no limit", "CC-20", "a number"},
      {"leave",
       {"removed", "stay"},
       "removed",
       "whether the pieces of a player who leaves are taken off the board (three players or more)",
       "CC-22"},
      {"last-round", {"no", "yes"}, "no", "play the round out when a player comes home", "CC-24"},
      {handicap_key,
       {},
       "none",
       "pieces fewer for a set, SET-N; several joined by +, as in 1-2+4-3",
       "CC-25",
       "SET-N+SET-N"},
  }};
  return table;
}

std::string joined(const std::vector<std::string_view>& values) {
  std::string text;
  for (const std::string_view value : values) {
    if (!text.empty()) text += ", ";
    text += value;
  }
  return text;
}

std::optional<int> number_in(std::string_view text) {
  const std::optional<int> number = base::parse_number<int>(text);
  return number && text[0] != '-' && *number <= most_turns ? number : std::nullopt;
}

// `choice` is the value's place in its row of the table, or the number where any number will do.
void set_field(Rules& rules, std::string_view key, int choice, int number) {
  if (key == "players") rules.players = number;
  if (key == "sets") rules.sets = number;
  if (key == "board") rules.board = number;
  if (key == "pieces") rules.pieces = number;
  if (key == "teams") rules.teams = static_cast<Teams>(choice);
  if (key == "hop") rules.hop = static_cast<Hop>(choice);
  if (key == "rest") rules.rest = static_cast<Rest>(choice);
  if (key == "goal") rules.goal = static_cast<Goal>(choice);
  if (key == "win") rules.win = static_cast<Win>(choice);
  if (key == "places") rules.places = static_cast<Places>(choice);
  if (key == "rounds") rules.rounds = number;
  if (key == "evacuate") rules.evacuate = number;
  if (key == "leave") rules.leave = static_cast<Leave>(choice);
  if (key == "last-round") rules.last_round = static_cast<LastRound>(choice);
}

int field(const Rules& rules, std::string_view key) {
  if (key == "players") return rules.players;
  if (key == "sets") return rules.sets;
  if (key == "board") return rules.board;
  if (key == "pieces") return rules.pieces;
  if (key == "teams") return static_cast<int>(rules.teams);
  if (key == "hop") return static_cast<int>(rules.hop);
  if (key == "rest") return static_cast<int>(rules.rest);
  if (key == "goal") return static_cast<int>(rules.goal);
  if (key == "win") return static_cast<int>(rules.win);
  if (key == "places") return static_cast<int>(rules.places);
  if (key == "leave") return static_cast<int>(rules.leave);
  if (key == "last-round") return static_cast<int>(rules.last_round);
  return key == "rounds" ? rules.rounds : rules.evacuate;
}

Checked<void> read_handicap(Rules& rules, std::string_view text) {
  const auto refused = [&] {
    return refuse("CC-25",
                  std::string(handicap_key) + "=" + quoted(text) +
                      "; expected SET-N with a set from 1 to 6 and the pieces that it has fewer, each set once "
                      "and joined by +, as in 1-2+4-3");
  };
  std::string_view rest = text;
  bool is_more = true;
  while (is_more) {
    const std::size_t plus = rest.find('+');
    is_more = plus != std::string_view::npos;
    const std::string_view pair = rest.substr(0, plus);
    if (pair.size() < 3 || pair[0] < '1' || pair[0] > '6' || pair[1] != '-') return refused();
    const auto fewer = number_in(pair.substr(2));
    std::uint8_t& of_set = rules.handicap[static_cast<std::size_t>(pair[0] - '1')];
    if (!fewer || *fewer < 1 || *fewer >= most_pieces || of_set != 0) return refused();
    of_set = static_cast<std::uint8_t>(*fewer);
    if (is_more) rest.remove_prefix(plus + 1);
  }
  return {};
}

std::string handicap_text(const Rules& rules) {
  std::string text;
  for (int set = 0; set < most_sets; ++set) {
    if (handicap_of(rules, set) == 0) continue;
    text +=
        (text.empty() ? "" : "+") + std::to_string(point_of_set(set)) + "-" + std::to_string(handicap_of(rules, set));
  }
  return text;
}

bool is_named(const OptionRow& row) { return !row.values.empty() && row.values[0].front() > '9'; }

std::string field_text(const Rules& rules, const OptionRow& row) {
  if (row.key == handicap_key) return handicap_text(rules);
  const int value = field(rules, row.key);
  return is_named(row) ? std::string(row.values[static_cast<std::size_t>(value)]) : std::to_string(value);
}

Checked<void> read_option(Rules& rules, const OptionText& option) {
  const auto row = std::ranges::find(rows(), std::string_view(option.key), &OptionRow::key);
  if (row == rows().end()) {
    std::vector<std::string_view> keys;
    for (const OptionRow& each : rows()) keys.push_back(each.key);
    return refuse("unknown option " + quoted(option.key) + "; expected one of " + joined(keys));
  }
  if (row->key == handicap_key) return read_handicap(rules, option.value);
  const auto number = number_in(option.value);
  if (row->values.empty()) {
    if (!number) {
      return refuse(std::string(row->rule), std::string(row->key) + "=" + quoted(option.value) +
                                                "; expected a number from 0 to " + std::to_string(most_turns));
    }
    set_field(rules, row->key, 0, *number);
    return {};
  }
  const auto value = std::ranges::find(row->values, std::string_view(option.value));
  if (value == row->values.end()) {
    return refuse(std::string(row->rule),
                  std::string(row->key) + "=" + quoted(option.value) + "; expected one of " + joined(row->values));
  }
  set_field(rules, row->key, static_cast<int>(value - row->values.begin()), number.value_or(0));
  return {};
}

bool is_one_of(int value, std::initializer_list<int> values) {
  return std::ranges::find(values, value) != values.end();
}

int pieces_of_point(int board) { return board == 121 ? 10 : board == 181 ? 15 : 21; }

bool is_two_of_one_set_on_usual_board(const Rules& rules) {
  return rules.players == 2 && rules.sets == 1 && rules.board == 121;
}

Checked<void> check_handicap(const Rules& rules) {
  const Seating seats = seating(rules);
  for (int set = 0; set < most_sets; ++set) {
    const int fewer = handicap_of(rules, set);
    if (fewer == 0) continue;
    const std::string name = std::to_string(point_of_set(set));
    if (!seats.has_set(set)) {
      return refuse("CC-25", "a handicap for set " + name + ", which does not play");
    }
    if (fewer >= rules.pieces) {
      return refuse("CC-25", "a handicap of " + std::to_string(fewer) + " for set " + name + ", which has " +
                                 std::to_string(rules.pieces) + " pieces; expected 1 to " +
                                 std::to_string(rules.pieces - 1));
    }
  }
  return {};
}

}  // namespace

std::span<const OptionRow> option_table() { return rows(); }

int usual_pieces(const Rules& rules) {
  return is_two_of_one_set_on_usual_board(rules) ? 15 : pieces_of_point(rules.board);
}

Checked<Rules> check(Rules rules) {
  const auto number = [](int value) { return std::to_string(value); };
  if (!is_one_of(rules.players, {2, 3, 4, 5, 6})) {
    return refuse("CC-4", number(rules.players) + " players; expected 2, 3, 4, 5 or 6");
  }
  if (!is_one_of(rules.board, {121, 181, 253})) {
    return refuse("CC-1", "a board of " + number(rules.board) + " holes; expected 121, 181 or 253");
  }
  const int sets_at_most = rules.players == 2 ? 3 : rules.players == 3 ? 2 : 1;
  if (rules.sets < 1 || rules.sets > sets_at_most) {
    return refuse("CC-5", number(rules.sets) + " sets a player with " + number(rules.players) + " players; expected " +
                              (sets_at_most == 1   ? "1"
                               : sets_at_most == 2 ? "1 or 2"
                                                   : "1, 2 or 3"));
  }
  if (rules.pieces == 0) rules.pieces = usual_pieces(rules);
  if (rules.pieces != pieces_of_point(rules.board) && rules.pieces != usual_pieces(rules)) {
    const std::string expected = number(pieces_of_point(rules.board));
    return refuse("CC-3", number(rules.pieces) + " pieces a set with " + number(rules.players) + " players of " +
                              number(rules.sets) + (rules.sets == 1 ? " set" : " sets") + " on " + number(rules.board) +
                              " holes; expected " +
                              (is_two_of_one_set_on_usual_board(rules) ? expected + " or 15" : expected));
  }
  if (rules.teams == Teams::opposite && !is_one_of(rules.players, {4, 6})) {
    return refuse("CC-6", "teams with " + number(rules.players) + " players; teams need four or six");
  }
  if (rules.rounds < 0 || rules.rounds > most_turns) return refuse("CC-19", "rounds must be from 0 to 1000000000");
  if (rules.evacuate < 0 || rules.evacuate > most_turns)
    return refuse("CC-20", "evacuate must be from 0 to 1000000000");
  if (auto checked = check_handicap(rules); !checked) return std::unexpected(checked.error());
  if (rules.players == 2) rules.leave = Leave::removed;  // the game is over when one of two leaves
  return rules;
}

Checked<Rules> read_options(std::span<const OptionText> options) {
  Rules rules;
  for (const OptionText& option : options) {
    if (auto read = read_option(rules, option); !read) return std::unexpected(read.error());
  }
  return check(rules);
}

std::vector<OptionText> write_options(const Rules& rules) {
  std::vector<OptionText> options;
  Rules usual;
  usual.pieces = usual_pieces(rules);
  for (const OptionRow& row : rows()) {
    std::string text = field_text(rules, row);
    if (text != field_text(usual, row)) options.push_back({std::string(row.key), std::move(text)});
  }
  return options;
}

}  // namespace crownstar::sternhalma
