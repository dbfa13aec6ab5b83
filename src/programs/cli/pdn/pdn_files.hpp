// The collections that a command reads, and how it reports what it finds in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "programs/cli/pdn/pdn_collection.hpp"

namespace crownstar::cli {

// As it was typed.
struct PdnFilesRequest {
  std::vector<std::string> files;  // `-` is standard input
  std::string fallback = "auto";   // of a game that does not say what it is
  std::string encoding = "auto";
  std::string threads;  // one a core
};

// Without its file: each of them has its turn.
base::Checked<CollectionRequest> read_collection_request(const PdnFilesRequest& request);

// A line on standard error, as compilers write theirs, so that editors can jump there: `games.pdn:12:5: ...`.
void say_problem(const std::string& file, const game::PdnProblem& problem);
void say_note(const std::string& file, game::TextPlace place, const std::string& note);

}  // namespace crownstar::cli
