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

std::string Game::write() const {
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

std::expected<Game, std::string> Game::read(const Options& options, std::string_view text) {
  Game game(options);
  std::map<int, int> counts;
  for (const auto& sets : game.seats_) {
    for (const int set : sets) counts[set] = 0;
  }
  const std::vector<std::string_view> parts = split(text, ':');
  for (std::size_t part = 1; part < parts.size(); ++part) {
    if (const auto read = game.read_set(parts[part], counts); !read) return std::unexpected(read.error());
  }
  const int pieces = options.pieces == 0 ? usual_pieces(options) : options.pieces;
  for (const auto& [set, count] : counts) {
    if (count != pieces) return std::unexpected("set " + std::to_string(set) + " needs " + std::to_string(pieces));
  }
  const auto seat = std::ranges::find_if(
      game.seats_, [&](const std::vector<int>& sets) { return parts.front() == std::to_string(sets.front()); });
  if (seat == game.seats_.end()) return std::unexpected("expected the first set of a player: " + std::string(text));
  game.seat_ = static_cast<std::size_t>(seat - game.seats_.begin());
  game.seek_player_who_can_move();
  return game;
}

}  // namespace crownstar::oracle::star
