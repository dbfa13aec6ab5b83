// Finds a database of another program in a folder, by the names of the files there.
#pragma once

#include <memory>
#include <string>

#include "base/refusal.hpp"
#include "engines/tablebase/foreign/database.hpp"

namespace crownstar::tablebase {

// Null where the folder has none of these games. Refused where one is damaged, or of a kind that cannot be read.
base::Checked<std::unique_ptr<Database>> find_american_database(const std::string& folder);
base::Checked<std::unique_ptr<Database>> find_international_database(const std::string& folder);

}  // namespace crownstar::tablebase
