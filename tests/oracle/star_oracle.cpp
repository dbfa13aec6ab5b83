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
    case Reason::leaving:
      return "leaving";
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
  for (const auto& sets : game.seats_) {
    for (const int set : sets) {
      for (const Hole hole : game.board_.first_holes(set, pieces_of(options, set))) game.pieces_[hole] = set;
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

bool Game::has_owner_left(int set) const {
  return std::ranges::any_of(left_, [&](std::size_t seat) { return owns(seat, set); });
}

// CC-25: whether the set is not home already by holes that are farther.
bool Game::is_needed_in_goal(int set, Hole hole) const {
  if (!board_.is_in_goal(set, hole)) return false;
  int farther = 0;
  for (const Hole other : board_.holes()) {
    const bool is_farther =
        board_.distance_towards(opposite(set), other) > board_.distance_towards(opposite(set), hole);
    if (board_.is_in_goal(set, other) && is_farther) ++farther;
  }
  return farther < pieces_of(options_, set);
}

// CC-17, CC-22, CC-25
bool Game::is_set_home(int set) const {
  const int needed = pieces_of(options_, set);
  std::set<Hole> filled;
  bool has_own_piece_there = false;
  for (const auto& [hole, owner] : pieces_) {
    const bool is_own = owner == set;
    if (is_own && options_.win == Win::filled && board_.is_in_start(set, hole)) return false;
    if (is_own || (options_.win == Win::filled && !has_owner_left(owner))) filled.insert(hole);
    has_own_piece_there = has_own_piece_there || (is_own && is_needed_in_goal(set, hole));
  }
  return has_own_piece_there && board_.is_goal_filled(set, needed, filled);
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

// CC-24: where several share a place, those behind it are gone too.
std::set<int> Game::open_places() const {
  std::set<int> open;
  for (int place = 1; place <= static_cast<int>(units()); ++place) open.insert(place);
  for (int place = 1; place <= static_cast<int>(units()); ++place) {
    const auto seats_there = static_cast<std::size_t>(std::ranges::count(outcome_.places, place));
    for (std::size_t unit = 0; unit < seats_there / unit_of(0).size(); ++unit) {
      open.erase(place + static_cast<int>(unit));
    }
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
  if (is_unit_home(seat)) {  // CC-2, CC-17, CC-24
    give_place(seat, home_in_round_.empty() ? *open_places().begin() : outcome_.places[home_in_round_.front()]);
    if (options_.plays_last_round) {
      for (const std::size_t member : unit_of(seat)) home_in_round_.push_back(member);
    }
    reason = Reason::home;
  } else if (past_ == Past::counts && turns_[seat] == options_.evacuate && has_piece_in_start(seat)) {  // CC-20
    give_place(seat, *open_places().rbegin());
    reason = Reason::evacuation;
  }
  if (reason != Reason::none && home_in_round_.empty()) end_if_decided(reason);
}

// CC-15: until one player or team is left, or only until there is a winner.
void Game::end_if_decided(Reason reason) {
  std::size_t playing = 0;
  for (std::size_t each = 0; each < seats_.size(); ++each) playing += is_playing(each) ? 1 : 0;
  const bool is_stopped_by_winner = options_.places == Places::first && reason == Reason::home;
  if (playing <= unit_of(0).size() || is_stopped_by_winner) end(reason);
}

// CC-7; when a place has just ended the game, nobody plays on and the next seat is named. CC-24: beyond the last seat a
// new round begins, and what the last one was played out for is decided.
void Game::pass_turn_on() {
  for (std::size_t steps = 0; steps < seats_.size(); ++steps) {
    seat_ = (seat_ + 1) % seats_.size();
    if (seat_ == 0 && !home_in_round_.empty() && !outcome_.is_over) {
      home_in_round_.clear();
      end_if_decided(Reason::home);
    }
    if (outcome_.is_over || is_playing(seat_)) return;
  }
}

std::expected<void, std::string> Game::leave(std::size_t seat) {
  if (outcome_.is_over || !is_playing(seat)) return std::unexpected("the seat plays no more");
  const bool was_to_move = std::ranges::count(unit_of(seat), seat_) > 0;
  give_place(seat, *open_places().rbegin());
  if (seats_.size() > 2) take_off(seat);
  if (home_in_round_.empty()) end_if_decided(Reason::leaving);
  if (was_to_move && !outcome_.is_over) pass_turn_on();
  if (was_to_move || (seats_.size() > 2 && options_.leave == Leave::removed)) seek_player_who_can_move();
  return {};
}

// CC-22
void Game::take_off(std::size_t seat) {
  std::vector<std::size_t> unit = unit_of(seat);
  std::ranges::sort(unit);
  for (const std::size_t member : unit) left_.push_back(member);
  if (options_.leave == Leave::stay) return;
  std::erase_if(pieces_, [&](const auto& piece) {
    return std::ranges::any_of(unit, [&](std::size_t member) { return owns(member, piece.second); });
  });
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
    if (is_able && past_ == Past::counts && ++occurrences_[write_pieces()] == 3) return end(Reason::repetition);
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
