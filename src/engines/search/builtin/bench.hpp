// The fixed search of fixed positions: its nodes tell one version of the search from another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/search/request.hpp"

namespace crownstar::search {

struct BenchGame {
  std::string game;
  std::uint64_t nodes = 0;
  Milliseconds time{};
};

struct BenchResult {
  std::vector<BenchGame> games;
  std::uint64_t nodes = 0;
  Milliseconds time{};
};

// Refused only where a game cannot be searched at all.
Checked<BenchResult> run_bench();

// As tests/search_nodes.txt has it: a line for each game, and one for all.
std::string nodes_text(const BenchResult& result);

}  // namespace crownstar::search
