#include <algorithm>
#include <charconv>
#include <cstddef>
#include <initializer_list>
#include <set>
#include <system_error>

#include "star_board.hpp"

namespace crownstar::oracle::star {

namespace {

constexpr std::string_view game_name = "sternhalma";

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// The words of an option, in the order of its enumerators.
template <typename Choice>
bool read_word(std::string_view text, std::initializer_list<std::string_view> words, Choice& choice) {
  int number = 0;
  for (const std::string_view word : words) {
    if (word == text) {
      choice = static_cast<Choice>(number);
      return true;
    }
    ++number;
  }
  return false;
}

// `1-2+4-3`
bool read_handicap(std::string_view text, std::map<int, int>& handicap) {
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    const std::string_view pair = text.substr(begin, end - begin);
    const std::size_t dash = pair.find('-');
    int set = 0;
    int fewer = 0;
    const bool is_read = dash != std::string_view::npos && read_number(pair.substr(0, dash), set) &&
                         read_number(pair.substr(dash + 1), fewer);
    if (!is_read || fewer <= 0 || !handicap.emplace(set, fewer).second) return false;
    begin = end + 1;
  }
  return true;
}

bool read_option(std::string_view key, std::string_view value, Options& options) {
  if (key == "players") return read_number(value, options.players);
  if (key == "sets") return read_number(value, options.sets);
  if (key == "board") return read_number(value, options.board);
  if (key == "pieces") return read_number(value, options.pieces) && options.pieces > 0;
  if (key == "teams") return read_word(value, {"none", "opposite"}, options.teams);
  if (key == "hop") return read_word(value, {"standard", "super", "symmetric", "catapult"}, options.hop);
  if (key == "rest") return read_word(value, {"home", "anywhere"}, options.rest);
  if (key == "goal") return read_word(value, {"open", "closed"}, options.goal);
  if (key == "win") return read_word(value, {"filled", "own"}, options.win);
  if (key == "places") return read_word(value, {"all", "first"}, options.places);
  if (key == "rounds") return read_number(value, options.rounds);
  if (key == "evacuate") return read_number(value, options.evacuate);
  if (key == "leave") return read_word(value, {"removed", "stay"}, options.leave);
  if (key == "last-round") return read_word(value, {"no", "yes"}, options.plays_last_round);
  if (key == "handicap") return read_handicap(value, options.handicap);
  return false;
}

std::string hop_word(Hop hop) {
  switch (hop) {
    case Hop::standard:
      return "standard";
    case Hop::super:
      return "super";
    case Hop::symmetric:
      return "symmetric";
    default:
      return "catapult";
  }
}

}  // namespace

int usual_pieces(const Options& options) {
  if (options.board == 181) return 15;
  if (options.board == 253) return 21;
  return options.players == 2 && options.sets == 1 ? 15 : 10;
}

int pieces_of(const Options& options, int set) {
  const auto fewer = options.handicap.find(set);
  return (options.pieces == 0 ? usual_pieces(options) : options.pieces) -
         (fewer == options.handicap.end() ? 0 : fewer->second);
}

std::optional<std::string> objection(const Options& options) {
  const int players = options.players;
  const int sets = options.sets;
  if (players < 2 || players > 6) return "CC-4, CC-23: players is 2, 3, 4, 5 or 6";
  if (sets != 1 && !(sets == 2 && players <= 3) && !(sets == 3 && players == 2)) {
    return "CC-5: sets is 1; 2 with two or three players; 3 with two";
  }
  if (options.board != 121 && options.board != 181 && options.board != 253) return "CC-1: board is 121, 181 or 253";
  const bool is_ten_of_two = options.board == 121 && options.pieces == 10;
  if (options.pieces != 0 && options.pieces != usual_pieces(options) && !is_ten_of_two) {
    return "CC-3: a set has 10 pieces on 121 holes (15 too with two players of one set), 15 on 181, 21 on 253";
  }
  if (options.teams == Teams::opposite && players != 4 && players != 6) return "CC-6: teams need four or six players";
  std::set<int> playing;
  for (const std::vector<int>& sets_of_seat : seats_of(options)) {
    playing.insert(sets_of_seat.begin(), sets_of_seat.end());
  }
  for (const auto& [set, fewer] : options.handicap) {
    if (!playing.contains(set)) return "CC-25: a handicap for a set that does not play";
    if (pieces_of(options, set) < 1) return "CC-25: a handicap leaves one piece at least";
  }
  return std::nullopt;
}

std::expected<Options, std::string> read_token(std::string_view token) {
  Options options;
  if (token == game_name) return options;
  if (!token.starts_with(game_name) || token.substr(game_name.size(), 1) != ":") {
    return std::unexpected("expected sternhalma, or sternhalma: and options");
  }
  std::set<std::string_view> seen;
  std::size_t begin = game_name.size() + 1;
  while (begin <= token.size()) {
    const std::size_t end = std::min(token.find(',', begin), token.size());
    const std::string_view option = token.substr(begin, end - begin);
    const std::size_t equals = option.find('=');
    if (equals == std::string_view::npos ||
        !read_option(option.substr(0, equals), option.substr(equals + 1), options)) {
      return std::unexpected("not an option: " + std::string(option));
    }
    if (!seen.insert(option.substr(0, equals)).second) return std::unexpected("twice: " + std::string(option));
    begin = end + 1;
  }
  if (const auto reason = objection(options)) return std::unexpected(*reason);
  return options;
}

std::string write_token(const Options& options) {
  std::string list;
  const auto add = [&list](std::string_view key, const std::string& value) {
    list += (list.empty() ? ":" : ",") + std::string(key) + "=" + value;
  };
  if (options.players != 2) add("players", std::to_string(options.players));
  if (options.sets != 1) add("sets", std::to_string(options.sets));
  if (options.board != 121) add("board", std::to_string(options.board));
  if (options.pieces != 0 && options.pieces != usual_pieces(options)) add("pieces", std::to_string(options.pieces));
  if (options.teams == Teams::opposite) add("teams", "opposite");
  if (options.hop != Hop::standard) add("hop", hop_word(options.hop));
  if (options.rest == Rest::anywhere) add("rest", "anywhere");
  if (options.goal == Goal::closed) add("goal", "closed");
  if (options.win == Win::own) add("win", "own");
  if (options.places == Places::first) add("places", "first");
  if (options.rounds != 300) add("rounds", std::to_string(options.rounds));
  if (options.evacuate != 0) add("evacuate", std::to_string(options.evacuate));
  // With two players it says nothing.
  if (options.players > 2 && options.leave == Leave::stay) add("leave", "stay");
  if (options.plays_last_round) add("last-round", "yes");
  std::string handicap;
  for (const auto& [set, fewer] : options.handicap) {
    handicap += (handicap.empty() ? "" : "+") + std::to_string(set) + "-" + std::to_string(fewer);
  }
  if (!handicap.empty()) add("handicap", handicap);
  return std::string(game_name) + list;
}

}  // namespace crownstar::oracle::star
