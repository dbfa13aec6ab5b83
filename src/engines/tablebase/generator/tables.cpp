#include <algorithm>
#include <string>
#include <utility>

#include "base/text/quote.hpp"
#include "engines/tablebase/foreign/open_foreign.hpp"
#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/generator/comparer.hpp"
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
    OpenedTables opened = TableOperations<Variant>::open(folder, cache_bytes);
    if (opened.tables->most_pieces() > 0) return opened;
    auto foreign = open_foreign<Variant>(folder, cache_bytes);
    if (!foreign) {
      opened.refused.push_back(foreign.error());
    } else if (*foreign) {
      opened.tables = *std::move(foreign);
    }
    return opened;
  });
}

Checked<Comparison> compare_tables(const ComparisonRequest& request, const OnProgress& on_progress) {
  const auto opened = open_tables(request.game, request.folder);
  if (!opened) return std::unexpected(opened.error());
  if (!opened->refused.empty()) return std::unexpected(opened->refused.front());
  const auto foreign = open_tables(request.game, request.foreign_folder);
  if (!foreign) return std::unexpected(foreign.error());
  if (!foreign->refused.empty()) return std::unexpected(foreign->refused.front());
  const Tables& ours = *opened->tables;
  const Tables& theirs = *foreign->tables;
  if (theirs.foreign_name().empty()) {
    return refuse("there is no database of " + request.game + " of another program in " +
                  base::quoted(request.foreign_folder) + "; docs/tables.md says which can be read");
  }
  const int pieces = std::min(request.pieces, theirs.most_pieces());
  if (ours.most_pieces() < pieces || !ours.foreign_name().empty()) {
    return refuse("there are no tables of up to " + std::to_string(pieces) + " pieces to compare with; build them " +
                  "with crownstar tables build " + request.game + " --pieces " + std::to_string(pieces));
  }
  return with_variant<Comparison>(request.game, [&]<class Variant>() -> Checked<Comparison> {
    return Comparer<Variant>(*tables_of<Variant>(&ours), *tables_of<Variant>(&theirs), pieces, request.threads,
                             on_progress)
        .run();
  });
}

}  // namespace crownstar::tablebase
