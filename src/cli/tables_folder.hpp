// Knows where tables are looked for when nobody says.
// Refuses to know what is in them.
#pragma once

#include <string>

namespace crownstar::cli {

// `named`, or `$XDG_DATA_HOME/crownstar/tables`, or `~/.local/share/crownstar/tables`.
std::string tables_folder(const std::string& named);

}  // namespace crownstar::cli
