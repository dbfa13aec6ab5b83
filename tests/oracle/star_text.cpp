#include <algorithm>

#include "star_oracle.hpp"

namespace crownstar::oracle::star {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

std::string Game::write_players(std::string_view name, const std::vector<std::size_t>& players) const {
  std::string text;
  for (const std::size_t seat : players) {
    text += (text.empty() ? ":" + std::string(name) + "=" : ",") + std::to_string(seats_[seat].front());
  }
  return text;
}

std::string Game::write() const {
  std::vector<std::size_t> home = home_in_round_;
  std::ranges::sort(home);
  return write_pieces() + write_players("left", left_) + (outcome_.is_over ? "" : write_players("last", home));
}

std::string Game::write_pieces() const {
  std::map<int, std::string> lists;
  for (const auto& [hole, set] : pieces_) {
    std::string& list = lists[set];
    list += (list.empty() ? "" : ",") + write_hole(hole);
  }
  std::string text = std::to_string(seats_[seat_].front());
  for (const auto& [set, list] : lists) text += ":" + std::to_string(set) + "=" + list;
  return text;
}

// Puts the pieces of one `SET=HOLES` on the board and counts them.
std::expected<void, std::string> Game::read_set(std::string_view text, std::map<int, int>& counts) {
  const int set = text.size() > 2 && text[1] == '=' ? text[0] - '0' : 0;
  if (!counts.contains(set)) return std::unexpected("expected a set of this game, = and holes: " + std::string(text));
  if (counts[set] != 0) return std::unexpected("a set occurs twice: " + std::string(text));
  for (const std::string_view name : split(text.substr(2), ',')) {
    const auto hole = read_hole(name);
    if (!hole || !board_.has(*hole)) return std::unexpected("not a hole of this board: " + std::string(name));
    if (!pieces_.emplace(*hole, set).second) return std::unexpected("two pieces in one hole: " + std::string(name));
    ++counts[set];
  }
  return {};
}

std::expected<std::vector<std::size_t>, std::string> Game::read_players(std::string_view text) const {
  std::vector<std::size_t> players;
  for (const std::string_view name : split(text, ',')) {
    const auto seat = std::ranges::find_if(seats_, [&](const auto& sets) { return name == std::to_string(sets[0]); });
    if (seat == seats_.end()) return std::unexpected("expected the first set of a player: " + std::string(name));
    players.push_back(static_cast<std::size_t>(seat - seats_.begin()));
    if (std::ranges::count(players, players.back()) > 1) return std::unexpected("a player is named twice");
  }
  return players;
}

std::expected<void, std::string> Game::check_counts(const std::map<int, int>& counts) const {
  for (const auto& [set, count] : counts) {
    const bool is_off = options_.leave == Leave::removed && has_owner_left(set);
    const int wanted = is_off ? 0 : pieces_of(options_, set);
    if (count != wanted) return std::unexpected("set " + std::to_string(set) + " needs " + std::to_string(wanted));
  }
  return {};
}

// Gives the places of those who play no more where the position begins.
std::expected<void, std::string> Game::begin_without(const std::vector<std::size_t>& left,
                                                     const std::vector<std::size_t>& home) {
  if (!left.empty() && seats_.size() == 2) return std::unexpected("CC-22: two play, or the game is over");
  if (!home.empty() && !options_.plays_last_round) return std::unexpected("CC-24: no round is played out");
  for (const std::size_t seat : left) {
    if (!is_playing(seat)) continue;
    give_place(seat, *open_places().rbegin());
    std::vector<std::size_t> unit = unit_of(seat);
    std::ranges::sort(unit);
    left_.insert(left_.end(), unit.begin(), unit.end());
  }
  for (const std::size_t seat : home) {
    if (std::ranges::find(left_, seat) != left_.end()) return std::unexpected("who has left does not come home");
    if (!is_playing(seat)) continue;
    const auto unit = unit_of(seat);
    if (*std::ranges::min_element(unit) > seat_) return std::unexpected("CC-24: not in this round");
    give_place(seat, home_in_round_.empty() ? *open_places().begin() : outcome_.places[home_in_round_.front()]);
    for (const std::size_t member : unit) home_in_round_.push_back(member);
  }
  const bool is_anybody_playing = std::ranges::find(outcome_.places, 0) != outcome_.places.end();
  if (is_anybody_playing && !is_playing(seat_)) return std::unexpected("the turn is of somebody who plays");
  return {};
}

std::expected<Game, std::string> Game::read(const Options& options, std::string_view text) {
  Game game(options);
  std::map<int, int> counts;
  for (const auto& sets : game.seats_) {
    for (const int set : sets) counts[set] = 0;
  }
  const std::vector<std::string_view> parts = split(text, ':');
  std::map<std::string, std::vector<std::size_t>>
      stopped;  // who has `left`, and who came home in this, the `last` round
  for (std::size_t part = 1; part < parts.size(); ++part) {
    const std::string name(parts[part].substr(0, 5));
    if (name != "left=" && name != "last=") {
      if (const auto read = game.read_set(parts[part], counts); !read) return std::unexpected(read.error());
      continue;
    }
    const auto players = game.read_players(parts[part].substr(5));
    if (!players) return std::unexpected(players.error());
    if (!stopped.emplace(name, *players).second) return std::unexpected("twice: " + name);
  }
  const auto seat = std::ranges::find_if(
      game.seats_, [&](const std::vector<int>& sets) { return parts.front() == std::to_string(sets.front()); });
  if (seat == game.seats_.end()) return std::unexpected("expected the first set of a player: " + std::string(text));
  game.seat_ = static_cast<std::size_t>(seat - game.seats_.begin());
  if (const auto begun = game.begin_without(stopped["left="], stopped["last="]); !begun) {
    return std::unexpected(begun.error());
  }
  if (const auto checked = game.check_counts(counts); !checked) return std::unexpected(checked.error());
  if (!game.left_.empty() && game.home_in_round_.empty()) game.end_if_decided(Reason::leaving);
  game.seek_player_who_can_move();
  return game;
}

}  // namespace crownstar::oracle::star
