#include "star_oracle.hpp"

#include <algorithm>

namespace crownstar::oracle::star {

std::string_view name_of(Reason reason) {
  switch (reason) {
    case Reason::none:
      return "none";
    case Reason::home:
      return "home";
    case Reason::evacuation:
      return "evacuation";
    case Reason::stuck:
      return "stuck";
    case Reason::repetition:
      return "repetition";
    default:
      return "rounds";
  }
}

Game::Game(const Options& options)
    : options_(options), board_(options), seats_(seats_of(options)), turns_(seats_.size(), 0) {
  outcome_.places.assign(seats_.size(), 0);
}

Game Game::start(const Options& options) {
  Game game(options);
  for (const Hole hole : game.board_.holes()) {
    for (const auto& sets : game.seats_) {
      for (const int set : sets) {
        if (game.board_.is_in_start(set, hole)) game.pieces_[hole] = set;
      }
    }
  }
  game.seek_player_who_can_move();
  return game;
}

bool Game::owns(std::size_t seat, int set) const { return std::ranges::find(seats_[seat], set) != seats_[seat].end(); }

bool Game::can_move(std::size_t seat) const {
  return std::ranges::any_of(pieces_, [&](const auto& piece) {
    return owns(seat, piece.second) && !targets(board_, options_, pieces_, piece.first).empty();
  });
}

std::vector<Game::Holes> Game::moves() const {
  std::vector<Holes> found;
  if (outcome_.is_over) return found;
  for (const auto& [from, set] : pieces_) {
    if (!owns(seat_, set)) continue;
    for (const Hole to : targets(board_, options_, pieces_, from)) found.emplace_back(from, to);
  }
  return found;
}

std::set<MoveNames> Game::legal_moves() const {
  std::set<MoveNames> names;
  for (const auto& [from, to] : moves()) names.emplace(write_hole(from), write_hole(to));
  return names;
}

std::expected<std::set<PathNames>, std::string> Game::paths(const MoveNames& move, std::size_t most_hops) const {
  std::set<PathNames> names;
  if (!legal_moves().contains(move)) return names;
  const auto found = star::paths(board_, options_, pieces_, *read_hole(move.first), *read_hole(move.second), most_hops);
  if (!found) return std::unexpected("too complex: the paths of this move are too many");
  for (const Path& path : *found) {
    PathNames written;
    for (const Hole hole : path) written.push_back(write_hole(hole));
    names.insert(written);
  }
  return names;
}

std::expected<void, std::string> Game::play(const MoveNames& move) {
  if (outcome_.is_over) return std::unexpected("the game is over");
  if (!legal_moves().contains(move)) return std::unexpected("not a legal move: " + move.first + "-" + move.second);
  make({*read_hole(move.first), *read_hole(move.second)});
  return {};
}

void Game::make(Holes move) {
  pieces_[move.second] = pieces_.at(move.first);
  pieces_.erase(move.first);
  end_turn(seat_);
  pass_turn_on();
  seek_player_who_can_move();
}

// CC-6: those who come home together: the player alone, or with the mate at the opposite point.
std::vector<std::size_t> Game::unit_of(std::size_t seat) const {
  std::vector<std::size_t> unit{seat};
  if (options_.teams == Teams::none) return unit;
  for (std::size_t other = 0; other < seats_.size(); ++other) {
    if (owns(other, opposite(seats_[seat].front()))) unit.push_back(other);
  }
  return unit;
}

// CC-17
bool Game::is_set_home(int set) const {
  bool has_own_piece_there = false;
  for (const Hole hole : board_.holes()) {
    const auto piece = pieces_.find(hole);
    const bool is_own = piece != pieces_.end() && piece->second == set;
    if (is_own && board_.is_in_start(set, hole)) return false;
    if (!board_.is_in_goal(set, hole)) continue;
    if (piece == pieces_.end()) return false;
    if (options_.win == Win::own && !is_own) return false;
    has_own_piece_there = has_own_piece_there || is_own;
  }
  return has_own_piece_there;
}

bool Game::is_unit_home(std::size_t seat) const {
  return std::ranges::all_of(unit_of(seat), [&](std::size_t member) {
    return std::ranges::all_of(seats_[member], [&](int set) { return is_set_home(set); });
  });
}

bool Game::has_piece_in_start(std::size_t seat) const {
  return std::ranges::any_of(pieces_, [&](const auto& piece) {
    return owns(seat, piece.second) && board_.is_in_start(piece.second, piece.first);
  });
}

std::set<int> Game::open_places() const {
  const int units = static_cast<int>(seats_.size() / unit_of(0).size());
  std::set<int> open;
  for (int place = 1; place <= units; ++place) {
    if (std::ranges::find(outcome_.places, place) == outcome_.places.end()) open.insert(place);
  }
  return open;
}

void Game::give_place(std::size_t seat, int place) {
  for (const std::size_t member : unit_of(seat)) outcome_.places[member] = place;
}

void Game::share_best_place() {
  const std::set<int> open = open_places();
  if (open.empty()) return;
  std::ranges::replace(outcome_.places, 0, *open.begin());
}

void Game::end(Reason reason) {
  share_best_place();
  outcome_.is_over = true;
  outcome_.reason = reason;
}

// What a turn (a move, or a pass) brings to the player who had it, in the order in which it is looked at.
void Game::end_turn(std::size_t seat) {
  ++turns_[seat];
  Reason reason = Reason::none;
  if (is_unit_home(seat)) {  // CC-2, CC-17
    give_place(seat, *open_places().begin());
    reason = Reason::home;
  } else if (past_ == Past::counts && turns_[seat] == options_.evacuate && has_piece_in_start(seat)) {  // CC-20
    give_place(seat, *open_places().rbegin());
    reason = Reason::evacuation;
  }
  if (reason == Reason::none) return;
  // CC-15: until one player or team is left, or only until there is a winner.
  const bool is_stopped_by_winner = options_.places == Places::first && reason == Reason::home;
  if (open_places().size() == 1 || is_stopped_by_winner) end(reason);
}

// CC-7; when a place has just ended the game, nobody plays on and the next seat is named.
void Game::pass_turn_on() {
  do {
    seat_ = (seat_ + 1) % seats_.size();
  } while (!outcome_.is_over && !is_playing(seat_));
}

bool Game::has_everyone_had_all_rounds() const {
  if (past_ == Past::is_ignored || options_.rounds == 0) return false;
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    if (is_playing(seat) && turns_[seat] < options_.rounds) return false;
  }
  return true;
}

// CC-16 and CC-19: from the player whose turn it is to the next one who can move, or to the end of the game.
void Game::seek_player_who_can_move() {
  while (!outcome_.is_over) {
    const bool is_able = can_move(seat_);
    if (!is_able) {
      bool is_anyone_able = false;
      for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
        is_anyone_able = is_anyone_able || (is_playing(seat) && can_move(seat));
      }
      if (!is_anyone_able) return end(Reason::stuck);
    }
    if (is_able && past_ == Past::counts && ++occurrences_[write()] == 3) return end(Reason::repetition);
    if (has_everyone_had_all_rounds()) return end(Reason::rounds);
    if (is_able) return;
    end_turn(seat_);
    pass_turn_on();
  }
}

std::uint64_t Game::count(int depth) const {
  if (depth <= 0) return 1;
  const std::vector<Holes> all = moves();
  if (depth == 1) return all.size();
  std::uint64_t sum = 0;
  for (const Holes& move : all) {
    Game after = *this;
    after.make(move);
    sum += after.count(depth - 1);
  }
  return sum;
}

std::uint64_t Game::perft(int depth) const {
  Game game = *this;
  game.past_ = Past::is_ignored;
  game.occurrences_.clear();
  return game.count(depth);
}

}  // namespace crownstar::oracle::star
