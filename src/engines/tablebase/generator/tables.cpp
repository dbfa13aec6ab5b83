#include <string>

#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/generator/instantiation.hpp"
#include "engines/tablebase/open.hpp"
#include "engines/tablebase/probing/tables_variant.hpp"

namespace crownstar::tablebase {
namespace {

using base::Checked;
using base::refuse;

Checked<void> check(const BuildRequest& request) {
  if (request.pieces < 1 || request.pieces > most_pieces) {
    return refuse("tables have from 1 to " + std::to_string(most_pieces) + " pieces, not " +
                  std::to_string(request.pieces));
  }
  if (request.threads < 1) return refuse("tables are built by one thread at least");
  return {};
}

}  // namespace

Checked<Report> build_tables(const BuildRequest& request, const OnProgress& on_progress) {
  if (const auto checked = check(request); !checked) return std::unexpected(checked.error());
  return with_variant<Report>(request.game,
                              [&]<class Variant>() { return TableOperations<Variant>::build(request, on_progress); });
}

Checked<Report> verify_tables(const BuildRequest& request, const OnProgress& on_progress) {
  if (const auto checked = check(request); !checked) return std::unexpected(checked.error());
  return with_variant<Report>(request.game,
                              [&]<class Variant>() { return TableOperations<Variant>::verify(request, on_progress); });
}

Checked<OpenedTables> open_tables(std::string_view game, const std::string& folder, std::size_t cache_bytes) {
  return with_variant<OpenedTables>(game, [&]<class Variant>() -> Checked<OpenedTables> {
    return TableOperations<Variant>::open(folder, cache_bytes);
  });
}

}  // namespace crownstar::tablebase
