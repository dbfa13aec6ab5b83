// What the program's own searchers are given: memory, threads, endgame tables and networks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#ifndef __wasm__
#include <thread>
#endif

#include "engines/search/net/embedded.hpp"
#include "engines/search/net/network.hpp"
#include "engines/tablebase/probe.hpp"

namespace crownstar::search {

// The tables of a game, null where there are none; they must outlive the searcher. Called on the thread of a search.
using FindTables = std::function<const tablebase::Tables*(std::string_view game)>;

// The network of a game, null where there is none; it must outlive the searcher.
using FindNetwork = std::function<const net::Network*(std::string_view game)>;

#ifdef __wasm__
inline constexpr std::size_t usual_memory_bytes = std::size_t{4} << 20U;
#else
inline constexpr std::size_t usual_memory_bytes = std::size_t{32} << 20U;
#endif

struct SearcherSettings {
  std::size_t memory_bytes = usual_memory_bytes;  // of each family's transposition table, taken when it is first needed
  int threads = 1;                                // that search together; at most four for each processor are used
  FindTables find_tables{};
  FindNetwork find_network{};                         // empty: the networks that are built into the program
  std::map<std::string, int, std::less<>> margins{};  // of the draughts search, by name, where they are not as usual
};

inline const net::Network* network_of(const SearcherSettings& settings, std::string_view game) {
  return settings.find_network ? settings.find_network(game) : net::embedded_network(game);
}

// More threads than processors hold each other up, and the end of the search.
inline int usable_threads(const SearcherSettings& settings) {
#ifdef __wasm__
  return settings.threads;
#else
  const int processors = std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
  return std::min(settings.threads, 4 * processors);
#endif
}

}  // namespace crownstar::search
