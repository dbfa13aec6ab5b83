// Finished rated games as anybody may have them: no ids of players, no chat, no game that is found by its id only.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/refusal.hpp"
#include "rules/record/record.hpp"
#include "site/store/rows.hpp"

namespace crownstar::server {

struct PublicSeat {
  std::string kind;  // `account`, `engine`, `guest`, `deleted`
  std::string name;  // of accounts, and the level of engines; else empty
  int rating = 0;    // when the game began, 0: none
  bool is_provisional = false;
};

struct PublicMove {
  std::int64_t spent_ms = 0;
  std::optional<std::int64_t> clock_ms;  // what the mover's clock showed then; nothing without a clock
};

struct PublicGame {
  std::string id;
  std::string game;  // its token
  std::string speed;
  std::string time_control;  // as the record's tag has it
  store::Instant started;
  store::Instant ended;
  std::vector<PublicSeat> seats;
  std::string result;  // `2-0`
  std::string ending;  // `resignation`
  std::string rule;    // by which the game ended; empty where it was no rule
  std::string reason;
  std::vector<PublicMove> moves;  // as many as the record has
  game::GameRecord record;
};

// In the order of their creation, one at a time, also while the store is served; false from `visit` stops. Games that
// were broken off are left out. `on_fault` hears of games that do not replay.
base::Checked<void> for_each_public_game(const std::string& location, const std::function<bool(PublicGame)>& visit,
                                         const std::function<void(const std::string& line)>& on_fault);

}  // namespace crownstar::server
