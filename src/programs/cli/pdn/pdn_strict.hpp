// Checks a whole file by the grammar of PDN 3.0 alone.
#pragma once

#include <functional>
#include <string>

#include "programs/cli/pdn/pdn_collection.hpp"

namespace crownstar::cli {

// Refused where the file cannot be read, or is larger than such a check takes.
base::Checked<PdnTotals> check_strictly(const std::string& file,
                                        const std::function<void(const game::PdnProblem& problem)>& on_problem);

}  // namespace crownstar::cli
