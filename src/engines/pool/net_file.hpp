// Chooses the network of an engine by a word: a file, or none.
#pragma once

#include <functional>
#include <string>

#include "base/refusal.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"

namespace crownstar::engine {

struct ChosenNetwork {
  search::FindNetwork find;
  std::string game;  // that it judges, see `search::network_name`; empty for none
};

// `none`, or the name of a file. A network evaluates only the game that it was made for; for any other game the
// built-in one is used, and `on_refused` is called once, on the thread of a search. The refusal names the file.
using OnForeignNetwork = std::function<void(const base::Refusal&)>;
base::Checked<ChosenNetwork> choose_network(const std::string& word, OnForeignNetwork on_refused = {});

}  // namespace crownstar::engine
