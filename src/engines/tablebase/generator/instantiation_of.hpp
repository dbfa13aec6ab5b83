// The definitions of the table operations. Included only where variants are instantiated.
#pragma once

#include <memory>
#include <utility>

#include "engines/tablebase/generator/builder.hpp"
#include "engines/tablebase/generator/instantiation.hpp"
#include "engines/tablebase/generator/verifier.hpp"
#include "engines/tablebase/probing/folder_tables.hpp"

namespace crownstar::tablebase {

template <class Variant>
base::Checked<Report> TableOperations<Variant>::build(const BuildRequest& request, const OnProgress& on_progress) {
  return Builder<Variant>(request, on_progress).run();
}

template <class Variant>
base::Checked<Report> TableOperations<Variant>::verify(const BuildRequest& request, const OnProgress& on_progress) {
  return Verifier<Variant>(request, on_progress).run();
}

template <class Variant>
OpenedTables TableOperations<Variant>::open(const std::string& folder, std::size_t cache_bytes) {
  auto tables = std::make_unique<FolderTables<Variant>>(folder, cache_bytes);
  auto refused = tables->open();
  return {std::move(tables), std::move(refused)};
}

}  // namespace crownstar::tablebase
