// Opens a database of another program as the endgame tables of a variant.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "engines/tablebase/foreign/database_tables.hpp"
#include "engines/tablebase/foreign/find_database.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {

// Null where the folder has none for this variant.
template <class Variant>
base::Checked<std::unique_ptr<Tables>> open_foreign(const std::string& folder, std::size_t cache_bytes) {
  const auto wrapped =
      [&]<FirstSquare First>(base::Checked<std::unique_ptr<Database>> found) -> base::Checked<std::unique_ptr<Tables>> {
    if (!found) return std::unexpected(found.error());
    if (*found == nullptr) return nullptr;
    return std::make_unique<DatabaseTables<Variant, First>>(*std::move(found), cache_bytes);
  };
  if constexpr (std::is_same_v<Variant, draughts::American>) {
    return wrapped.template operator()<FirstSquare::left>(find_american_database(folder));
  } else if constexpr (std::is_same_v<Variant, draughts::International>) {
    return wrapped.template operator()<FirstSquare::right>(find_international_database(folder));
  } else {
    return nullptr;
  }
}

}  // namespace crownstar::tablebase
