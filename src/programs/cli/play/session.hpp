// Runs a game in the terminal: turns, typed commands, and output.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "programs/cli/console/line_reader.hpp"
#include "programs/cli/play/board_text.hpp"
#include "programs/cli/play/played_game.hpp"
#include "programs/cli/play/players.hpp"

namespace crownstar::cli {

class PlaySession {
 public:
  PlaySession(std::unique_ptr<game::Game> start, std::vector<Player> players, std::uint64_t seed, BoardLook look);

  int run();  // gives the exit status

 private:
  enum class Next { goes_on, quits };
  struct Command;
  static const std::vector<Command>& commands();

  bool is_human(int seat) const { return players_[static_cast<std::size_t>(seat)].is_human(); }
  bool has_human() const;
  const game::Game& game() const { return table_.game(); }
  bool human_decides() const;

  int run_loop(LineReader& reader);
  bool play_for(const Player& player);
  Next obey(std::string_view line);
  void try_move(std::string_view text);

  void say_beginning();
  void show_board();
  void say_turn();
  void say_what_happened(int seat, const std::string& text);
  void say_end();
  void say_moves();
  void say_hint();
  void say_help();
  void flip();
  void take_back();
  void resign();
  void save(const std::string& file);
  void turn_towards_first_human();

  PlayedGame table_;
  std::vector<Player> players_;
  Choosers choosers_;
  BoardLook look_;
  std::vector<int> places_;      // of each seat, as they have been told
  std::set<std::string> saved_;  // files of this session, which it may write again
  bool must_show_board_ = true;
  bool was_end_told_ = false;
  bool has_failed_ = false;
};

}  // namespace crownstar::cli
