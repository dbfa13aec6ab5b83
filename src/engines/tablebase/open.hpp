// Opens the tables of a game from a folder of files.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "engines/tablebase/probe.hpp"

namespace crownstar::tablebase {

struct OpenedTables {
  std::unique_ptr<Tables> tables;
  std::vector<base::Refusal>
      refused;  // damaged, foreign and truncated files, by name: the others are used without them
};

inline constexpr std::size_t usual_cache_bytes = std::size_t{64} << 20;

// Refused where the game has no tables or is not known. A folder without tables opens: it knows no position.
base::Checked<OpenedTables> open_tables(std::string_view game, const std::string& folder,
                                        std::size_t cache_bytes = usual_cache_bytes);

}  // namespace crownstar::tablebase
