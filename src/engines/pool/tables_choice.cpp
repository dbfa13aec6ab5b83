#include "engines/pool/tables_choice.hpp"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/text/quote.hpp"

namespace crownstar::engine {

std::string tables_folder(const std::string& named) {
  if (!named.empty()) return named;
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  // The specification has a relative path ignored.
  const std::string own = variable("XDG_DATA_HOME");
  if (own.starts_with('/')) return own + "/crownstar/tables";
  const std::string home = variable("HOME");
  return home.starts_with('/') ? home + "/.local/share/crownstar/tables" : "tables";
}

base::Checked<search::FindTables> choose_tables(const std::string& word, tablebase::Library::OnRefused on_refused,
                                                tablebase::Library::OnForeign on_foreign) {
  if (word == "none") return [](std::string_view) -> const tablebase::Tables* { return nullptr; };
  std::error_code ignored;
  if (!word.empty() && !std::filesystem::is_directory(word, ignored)) {
    return base::refuse("tables: there is no folder " + base::quoted(word) + "; expected one, or none");
  }
  const auto library = std::make_shared<tablebase::Library>(tables_folder(word), std::move(on_refused),
                                                            tablebase::usual_cache_bytes, std::move(on_foreign));
  return [library](std::string_view game) { return library->find(game); };
}

}  // namespace crownstar::engine
