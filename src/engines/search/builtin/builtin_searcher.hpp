// The program's own searcher: plays every game of the catalogue, with a searcher for each family of games.
#pragma once

#include <memory>
#include <string>

#include "engines/search/searcher.hpp"
#include "engines/search/searcher_settings.hpp"

namespace crownstar::search {

std::unique_ptr<Searcher> make_searcher(const SearcherSettings& settings = {});

// The name of the network that evaluates this game; empty where there can be none.
std::string network_name(const game::Game& game);

// Refused where the network is of no game of the catalogue, or has not that game's board.
Checked<void> check_network(const net::Network& network);

}  // namespace crownstar::search
