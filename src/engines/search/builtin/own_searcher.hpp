// Knows what our own engine is given to work with: memory, threads and endgame tables.
// Refuses to know how it searches, and where tables are kept.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engines/search/net/network.hpp"
#include "engines/search/searcher.hpp"
#include "engines/tablebase/probe.hpp"

namespace crownstar::search {

// The tables of a game, null where there are none; they must outlive the searcher. Called on the thread of a search.
using FindTables = std::function<const tablebase::Tables*(std::string_view game)>;

#ifdef __wasm__
inline constexpr std::size_t usual_memory_bytes = std::size_t{4} << 20U;
#else
inline constexpr std::size_t usual_memory_bytes = std::size_t{32} << 20U;
#endif

// The network that judges a game, null where it is judged by hand; it must outlive the searcher.
using FindNetwork = std::function<const net::Network*(std::string_view game)>;

// Of which game a network has to be that judges this one; empty where there can be none.
std::string network_name(const game::Game& game);

// Refused where it judges no game of the catalogue, or has not that game's board.
Checked<void> check_network(const net::Network& network);

struct SearcherSettings {
  std::size_t memory_bytes = usual_memory_bytes;  // for what was searched before; taken when it is first needed
  int threads = 1;                                // that search together; more than four a processor are left out
  FindTables find_tables{};
  FindNetwork find_network{};  // empty: what the program has in it
};

// Plays every game of the catalogue.
std::unique_ptr<Searcher> make_searcher(const SearcherSettings& settings = {});

}  // namespace crownstar::search
