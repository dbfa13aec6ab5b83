// A search request that was read and checked: what every family's searcher begins with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engines/search/request.hpp"

namespace crownstar::search {

struct SearchTask {
  const SearchRequest& request;
  std::unique_ptr<game::Game> game;            // as it stands after the request's turns
  std::vector<std::string> earlier_positions;  // before each turn, as texts
  std::size_t level = 0;                       // its place among levels()
  bool is_free = false;    // the strongest level with a limit of the request's own: the level's limits do not hold
  std::uint64_t seed = 0;  // of what a level leaves to chance at this turn
};

// Refused where the request cannot be understood or the game is over. The request must outlive the task.
Checked<SearchTask> read_task(const SearchRequest& request);

}  // namespace crownstar::search
