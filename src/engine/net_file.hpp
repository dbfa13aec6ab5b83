// Knows how the network of an engine is chosen by a word: a file, or none. Refuses to know what is in it.
#pragma once

#include <string>

#include "board/refusal.hpp"
#include "search/own_searcher.hpp"

namespace crownstar::engine {

// `none`, or the name of a file, which judges the game that it was made for and no other. The refusal names the file.
board::Checked<search::FindNetwork> choose_network(const std::string& word);

}  // namespace crownstar::engine
