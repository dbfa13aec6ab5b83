// A match between engines that a Python program started, played by threads of its own.
// It does not know Python: no thread of a match ever waits for the interpreter.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engines/contest/arena.hpp"

namespace crownstar::python {

// A game of the match that has ended, with its record ready to be written.
struct MatchGame {
  std::size_t round = 0;
  std::vector<std::size_t> engines;  // by seat
  contest::PlayedGame played;

  std::string termination() const;  // in the words of PGN, which PDN takes over
};

class RunningMatch {
 public:
  // The terms must have been checked.
  static std::shared_ptr<RunningMatch> start(contest::ArenaTerms terms);
  ~RunningMatch() { end(); }
  RunningMatch(const RunningMatch&) = delete;
  RunningMatch& operator=(const RunningMatch&) = delete;

  // Games that are being played are broken off, and count for nothing.
  void stop() { terms_.game.stop.stop(); }
  // Stops it, and waits until its threads and its engines are gone.
  void end();
  bool is_done() const;

  // Waits until a game has ended that was not taken yet, the match is done, or the time has passed.
  void wait(std::chrono::milliseconds patience);
  std::vector<MatchGame> take_games();  // those that ended since the last call
  // Once it is done.
  std::optional<base::Checked<contest::ArenaResult>> result() const;
  const contest::ArenaTerms& terms() const { return terms_; }

 private:
  explicit RunningMatch(contest::ArenaTerms terms);
  void run();
  void note_game(const contest::PlayedGame& played, const contest::FinishedRound& round, int side_of_a);

  const contest::ArenaTerms terms_;
  mutable std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::vector<MatchGame> games_;
  std::optional<base::Checked<contest::ArenaResult>> result_;
  std::thread thread_;  // the last member: it uses all others
};

// Ends every match that still runs: no thread may run on while the program ends.
void end_all_matches();

}  // namespace crownstar::python
