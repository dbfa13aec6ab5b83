#include "engines/tablebase/probing/table_source.hpp"

#include "engines/tablebase/probing/fetched_tables.hpp"
#include "engines/tablebase/probing/tables_variant.hpp"

namespace crownstar::tablebase {

base::Checked<std::unique_ptr<Tables>> fetch_tables(std::string_view game, TableSource& source,
                                                    const FetchTerms& terms) {
  return with_variant<std::unique_ptr<Tables>>(
      game, [&]<class Variant>() { return std::make_unique<FetchedTables<Variant>>(source, terms); });
}

base::Checked<std::string> name_in_source(std::span<const std::uint8_t> first_bytes) {
  const auto name = TableFile::read_name(first_bytes);
  if (!name) return std::unexpected(name.error());
  return std::string(name->game) + "/" + name->file();
}

}  // namespace crownstar::tablebase
