// The program's own searcher: plays every game of the catalogue, with a searcher for each family of games.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/search/searcher.hpp"
#include "engines/search/searcher_settings.hpp"

namespace crownstar::search {

std::unique_ptr<Searcher> make_searcher(const SearcherSettings& settings = {});

// The name of the network that evaluates this game; empty where there can be none.
std::string network_name(const game::Game& game);

// Refused where the network is of no game of the catalogue, or has not that game's board.
Checked<void> check_network(const net::Network& network);

// A parameter of the draughts search that matches may tune.
struct TunableParameter {
  std::string_view name;
  int usual = 0;
  int least = 0;
  int most = 0;
};
std::vector<TunableParameter> tunable_parameters();
Checked<TunableParameter> find_tunable_parameter(std::string_view name);
// The search of the star has none.
bool has_tunable_parameters(const game::Game& game);

// The value of one of them; refused where there is none of that name, or the value is outside its range.
Checked<int> read_tunable_parameter(std::string_view name, std::string_view value);

}  // namespace crownstar::search
