// A whole game of Chinese checkers by the plainest means, as a judge of the fast rules; refuses to share a line
// with them, and to be quick.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "star_board.hpp"
#include "star_moves.hpp"

namespace crownstar::oracle::star {

// A move as (from, to), in written holes: `c5`, `e7`.
using MoveNames = std::pair<std::string, std::string>;
using PathNames = std::vector<std::string>;

// What ended a game; `none` while it goes on.
enum class Reason { none, home, evacuation, stuck, repetition, rounds, leaving };
std::string_view name_of(Reason reason);

struct Outcome {
  bool is_over = false;
  std::vector<int> places;  // one for each seat in the order of turns; 0 while it is open
  Reason reason = Reason::none;
  bool operator==(const Outcome&) const = default;
};

class Game {
 public:
  // The options must be without objection.
  static Game start(const Options& options);
  // `1:1=a5,b5,…:4=n10,…:left=3:last=1`: everybody still plays but who left or came home in this round; no turn has
  // been had.
  static std::expected<Game, std::string> read(const Options& options, std::string_view text);

  // Every (from, to) of the player to move; none when the game is over.
  std::set<MoveNames> legal_moves() const;
  // Every path of one move, none when it is not legal; refused when more than `most_hops` hops would have to be tried.
  std::expected<std::set<PathNames>, std::string> paths(const MoveNames& move, std::size_t most_hops = 1'000'000) const;
  std::expected<void, std::string> play(const MoveNames& move);

  // CC-22: the player plays no more, with the mate where there is one.
  std::expected<void, std::string> leave(std::size_t seat);

  const Outcome& outcome() const { return outcome_; }
  std::string write() const;
  // The seat to move, from 0, in the order of turns.
  std::size_t seat() const { return seat_; }
  const Pieces& pieces() const { return pieces_; }
  const Board& board() const { return board_; }
  const Options& options() const { return options_; }

  // How many sequences of distinct (from, to) moves there are, the ends by the past left aside.
  std::uint64_t perft(int depth) const;

 private:
  using Holes = std::pair<Hole, Hole>;
  // Whether the ends that need the past (CC-19, CC-20) are looked at.
  enum class Past { counts, is_ignored };

  explicit Game(const Options& options);

  std::expected<void, std::string> read_set(std::string_view text, std::map<int, int>& counts);
  std::expected<std::vector<std::size_t>, std::string> read_players(std::string_view text) const;
  std::expected<void, std::string> begin_without(const std::vector<std::size_t>& left,
                                                 const std::vector<std::size_t>& home);
  std::expected<void, std::string> check_counts(const std::map<int, int>& counts) const;
  std::string write_pieces() const;
  std::string write_players(std::string_view name, const std::vector<std::size_t>& players) const;
  bool owns(std::size_t seat, int set) const;
  bool can_move(std::size_t seat) const;
  std::vector<Holes> moves() const;
  void make(Holes move);
  std::uint64_t count(int depth) const;

  std::vector<std::size_t> unit_of(std::size_t seat) const;
  bool is_playing(std::size_t seat) const { return outcome_.places[seat] == 0; }
  bool is_set_home(int set) const;
  bool is_unit_home(std::size_t seat) const;
  bool has_piece_in_start(std::size_t seat) const;
  bool has_owner_left(int set) const;
  bool is_needed_in_goal(int set, Hole hole) const;
  std::set<int> open_places() const;
  void give_place(std::size_t seat, int place);
  void share_best_place();
  void end(Reason reason);
  void end_turn(std::size_t seat);
  void take_off(std::size_t seat);
  void end_if_decided(Reason reason);
  std::size_t units() const { return seats_.size() / unit_of(0).size(); }
  void pass_turn_on();
  void seek_player_who_can_move();
  bool has_everyone_had_all_rounds() const;

  Options options_;
  Past past_ = Past::counts;
  Board board_;
  std::vector<std::vector<int>> seats_;
  Pieces pieces_;
  std::size_t seat_ = 0;
  Outcome outcome_;
  std::vector<std::size_t> left_;           // CC-22: who has left, in that order
  std::vector<std::size_t> home_in_round_;  // CC-24: who has come home in this round, where it is played out
  std::vector<std::uint32_t> turns_;        // had by each seat, passes among them
  std::map<std::string, int> occurrences_;  // of positions in which the player to move can move
};

}  // namespace crownstar::oracle::star
