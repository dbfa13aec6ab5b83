// The request, the progress and the report of building or verifying tables.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "engines/tablebase/file/table_file.hpp"

namespace crownstar::tablebase {

struct BuildRequest {
  std::string game;
  std::string folder;  // of all games, with a folder for each inside
  int pieces = 4;
  int threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  // Distances are kept for up to so many pieces, and for fewer than `pieces`. Those of six pieces are larger than the
  // values of seven.
  int distances = default_distances;

  static constexpr int default_distances = 5;
  bool has_distances(int of_pieces) const { return of_pieces < pieces && of_pieces <= distances; }
};

struct Progress {
  Slice slice;
  std::uint64_t done = 0;  // positions
  std::uint64_t all = 0;
  std::uint64_t kept = 0;  // of those done, the ones that were there before
};

// Called now and then on the thread that asked for the work; false stops it.
using OnProgress = std::function<bool(const Progress&)>;

struct SliceReport {
  Slice slice;
  Totals totals;
  bool has_distances = false;
  std::uint32_t longest = 0;  // half-moves
  std::uint64_t value_bytes = 0;
  std::uint64_t distance_bytes = 0;
};

struct Report {
  std::vector<SliceReport> slices;  // by pieces, then by men
  std::uint64_t positions = 0;
  std::uint64_t fresh = 0;  // of them, those that were not there before
  // Faults that were found, at most so many lines: for a verification only.
  static constexpr std::size_t most_faults = 20;
  std::vector<std::string> faults;
  std::uint64_t wrong = 0;
};

// The values of all positions with up to so many pieces, and the distances that are asked for. Slices that are there
// and whole are kept; one that is damaged is made again.
base::Checked<Report> build_tables(const BuildRequest& request, const OnProgress& on_progress);

// Whether each entry follows from those of its successors. Refused where a file is missing or not whole.
base::Checked<Report> verify_tables(const BuildRequest& request, const OnProgress& on_progress);

}  // namespace crownstar::tablebase
