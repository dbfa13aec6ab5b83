// The request and the outcome of comparing a database of another program with our own tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/refusal.hpp"
#include "engines/tablebase/generator/build_request.hpp"

namespace crownstar::tablebase {

struct ComparisonRequest {
  std::string game;
  std::string folder;  // of our tables
  std::string foreign_folder;
  int pieces = 4;
  int threads = 1;
};

// With so many pieces, for the side to move, positions with a capture pending included.
struct ComparedPieces {
  int pieces = 0;
  std::uint64_t alike = 0;
  std::uint64_t different = 0;
  std::uint64_t unknown = 0;  // to one of them: a table is missing, or a database does not reach so far

  constexpr std::uint64_t positions() const { return alike + different + unknown; }
};

struct Comparison {
  std::string foreign_name;
  std::vector<ComparedPieces> by_pieces;
  static constexpr std::size_t most_differences = 20;
  std::vector<std::string> differences;  // at most so many lines
};

// Every position with pieces of both sides. Refused where one of both folders lacks what is to be compared, or has a
// file of it that is damaged.
base::Checked<Comparison> compare_tables(const ComparisonRequest& request, const OnProgress& on_progress);

}  // namespace crownstar::tablebase
