// Reads a PDN collection in constant memory: its games and its errors.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "rules/record/record_reader.hpp"

namespace crownstar::cli {

struct PdnSinks {
  std::function<void(game::TextPlace place, const game::ReadRecord& record)> on_game;
  std::function<void(const game::PdnProblem& problem)> on_problem;
};

struct PdnTotals {
  std::uint64_t games = 0;  // without a problem
  std::uint64_t problems = 0;
};

// Refused where the file cannot be read; what came before has been given to the sinks.
base::Checked<PdnTotals> read_collection(const std::string& file, const std::string& fallback, const PdnSinks& sinks);

}  // namespace crownstar::cli
