// One match as its clients have seen it: every move that was acknowledged, with its times, and what must be true
// of them whatever happens to the server. It does not know sockets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/script.hpp"
#include "site/wire/generated/wire_table.hpp"

namespace crownstar::load {

// What all matches together have come to. The three numbers that must stay 0 are told one by one.
struct Figures {
  std::size_t moves = 0;         // acknowledged: heard by whoever made it, the others at the table or a spectator
  std::size_t lost = 0;          // acknowledged, and not there any more
  std::size_t out_of_place = 0;  // doubled, or not what was sent
  std::size_t gaps = 0;          // event numbers left out or told twice
  std::size_t wrong_clocks = 0;
  std::size_t wrong_answers = 0;  // refusals that had no reason, messages that cannot be read
  std::size_t games_finished = 0;
  std::size_t reconnections = 0;
  std::size_t commands = 0;
  std::size_t sent_again = 0;      // of these: the same request a second time
  std::int64_t most_given_ms = 0;  // of a turn: time that was charged to nobody although the server was up
  std::int64_t most_held_ms = 0;   // from a move's own time until it was told: nobody's, for it had to be stored
  std::map<std::string, std::size_t> refusals;
  std::vector<std::string> faults;  // the first few, in words

  void fault(std::size_t& count, std::string what);
  bool is_right() const { return lost + out_of_place + gaps + wrong_clocks + wrong_answers == 0; }
};

// When the server was certainly down, in milliseconds since 1970: from a moment after its death to one before its
// start.
struct Outage {
  std::int64_t from = 0;
  std::int64_t to = 0;
};

struct ClockPlan {
  std::int64_t main_ms = 0;  // 0: no clocks
  std::int64_t step_ms = 0;
  bool has_clock() const { return main_ms > 0; }
};

class SeenMatch {
 public:
  SeenMatch(std::string id, std::shared_ptr<const Script> script, ClockPlan clock, const std::vector<Outage>& outages,
            Figures& figures)
      : id_(std::move(id)), script_(std::move(script)), clock_(clock), outages_(outages), figures_(figures) {}

  const std::string& id() const { return id_; }
  const Script& script() const { return *script_; }
  std::size_t moves() const { return seen_.size(); }
  std::shared_ptr<const Script> shared_script() const { return script_; }

  // A move that somebody has heard of. `told_at`: when the server told it, from who was there to hear; 0: nobody knows.
  void see(std::size_t index, const wire::Move& move, std::int64_t told_at = 0);
  // All moves that the server has, asked for after somebody had heard of `acknowledged` of them.
  void see_all(const std::vector<wire::Move>& moves, std::size_t acknowledged);

 private:
  void check_clock(std::size_t index) const;
  std::int64_t down_between(std::int64_t from, std::int64_t to) const;
  int restarts_between(std::int64_t from, std::int64_t to) const;
  void fault(std::size_t& count, std::size_t index, const std::string& what) const;

  std::string id_;
  std::shared_ptr<const Script> script_;
  ClockPlan clock_;
  const std::vector<Outage>& outages_;
  Figures& figures_;
  std::vector<wire::Move> seen_;
  std::vector<std::int64_t> told_at_;  // of each
};

}  // namespace crownstar::load
