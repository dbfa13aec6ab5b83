// Knows how a request about Chinese checkers is answered: rules and position are read, the seat thinks, and what it
// found is written as moves.
// Refuses to know draughts, and how a seat thinks (player.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "engines/search/findings.hpp"
#include "engines/search/star/transposition_table.hpp"

namespace crownstar::search {

// Remembers from move to move, but only where time is the limit: with so many nodes the same request is answered the
// same, whatever was asked before.
class StarMover {
 public:
  explicit StarMover(std::size_t memory_bytes) : memory_bytes_(memory_bytes) {}

  Checked<Findings> search(const Task& task);
  void forget() { memory_.reset(); }

 private:
  std::size_t memory_bytes_;
  std::unique_ptr<StarMemory> memory_;
  std::string remembered_game_;  // in another one the same position has another worth
};

// What the network is called that judges such a game; nothing where there can be none.
std::string star_network_name(const game::Game& game);

}  // namespace crownstar::search
