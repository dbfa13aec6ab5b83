// A crowd at many tables: who sits and watches where, that they come, come back after a break and play on.
// It does not know why a connection breaks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "load/sitter.hpp"

namespace crownstar::load {

struct CrowdPlan {
  int tables = 100;
  int spectator_every = 4;  // one at each table with such a number; 0: none
  std::vector<std::string> games;
  std::size_t scripts_of_a_game = 24;
  std::size_t most_plies = 200;
  Behaviour behaviour{};
  std::uint64_t seed = 1;
};

class Crowd {
 public:
  Crowd(Poller& poller, CrowdPlan plan);

  // Guests and matches, made over HTTP. False where that failed.
  bool sit_down(int port);
  void set_port(int port) { room_.port = port; }
  // Those whose connection is gone connect again, a bounded number at once.
  void come_back();
  void hang_up_all();
  void hang_up_one();
  bool are_all_there() const;
  // Whether each table has got on by so many moves, or to another match, since `mark`.
  void mark();
  bool have_all_got_on(std::size_t moves) const;
  // Asks for each match that there was, also those long over, and compares.
  void check_all_over_http(int port);

  std::vector<Outage>& outages() { return outages_; }
  Figures& figures() { return figures_; }
  void print(const char* what) const;
  std::size_t matches() const { return room_.matches.size(); }

 private:
  struct Mark {
    const SeenMatch* match = nullptr;
    std::size_t moves = 0;
  };

  CrowdPlan plan_;
  Figures figures_;
  std::vector<Outage> outages_;
  Room room_;
  std::vector<std::unique_ptr<Sitter>> sitters_;
  std::vector<Mark> marks_;  // one a sitter
};

}  // namespace crownstar::load
