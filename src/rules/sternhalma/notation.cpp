#include "rules/sternhalma/notation.hpp"

#include <algorithm>
#include <utility>

#include "base/text/quote.hpp"

namespace crownstar::sternhalma {
namespace {

using base::quoted;

// The part of `text` before `mark`, which `text` then loses together with the mark.
std::string_view split_off(std::string_view& text, char mark) {
  const std::size_t end = std::min(text.find(mark), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

Checked<int> read_set(std::string_view text) {
  if (text.size() == 1 && text[0] >= '1' && text[0] <= '6') return text[0] - '1';
  return refuse("no set " + quoted(text) + "; a set is named by the point it starts from, 1 to 6");
}

Checked<SetHoles> read_set_holes(const Star& star, std::string_view text) {
  if (text.find('=') == std::string_view::npos) {
    return refuse("expected SET=HOLES instead of " + quoted(text) + ", as in 1=" + hole_label(star, 0) + "," +
                  hole_label(star, 1));
  }
  const auto set = read_set(split_off(text, '='));
  if (!set) return std::unexpected(set.error());
  SetHoles result{*set, {}};
  bool is_more = !text.empty();
  while (is_more) {
    is_more = text.find(',') != std::string_view::npos;
    const auto hole = read_hole(star, split_off(text, ','));
    if (!hole) return std::unexpected(hole.error());
    if (static_cast<int>(result.holes.size()) == Star::most_holes) {
      return refuse("more pieces than the board has holes");
    }
    result.holes.push_back(*hole);
  }
  return result;
}

constexpr std::string_view left_field = "left=";
constexpr std::string_view home_field = "last=";

// `3,5`: players, each by the first set.
Checked<std::vector<int>> read_players(std::string_view text) {
  std::vector<int> sets;
  bool is_more = true;
  while (is_more) {
    if (sets.size() == most_sets) return refuse("more than six players");
    is_more = text.find(',') != std::string_view::npos;
    const auto set = read_set(split_off(text, ','));
    if (!set) return std::unexpected(set.error());
    sets.push_back(*set);
  }
  return sets;
}

Checked<void> read_field(const Star& star, std::string_view text, Setup& setup) {
  for (const auto& [name, players] : {std::pair(left_field, &setup.left), std::pair(home_field, &setup.home)}) {
    if (!text.starts_with(name)) continue;
    if (!players->empty()) return refuse(std::string(name.substr(0, name.size() - 1)) + " is given twice");
    auto read = read_players(text.substr(name.size()));
    if (!read) return std::unexpected(read.error());
    *players = std::move(*read);
    return {};
  }
  if (setup.sets.size() == most_sets) return refuse("more than six sets");
  auto set = read_set_holes(star, text);
  if (!set) return std::unexpected(set.error());
  setup.sets.push_back(std::move(*set));
  return {};
}

std::string players_text(std::string_view name, const std::vector<int>& players) {
  std::string text;
  for (const int set : players) {
    text += (text.empty() ? ":" + std::string(name) : ",") + std::to_string(point_of_set(set));
  }
  return text;
}

}  // namespace

Checked<Setup> read_setup(const Star& star, std::string_view text) {
  std::string_view rest = trimmed(text);
  if (rest.find(':') == std::string_view::npos) {
    return refuse("no position " + quoted(text) + "; expected TURN:SET=HOLES:SET=HOLES, as in 1:1=" +
                  hole_label(star, 0) + "," + hole_label(star, 1) + ":4=" + hole_label(star, star.holes() - 1));
  }
  const auto turn = read_set(split_off(rest, ':'));
  if (!turn) return std::unexpected(Refusal{{}, "the turn: " + turn.error().reason});
  Setup setup;
  setup.turn = *turn;
  bool is_more = true;
  while (is_more) {
    is_more = rest.find(':') != std::string_view::npos;
    if (auto read = read_field(star, split_off(rest, ':'), setup); !read) return std::unexpected(read.error());
  }
  return setup;
}

std::string write_setup(const Star& star, const Setup& setup) {
  std::string text = std::to_string(point_of_set(setup.turn));
  for (const SetHoles& set : setup.sets) {
    text += ":" + std::to_string(point_of_set(set.set)) + "=";
    for (std::size_t index = 0; index < set.holes.size(); ++index) {
      text += (index == 0 ? "" : ",") + hole_label(star, set.holes[index]);
    }
  }
  return text + players_text(left_field, setup.left) + players_text(home_field, setup.home);
}

Checked<Path> read_path(const Star& star, std::string_view text) {
  std::string_view rest = trimmed(text);
  Path path;
  bool is_more = true;
  while (is_more) {
    is_more = rest.find('-') != std::string_view::npos;
    const auto hole = read_hole(star, split_off(rest, '-'));
    if (!hole) return std::unexpected(hole.error());
    path.push_back(*hole);
    if (static_cast<int>(path.size()) > Star::most_holes) return refuse("a path of more holes than the board has");
  }
  if (path.size() < 2) {
    return refuse("no move " + quoted(text) + "; expected two holes or more joined by -, as in " + hole_label(star, 3) +
                  "-" + hole_label(star, 4));
  }
  return path;
}

std::string write_path(const Star& star, std::span<const int> path) {
  std::string text;
  for (const int hole : path) text += (text.empty() ? "" : "-") + hole_label(star, hole);
  return text;
}

}  // namespace crownstar::sternhalma
