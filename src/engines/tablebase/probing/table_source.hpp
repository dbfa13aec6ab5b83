// Where the files of tables come from where there are no folders: one at a time, when a position needs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "engines/tablebase/probe.hpp"
#include "engines/tablebase/slice.hpp"

namespace crownstar::tablebase {

class TableSource {
 public:
  virtual ~TableSource() = default;

  // The bytes of a file such as `american/1m2k-0m1k.values`; none where there is no such file.
  virtual base::Checked<std::optional<std::vector<std::uint8_t>>> read(const std::string& file) = 0;

  // A position was asked for that needs a file which is not fit for use, or could not be had. Told each time.
  virtual void on_refused(const base::Refusal& refusal) = 0;
};

struct FetchTerms {
  int pieces = most_pieces;                // positions with more than so many have no value, and nothing is fetched
  int pieces_with_distance = most_pieces;  // nor have they a distance
  std::size_t memory_bytes = std::size_t{256} << 20;  // of files: the first that came makes room for the last
  std::size_t cache_bytes = std::size_t{8} << 20;     // of unpacked blocks
};

// For one thread, which the source is asked on. Refused where the game has no tables or is not known. The source must
// outlive the tables.
base::Checked<std::unique_ptr<Tables>> fetch_tables(std::string_view game, TableSource& source,
                                                    const FetchTerms& terms = {});

// The file's name in a source, by what the first bytes of the file say: `american/1m2k-0m1k.values`. Refused where it
// is not a table.
base::Checked<std::string> name_in_source(std::span<const std::uint8_t> first_bytes);

}  // namespace crownstar::tablebase
