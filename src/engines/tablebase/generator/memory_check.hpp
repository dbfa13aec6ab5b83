// Whether a build or a verification has the memory that it needs, before it begins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/slices/table_names.hpp"

namespace crownstar::tablebase {

// `memory_for(slice, has_distances)` is what a slice needs. The refusal names the need of the largest one, so that a
// second try with that much is not refused.
template <class Variant, class MemoryFor>
base::Checked<void> check_memory(const BuildRequest& request, const MemoryFor& memory_for) {
  std::uint64_t most = 0;
  Slice largest;
  for (const int pieces : {std::min(request.pieces - 1, request.distances), request.pieces}) {
    for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
      const std::uint64_t needed = memory_for(slice, request.has_distances(pieces));
      if (needed <= most) continue;
      most = needed;
      largest = slice;
    }
  }
  if (most <= request.memory_bytes) return {};
  const auto in_mebibytes = [](std::uint64_t bytes) { return std::to_string((bytes >> 20) + 1) + " MiB"; };
  return base::refuse("the slice " + to_text(largest) + " of " + std::string(Variant::id) + " needs " +
                      in_mebibytes(most) + " of memory, " + in_mebibytes(request.memory_bytes - 1) +
                      " are allowed; allow more or ask for fewer pieces");
}

}  // namespace crownstar::tablebase
